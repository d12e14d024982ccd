import {
  dailyTableSchema,
  daySchema,
  leadersReplySchema,
  NO_PROGRESS,
  profileReplySchema,
  publicStudiesReplySchema,
  studiesReplySchema,
} from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { giveOrder } from '../../src/index.ts'
import { classesOf, openClass, openTeacher, teach } from '../helpers/classes.ts'
import { BYTES, damagedServer } from '../helpers/damage.ts'
import type { Page } from '../helpers/page.ts'
import { doTo, pagesOn, peopleOf } from '../helpers/people.ts'
import { ask } from '../helpers/stranger.ts'
import { changeStudy, makeStudy } from '../helpers/studies.ts'

const { server, damage, expectReported, ...asking } = damagedServer()
const { member, pages } = pagesOn(() => server)

const HGN = '[Deal "7.7"]\n\n*'

const get = ({ cookie }: Page, path: string) => asking.get(path, { cookie })

/** The whole download of a player's data, which ends early if anything throws. */
const dataOf = (page: Page) => get(page, '/api/account/data')

describe('a damaged study', () => {
  /** An owner of two public studies, and a member of both. */
  async function withStudies() {
    const owner = await member()
    const friend = await member()
    await doTo(friend, 'follow', { name: owner.player.name, isOn: true })
    const [bad, sound] = [await makeStudy(owner, HGN), await makeStudy(owner, HGN)]
    for (const { id: study, title } of [bad, sound]) {
      const shown = { isShared: true, isPublic: true }
      await changeStudy(owner, { type: 'edit', study, title, ...shown })
      const name = friend.player.name
      await changeStudy(owner, { type: 'invite', study, name, mayEdit: true })
      await changeStudy(owner, { type: 'addChapter', study, n: 2, title: 'Second', hgn: HGN })
    }
    return { owner, friend, bad: bad.id, sound: sound.id }
  }

  test.each([
    ['version', "'x'"],
    ['version', '-0.5'],
    ['title', BYTES],
    ['changedAt', "'soon'"],
    ['changedAt', '9e300'],
  ])('with a bad %s (%s) is left out for its owner and its member', async (column, value) => {
    const { owner, friend, bad, sound } = await withStudies()
    await damage('studies', `"${column}" = ${value}`, `id = '${bad}'`)
    const own = studiesReplySchema.parse(await get(owner, '/api/studies'))
    expect(own.studies.map(({ id }) => id)).toEqual([sound])
    const other = studiesReplySchema.parse(await get(friend, '/api/studies'))
    expect(other.invited.map(({ id }) => id)).toEqual([sound])
    expect(JSON.stringify(await dataOf(owner))).toContain(sound)
    await expectReported('studies', bad)
  })

  test.each([
    ['title', BYTES],
    ['changedAt', '9e300'],
  ])('with a bad %s is not on the profile, where the others are', async (column, value) => {
    const { owner, friend, bad, sound } = await withStudies()
    await damage('studies', `"${column}" = ${value}`, `id = '${bad}'`)
    const path = `/api/players/${encodeURIComponent(owner.player.name)}/studies`
    const { studies } = publicStudiesReplySchema.parse(await get(friend, path))
    expect(studies.map(({ id }) => id)).toEqual([sound])
    await expectReported('studies', bad)
  })

  test('with bytes for its id is left out for its owner', async () => {
    const { owner, bad, sound } = await withStudies()
    await damage('studies', `id = ${BYTES}`, `id = '${bad}'`)
    const own = studiesReplySchema.parse(await get(owner, '/api/studies'))
    expect(own.studies.map(({ id }) => id)).toEqual([sound])
  })

  test('says in the download that a date is unknown', async () => {
    const { owner, bad } = await withStudies()
    await damage('studies', '"changedAt" = \'soon\'', `id = '${bad}'`)
    expect(JSON.stringify(await dataOf(owner))).toContain('"changed":"unknown"')
  })

  test.each([
    ['n', "'x'", 'x'],
    ['version', "'x'", '2'],
    ['title', BYTES, '2'],
    ['hgn', BYTES, '2'],
  ])('chapter, with a bad %s, is left out', async (column, value, n) => {
    const { owner, bad, sound } = await withStudies()
    await damage('studyChapters', `"${column}" = ${value}`, `study = '${bad}' and n = 2`)
    const { studies } = studiesReplySchema.parse(await get(owner, '/api/studies'))
    const chapters = (id: string) => studies.find((study) => study.id === id)?.chapters
    expect(chapters(bad)).toHaveLength(column === 'hgn' ? 2 : 1)
    expect(chapters(sound)).toHaveLength(2)
    const { status } = await ask(`${owner.url}/api/studies/${bad}/2`, {
      headers: { cookie: owner.cookie },
    })
    expect(status).toBe(404)
    await get(owner, `/api/studies/${bad}/1`)
    await expectReported('studyChapters', `${bad} ${n}`)
    // The owner can still remove it, if its number is sound.
    const remove = { type: 'removeChapter', study: bad, n: 2 }
    expect((await changeStudy(owner, remove)).status).toBe(200)
  })

  test('of a player without a name harms no other study', async () => {
    const { owner, friend, bad } = await withStudies()
    await damage('players', `name = ${BYTES}`, `id = '${friend.player.id}'`)
    const { studies } = studiesReplySchema.parse(await get(owner, '/api/studies'))
    expect(studies.map(({ members }) => members)).toEqual([[], []])
    expect(studies.map(({ id }) => id)).toContain(bad)
    await expectReported('players', friend.player.id)
  })
})

describe('a damaged class', () => {
  /** A teacher of two classes, each with two tasks; the pupils of the first, and one of the other. */
  async function withClasses() {
    const teacher = await openTeacher(server)
    const first = await openClass(teacher, ['Anna', 'Bert'])
    const other = await openClass(teacher, ['Carl'])
    for (const { class: id } of [first, other]) {
      for (const [n, level] of [5, 6].entries()) {
        const task = { type: 'addTask', class: id, n: n + 1, task: { kind: 'level', level } }
        expect((await teach(teacher, task)).status).toBe(200)
      }
    }
    const [anna, bert, carl] = [...first.pupils, ...other.pupils]
    if (!anna || !bert || !carl) return expect.fail('a pupil is missing')
    pages.push(teacher, anna, bert, carl)
    return { teacher, anna, bert, carl, bad: first.class, sound: other.class }
  }

  test('without a name is left out; the teacher has the other, and so have its pupils', async () => {
    const { teacher, anna, carl, bad, sound } = await withClasses()
    await damage('classes', `name = ${BYTES}`, `id = '${bad}'`)
    expect((await classesOf(teacher)).classes.map(({ id }) => id)).toEqual([sound])
    expect((await classesOf(anna)).own).toBeUndefined()
    expect((await classesOf(carl)).own?.tasks).toHaveLength(2)
    expect(await dataOf(teacher)).toMatchObject({ classes: [{ id: sound }] })
    await dataOf(anna)
    await expectReported('classes', bad)
  })

  test.each([
    ["n = 'x'", 'x'],
    ["taskJson = '{'", '1'],
    ["taskJson = 'null'", '1'],
    [`taskJson = ${BYTES}`, '1'],
  ])('task with %s is left out', async (set, n) => {
    const { teacher, anna, bad } = await withClasses()
    await damage('classTasks', set.replace('taskJson', '"taskJson"'), `class = '${bad}' and n = 1`)
    const { classes } = await classesOf(teacher)
    expect(classes.map(({ tasks }) => tasks.map((task) => task.n))).toEqual([[2], [1, 2]])
    expect((await classesOf(anna)).own?.tasks).toMatchObject([{ n: 2 }])
    await expectReported('classTasks', `${bad} ${n}`)
  })

  test.each(["'{'", "'null'", BYTES])(
    'pupil’s progress (%s) is none, and that is logged',
    async (json) => {
      const { teacher, anna, bert } = await withClasses()
      await teach(bert, { ...NO_PROGRESS, puzzles: 3 }, '/report')
      await damage('pupils', `"progressJson" = ${json}`, `player = '${anna.player.id}'`)
      const [one] = (await classesOf(teacher)).classes
      expect(one?.pupils.map(({ done }) => done.puzzles)).toEqual([0, 3])
      await expectReported('pupils', anna.player.id)
      // What the device knows replaces it.
      await teach(anna, { ...NO_PROGRESS, puzzles: 2 }, '/report')
      expect((await classesOf(anna)).own?.done.puzzles).toBe(2)
    },
  )

  test('pupil without a name is left out', async () => {
    const { teacher, anna, bert } = await withClasses()
    await damage('players', `name = ${BYTES}`, `id = '${anna.player.id}'`)
    const [one] = (await classesOf(teacher)).classes
    expect(one?.pupils.map(({ id }) => id)).toEqual([bert.player.id])
    expect((await classesOf(bert)).own?.classmates).toEqual([])
    await expectReported('players', anna.player.id)
  })
})

describe('a damaged request to teach', () => {
  /** An account that asks to teach; `isRefused` by the owner. */
  async function asker(isRefused = false): Promise<Page> {
    const page = await member()
    await teach(page, { type: 'ask', purpose: 'club', school: 'Tartu Club' }, '/ask')
    const order = {
      kind: 'refuseTeacher',
      name: page.player.name,
      why: 'Unknown',
      admin: 'x',
    } as const
    if (isRefused)
      expect(await giveOrder(server.source, order, () => 0)).toMatchObject({ ok: true })
    return page
  }

  test.each([
    ["at = 'soon'", false],
    ['at = 9e300', false],
    ['at = -9e300', false],
    [`purpose = ${BYTES}`, false],
    [`school = ${BYTES}`, false],
    ['"answeredAt" = \'soon\'', true],
    [`why = ${BYTES}`, true],
  ])('with %s is none, and all else is answered', async (set, isRefused) => {
    const page = await asker(isRefused)
    await damage('teachRequests', set, `player = '${page.player.id}'`)
    expect(await classesOf(page)).toMatchObject({ hasAccount: true, classes: [] })
    expect((await classesOf(page)).request).toBeUndefined()
    expect((await peopleOf(page)).teaching).toBeUndefined()
    await dataOf(page)
    await expectReported('teachRequests', page.player.id)
    // The account can ask again.
    await teach(page, { type: 'ask', purpose: 'school', school: 'Other' }, '/ask')
    expect((await classesOf(page)).request).toMatchObject({ school: 'Other' })
  })
})

describe('among people', () => {
  test('a rating that is none is left out of the leaders, who are shown', async () => {
    const [one, two] = [await member(), await member()]
    for (const { player } of [one, two]) {
      const rating = {
        rating: 1700,
        deviation: 60,
        volatility: 0.06,
        matches: 9,
        ratedAt: Date.now(),
      }
      await server.inStore((db) =>
        db
          .insertInto('ratings')
          .values({ player: player.id, speed: 'slow', ...rating })
          .execute(),
      )
    }
    await damage('ratings', "rating = 'x'", `player = '${one.player.id}'`)
    const { leaders } = leadersReplySchema.parse(await get(one, '/api/leaders/slow'))
    expect(leaders.map(({ name }) => name)).toEqual([two.player.name])
    await expectReported('ratings', `${one.player.id} slow`)
  })

  test('progress that is none is not on the profile, and that is logged', async () => {
    const { player, url, cookie } = await member()
    const progress = { until: '2026-11-23', days: '1', row: 1, longest: 1 }
    const headers = { 'content-type': 'application/json', cookie, origin: url }
    const body = JSON.stringify({ progress })
    await ask(`${url}/api/account/progress`, { method: 'POST', headers }, body)
    await damage('shownProgress', '"progressJson" = \'{\'', `player = '${player.id}'`)
    const path = `/api/players/${encodeURIComponent(player.name)}`
    const profile = profileReplySchema.parse(JSON.parse((await ask(url + path)).body))
    expect(profile.progress).toBeUndefined()
    await expectReported('shownProgress', player.id)
  })

  test('a sanction of some day is left out, and the others are shown', async () => {
    const page = await member()
    const about = { name: page.player.name, admin: 'x', why: 'y', forMs: null }
    for (const limitation of ['mute', 'suspend'] as const) {
      await giveOrder(server.source, { kind: 'limit', limitation, ...about }, () => 0)
    }
    const { id } = page.player
    await damage('limitations', "since = 'soon'", `player = '${id}' and kind = 'mute'`)
    expect((await peopleOf(page)).limitations).toMatchObject([{ kind: 'suspend' }])
    await expectReported('limitations', `${id} mute`)
    const data = await dataOf(page)
    expect(JSON.stringify(data)).toContain('"since":"unknown"')
  })

  test('a player without a name is left out, and the others are shown', async () => {
    const page = await member()
    const [one, two] = [await member(), await member()]
    for (const { player } of [one, two])
      await doTo(page, 'follow', { name: player.name, isOn: true })
    await damage('players', `name = ${BYTES}`, `id = '${one.player.id}'`)
    expect((await peopleOf(page)).people?.followed).toMatchObject([{ name: two.player.name }])
    await doTo(page, 'block', { player: one.player.id, isOn: true })
    expect((await peopleOf(page)).people?.blocked).toEqual([])
    await expectReported('players', one.player.id)
  })
})

describe('the table of a game of the day', () => {
  const level = 5

  test.each([
    ['dailyTries', "margin = 'soon'", '2030-01-01', 2],
    ['dailyMargins', 'count = 9e300', '2030-01-02', 1],
  ] as const)('leaves out a damaged row of %s (%s)', async (table, set, text, count) => {
    const day = daySchema.parse(text)
    const [one, two] = [await member(), await member()]
    await server.inStore(async (db) => {
      for (const [margin, { player }] of [one, two].entries()) {
        const row = { day, level, player: player.id, margin, moves: '', at: 0 } as const
        await db.insertInto('dailyTries').values(row).execute()
        await db.insertInto('dailyMargins').values({ day, level, margin, count: 1 }).execute()
      }
    })
    const where = table === 'dailyTries' ? `player = '${one.player.id}'` : 'margin = 0'
    await damage(table, set, `day = '${day}' and ${where}`)
    const read = dailyTableSchema.parse(await get(two, `/api/daily/${day}?level=${level}`))
    expect(read.rows.map(({ name }) => name)).toContain(two.player.name)
    expect(read).toMatchObject({ count, own: { margin: 1, place: 1 } })
    const id = table === 'dailyTries' ? one.player.id : '0'
    await expectReported(table, `${day} ${level} ${id}`)
  })
})
