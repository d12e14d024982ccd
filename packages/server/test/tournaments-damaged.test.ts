import type { GameId, PlayerId, TournamentId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tables } from '../src/store/schema.ts'
import { countDamaged, expectSetAside, listed } from './helpers/damaged-tournament.ts'
import { kept } from './helpers/kept.ts'
import type { Page } from './helpers/page.ts'
import { OFTEN, ON_POSTGRES, startTestServer } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'
import {
  ended,
  hold,
  lose,
  loseGame,
  type Members,
  membersOf,
  named,
  press,
  roundBegun,
  seen,
  WISH,
} from './helpers/tournament.ts'

const server = kept(() =>
  startTestServer({ metrics: { host: '127.0.0.1', port: 0 }, rhythm: OFTEN }),
)
const members = membersOf(() => server)

async function held(count: number): Promise<{ readonly all: Members; readonly id: TournamentId }> {
  const all = await members(count)
  return { all, id: await hold(all) }
}

/** The tournament is set aside, and counted once. */
async function expectReported(id: TournamentId, by: Page, before: number): Promise<void> {
  await expectSetAside(server, id, by)
  await listed(server)
  expect(await countDamaged(server)).toBe(before + 1)
}

describe('a tournament whose row is damaged', () => {
  test.each<[string, object]>([
    ['terms that are no JSON', { termsJson: '{' }],
    ['terms of something else', { termsJson: '{"games":2}' }],
    ['brackets without end', { termsJson: '['.repeat(100_000) }],
    ['a kind that nobody knows', { kind: 'knockout' }],
    // Number columns of PostgreSQL cannot hold text.
    ...(ON_POSTGRES
      ? []
      : [
          ['rounds in words', { rounds: 'many' }] as [string, object],
          ['an end in words', { endedAt: 'soon' }] as [string, object],
        ]),
  ])('is left out of the list, and says so itself: %s', async (_, values) => {
    const before = await countDamaged(server)
    const { id: sound } = await held(1)
    const { all, id } = await held(1)
    await server.inStore((db) =>
      db
        .updateTable('tournaments')
        .set(values as { termsJson: string })
        .where('id', '=', id)
        .execute(),
    )
    const ids = await listed(server)
    expect(ids).toContain(sound)
    expect(ids).not.toContain(id)
    await expectReported(id, all[0], before)
    expect(await press(all[0], 'leave', { tournament: id })).toMatchObject({ status: 200 })
  })

  test('takes nobody’s place, waits, and goes on once it is mended', async () => {
    const { all, id } = await held(2)
    const [maker] = all
    const set = (termsJson: string) =>
      server.inStore((db) =>
        db.updateTable('tournaments').set({ termsJson }).where('id', '=', id).execute(),
      )
    const [row] = await server.inStore((db) =>
      db.selectFrom('tournaments').select('termsJson').where('id', '=', id).execute(),
    )
    await set('{}')
    for (let n = 0; n < 2; n++)
      expect(await press(maker, 'make', WISH)).toMatchObject({ status: 200 })
    const { all: others, id: sound } = await held(2)
    server.advance(61_000)
    await roundBegun(others[0], sound, 1)
    await set(row?.termsJson ?? expect.fail())
    await roundBegun(maker, id, 1)
  })
})

describe('a tournament of which a round is damaged', () => {
  const rowOf = (db: Kysely<Tables>, id: TournamentId, player: PlayerId) =>
    db.updateTable('tournamentPairings').where('tournament', '=', id).where('player', '=', player)
  test.each<[string, (db: Kysely<Tables>, id: TournamentId, player: PlayerId) => Promise<unknown>]>(
    [
      [
        'a row that is gone',
        (db, id, player) =>
          db
            .deleteFrom('tournamentPairings')
            .where('tournament', '=', id)
            .where('player', '=', player)
            .execute(),
      ],
      [
        'all that are gone',
        (db, id) => db.deleteFrom('tournamentPairings').where('tournament', '=', id).execute(),
      ],
      [
        'an entry that is gone',
        (db, id, player) =>
          db
            .deleteFrom('tournamentEntries')
            .where('tournament', '=', id)
            .where('player', '=', player)
            .execute(),
      ],
      [
        'a score that there is not',
        (db, id, player) => rowOf(db, id, player).set({ score: 7 }).execute(),
      ],
      [
        'points below none',
        (db, id, player) => rowOf(db, id, player).set({ score: 1, points: -1 }).execute(),
      ],
      ['another board', (db, id, player) => rowOf(db, id, player).set({ board: 3 }).execute()],
      [
        'an opponent who is nobody',
        (db, id, player) =>
          rowOf(db, id, player)
            .set({ opponent: 'nobody000000' as PlayerId })
            .execute(),
      ],
      ['no game', (db, id, player) => rowOf(db, id, player).set({ game: null }).execute()],
      [
        'a game that cannot be one',
        (db, id, player) =>
          rowOf(db, id, player)
            .set({ game: '?' as GameId })
            .execute(),
      ],
    ],
  )('is set aside and goes no further: %s', async (_, damage) => {
    const before = await countDamaged(server)
    const { all, id } = await held(4)
    const [one] = all
    server.advance(61_000)
    await roundBegun(one, id, 1)
    await server.inStore((db) => damage(db, id, one.player.id))
    await server.inStore((db) =>
      db
        .updateTable('tournamentPairings')
        .set({ score: 1, points: 0 })
        .where('tournament', '=', id)
        .where('score', 'is', null)
        .execute(),
    )
    await expectReported(id, one, before)
    const { id: sound, all: others } = await held(2)
    server.advance(61_000)
    await roundBegun(others[0], sound, 1)
    const [row] = await server.inStore((db) =>
      db.selectFrom('tournaments').select('round').where('id', '=', id).execute(),
    )
    expect(row?.round).toBe(1)
  })
})

describe('a match whose game cannot be read', () => {
  const damageGame = (game: GameId) =>
    server.inStore((db) =>
      db
        .updateTable('events')
        .set({ eventJson: '{' })
        .where('game', 'in', db.selectFrom('games').select('key').where('id', '=', game))
        .execute(),
    )

  test('is drawn, and the others count', async () => {
    const { all, id } = await held(4)
    server.advance(61_000)
    const { matches } = await roundBegun(all[0], id, 1)
    const [struck, sound] = matches.map(({ games }) => games[0] ?? expect.fail()) as [
      GameId,
      GameId,
    ]
    await damageGame(struck)
    await server.restart()
    for (const page of all) await page.connect()
    await lose(all, sound, named(all, matches[1]?.names[1]))
    // Opening the game detects the damage.
    await ask(`${server.url}/api/games/${struck}`)
    const { standings } = await roundBegun(all[0], id, 2)
    expect(standings.map(({ score }) => score)).toEqual([2, 1, 1, 0])
  })

  test('is drawn too where it is the second one', async () => {
    const { all, id } = await held(2)
    server.advance(61_000)
    const { matches } = await roundBegun(all[0], id, 1)
    const [{ games, names } = expect.fail()] = matches
    const second = await loseGame(all, games[0] ?? expect.fail(), named(all, names[0]))
    await damageGame(second ?? expect.fail())
    await server.restart()
    await ask(`${server.url}/api/games/${second}`)
    await ended(all[0], id)
    expect((await seen(all[0], id)).standings.map(({ score }) => score)).toEqual([1, 1])
  })

  test('is drawn where it is not there at all, so that nobody waits for it', async () => {
    const { all, id } = await held(2)
    server.advance(61_000)
    await roundBegun(all[0], id, 1)
    await server.inStore((db) =>
      db
        .updateTable('tournamentPairings')
        .set({ game: 'AAAAAAAAAAAA' as GameId })
        .where('tournament', '=', id)
        .execute(),
    )
    await ended(all[0], id)
    expect((await seen(all[0], id)).standings.map(({ score }) => score)).toEqual([1, 1])
  })
})

test('an entry of nobody is never paired, and holds up nobody', async () => {
  const { all, id } = await held(2)
  await server.inStore((db) =>
    db
      .insertInto('tournamentEntries')
      .values({
        tournament: id,
        player: 'nobody000000' as PlayerId,
        at: 1,
        rating: 9000,
        outAt: null,
      })
      .execute(),
  )
  server.advance(61_000)
  const { matches, standings } = await roundBegun(all[0], id, 1)
  expect(matches).toHaveLength(1)
  expect(standings.filter(({ isOut }) => isOut)).toHaveLength(1)
})
