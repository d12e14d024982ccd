import {
  gameTournamentReplySchema,
  type TournamentId,
  tournamentsReplySchema,
} from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { confirmTeacher, openClass, openTeacher, teach } from '../helpers/classes.ts'
import { kept } from '../helpers/kept.ts'
import type { Page } from '../helpers/page.ts'
import { openMember, pagesOn } from '../helpers/people.ts'
import { startTestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'
import {
  ARENA,
  BEGUN_MS,
  hold,
  holdAs,
  press,
  ROUND_ROBIN,
  roundBegun,
  seen,
  WISH,
} from '../helpers/tournament.ts'

const server = kept(() => startTestServer())
const { pages } = pagesOn(() => server)

/** A teacher with a class of three, a pupil of another class, and a member of no class. */
async function school() {
  const teacher = await openTeacher(server)
  const { class: id, pupils } = await openClass(teacher, ['Anna', 'Bert', 'Clara'])
  const other = await openClass(await openTeacher(server), ['Dora'])
  const [anna, bert, clara, dora] = [...pupils, ...other.pupils]
  if (!anna || !bert || !clara || !dora) return expect.fail('no pupil')
  const outsider = await openMember(server.url)
  pages.push(teacher, outsider, ...pupils, ...other.pupils)
  return { teacher, anna, bert, clara, dora, outsider, class: id }
}

async function announce(teacher: Page, wish: object): Promise<TournamentId> {
  const made = await press(teacher, 'make', wish)
  expect(made).toMatchObject({ status: 200 })
  return Object(made.read).tournament
}

async function listed(path: string, { url, cookie }: Pick<Page, 'url' | 'cookie'>) {
  const { body } = await ask(`${url}${path}`, { headers: cookie === '' ? {} : { cookie } })
  return tournamentsReplySchema.parse(JSON.parse(body)).tournaments.map(({ id }) => id)
}

async function linkOf(game: string, { url, cookie }: Pick<Page, 'url' | 'cookie'>) {
  const headers = cookie === '' ? {} : { cookie }
  const { body } = await ask(`${url}/api/games/${game}/tournament`, { headers })
  return gameTournamentReplySchema.parse(JSON.parse(body)).tournament?.id
}

const enter = (page: Page, tournament: TournamentId) => press(page, 'enter', { tournament })

describe('the tournament of a class', () => {
  test('is made by its teacher alone', async () => {
    const { anna, bert, outsider, teacher, dora, class: id } = await school()
    for (const page of [anna, outsider, dora]) {
      expect(await press(page, 'make', { ...WISH, class: id })).toMatchObject({
        refusal: { code: 'outsideClass' },
      })
    }
    const tournament = await announce(teacher, { ...WISH, class: id, isRated: true })
    for (const page of [anna, bert, teacher]) {
      expect(await enter(page, tournament)).toMatchObject({ status: 200 })
      expect(await listed('/api/classes/tournaments', page)).toEqual([tournament])
    }
    const shown = (await seen(anna, tournament)).tournament
    expect(shown).toMatchObject({ class: id, entered: 3 })
    expect(shown.terms).not.toHaveProperty('isRated')
  })

  test('does not exist for anyone else', async () => {
    const { outsider, teacher, dora, class: id } = await school()
    const tournament = await announce(teacher, { ...WISH, class: id })
    const nobody = { url: server.url, cookie: '' }
    for (const page of [outsider, dora, nobody]) {
      const headers = page.cookie === '' ? {} : { cookie: page.cookie }
      const { status } = await ask(`${server.url}/api/tournaments/${tournament}`, { headers })
      expect(status).toBe(404)
      expect(await listed('/api/classes/tournaments', page)).toEqual([])
      expect(await listed('/api/tournaments', page)).not.toContain(tournament)
    }
    for (const page of [outsider, dora]) {
      expect(await enter(page, tournament)).toMatchObject({
        refusal: { code: 'unknownTournament' },
      })
    }
    expect(await listed('/api/tournaments', teacher)).not.toContain(tournament)
  })

  test.each([
    ['Swiss', WISH],
    ['round robin', ROUND_ROBIN],
    ['arena', ARENA],
  ])('pairs pupils of a closed class, in games that nobody else is shown: %s', async (_, wish) => {
    const { anna, bert, clara, outsider, teacher, class: id } = await school()
    const tournament = await announce(teacher, { ...wish, class: id })
    for (const page of [anna, bert]) await enter(page, tournament)
    server.advance(BEGUN_MS)
    // An arena has begun before its first pair sits at a board.
    const games = async () => (await seen(anna, tournament)).matches.flatMap((each) => each.games)
    await expect.poll(async () => (await games()).length, { timeout: 60_000 }).toBe(1)
    const [game] = await games()
    if (game === undefined) return expect.fail('no game')
    expect((await anna.openGame(game)).isListed).toBeUndefined()
    expect(await linkOf(game, anna)).toBe(tournament)
    expect(await linkOf(game, bert)).toBe(tournament)
    for (const page of [clara, outsider, { url: server.url, cookie: '' }]) {
      expect(await linkOf(game, page)).toBeUndefined()
    }
  })

  test('goes on without a pupil who has left the class', async () => {
    const { anna, bert, clara, teacher, class: id } = await school()
    const tournament = await announce(teacher, { ...WISH, class: id })
    for (const page of [anna, bert, clara]) await enter(page, tournament)
    await teach(teacher, { type: 'offer', pupil: clara.player.id, isOn: true })
    const taken = await teach(clara, { password: 'seven stacks of stone' }, '/take-over')
    expect(taken.status).toBe(200)
    expect(await listed('/api/account/tournaments', anna)).toEqual([tournament])
    const left = { url: server.url, cookie: taken.cookie ?? '' }
    expect(await listed('/api/account/tournaments', left)).toEqual([])
    server.advance(BEGUN_MS)
    const { matches } = await roundBegun(anna, tournament, 1)
    expect(matches.map(({ names }) => names.toSorted())).toEqual([
      [anna.player.name, bert.player.name].toSorted(),
    ])
  })

  test('is no longer for a teacher who is dismissed', async () => {
    const { anna, teacher, class: id } = await school()
    const tournament = await announce(teacher, { ...WISH, class: id })
    for (const page of [anna, teacher]) await enter(page, tournament)
    expect(await confirmTeacher(server, teacher.player.name, false)).toMatchObject({ ok: true })
    for (const path of ['/api/classes/tournaments', '/api/account/tournaments']) {
      expect(await listed(path, anna)).toEqual([tournament])
      expect(await listed(path, teacher)).toEqual([])
    }
    expect(await press(teacher, 'make', { ...WISH, class: id })).toMatchObject({
      refusal: { code: 'outsideClass' },
    })
  })

  test('ends with its class', async () => {
    const { anna, outsider, teacher, class: id } = await school()
    const tournament = await announce(teacher, { ...WISH, class: id })
    await enter(anna, tournament)
    const other = await hold([outsider])
    expect((await teach(teacher, { type: 'remove', class: id })).status).toBe(200)
    const { status } = await ask(`${server.url}/api/tournaments/${tournament}`, {
      headers: { cookie: teacher.cookie },
    })
    expect(status).toBe(404)
    await server.inStore(async (db) => {
      const entries = await db.selectFrom('tournamentEntries').select('tournament').execute()
      const ids = entries.map((entry) => entry.tournament)
      expect(ids).not.toContain(tournament)
      expect(ids).toContain(other)
    })
  })

  test('can be no match for a class of someone else, nor for none', async () => {
    const { teacher, outsider } = await school()
    const wish = { ...WISH, class: 'class9999999' }
    for (const page of [teacher, outsider]) {
      expect(await press(page, 'make', wish)).toMatchObject({ refusal: { code: 'outsideClass' } })
    }
    await expect(holdAs([outsider], { ...WISH, class: 'x' })).rejects.toThrow()
  })
})
