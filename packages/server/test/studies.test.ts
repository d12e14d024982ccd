import { join } from 'node:path'
import {
  type Chapter,
  chapterReplySchema,
  LONGEST_CHAPTER,
  MOST_CHAPTERS,
  MOST_INVITED,
  MOST_MEMBERS,
  MOST_STUDIES,
  type PlayerId,
  type Study,
  type StudyId,
  studiesReplySchema,
} from '@hokito/protocol'
import { formatRecord, parseRecord } from '@hokito/rules'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { giveOrder } from '../src/index.ts'
import { SQLITE_COLUMNS } from '../src/store/columns.ts'
import { openDatabase } from '../src/store/database.ts'
import { stepsFor } from '../src/store/migrations.ts'
import { PASSWORD, post } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import type { Page } from './helpers/page.ts'
import { doTo, pagesOn } from './helpers/people.ts'
import { startTestServer } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'
import { changeStudy, freshStudyId, makeStudy } from './helpers/studies.ts'

const server = kept(() => startTestServer())
const { guest, member } = pagesOn(() => server)

const HGN = record('c2c5')
const LONGER = record('c2c5', 'c5c2')

/** A record of one move and, for others, comments about it. */
function record(...words: readonly string[]): string {
  const read = parseRecord(
    `[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]\n\n1. a2a6 {${words.join(' ')}} *`,
  )
  return read.ok ? formatRecord(read.value) : expect.fail(JSON.stringify(read.error))
}

const make = (page: Page, study?: StudyId) => makeStudy(page, HGN, study)

const share = (page: Page, { id, title }: Study, isShared = true) =>
  changeStudy(page, { type: 'edit', study: id, title, isShared })

const save = (page: Page, { id }: Study, version: number, hgn: string, path = '') =>
  changeStudy(page, { type: 'saveChapter', study: id, n: 1, version, title: 'First', hgn, path })

const invite = (page: Page, { id }: Study, { player }: Page, mayEdit = true) =>
  changeStudy(page, { type: 'invite', study: id, name: player.name, mayEdit })

const give = (page: Page, { id }: Study, holder: Page | undefined) =>
  changeStudy(page, { type: 'give', study: id, holder: holder?.player.id ?? null })

/** A member who follows another one. */
async function follower(of: Page): Promise<Page> {
  const page = await member()
  await doTo(page, 'follow', { name: of.player.name, isOn: true })
  return page
}

/** Limits a player, or ends the limit. */
async function limit({ player }: Page, limitation: 'suspend' | 'mute', isOn = true): Promise<void> {
  const about = { limitation, name: player.name, admin: 'a test', why: 'a test' } as const
  const order = isOn
    ? ({ kind: 'limit', forMs: null, ...about } as const)
    : ({ kind: 'lift', ...about } as const)
  expect(await giveOrder(server.source, order, () => 0)).toMatchObject({ ok: true })
}

/** Stores members directly, without asking whether they may be. */
async function fill(members: readonly { study: string; player: string }[]): Promise<void> {
  const rows = members.map(({ study, player }) => ({
    ...{ study: study as StudyId, player: player as PlayerId },
    ...{ mayEdit: 1, at: 0 },
  }))
  await server.inStore((db) => db.insertInto('studyMembers').values(rows).execute())
}

async function look({ url, cookie }: Page, path: string): Promise<unknown> {
  const { body } = await ask(`${url}/api/studies${path}`, { headers: { cookie } })
  return JSON.parse(body)
}

async function chapterOf(page: Page, { id }: Study, n = 1): Promise<Chapter | undefined> {
  return chapterReplySchema.safeParse(await look(page, `/${id}/${n}`)).data?.chapter
}

describe('a study', () => {
  test('is kept for its owner, chapter by chapter', async () => {
    const page = await member()
    const study = await make(page)
    expect(study).toMatchObject({ title: 'Mine', isShared: false, version: 1 })
    const added = { type: 'addChapter', study: study.id, n: 2, title: 'Second', hgn: LONGER }
    expect((await changeStudy(page, added)).study?.chapters).toMatchObject([{ n: 1 }, { n: 2 }])
    expect((await save(page, study, 1, LONGER, '6u')).study?.chapters[0]?.version).toBe(2)
    expect(await chapterOf(page, study)).toEqual({
      ...{ n: 1, title: 'First', version: 2, isExercise: false },
      ...{ hgn: LONGER, path: '6u' },
    })
    const { studies } = studiesReplySchema.parse(await look(page, ''))
    expect(studies).toMatchObject([{ id: study.id, version: 3 }])
    await changeStudy(page, { type: 'removeChapter', study: study.id, n: 1 })
    expect(await chapterOf(page, study)).toBeUndefined()
    expect(await changeStudy(page, { type: 'removeChapter', study: study.id, n: 2 })).toMatchObject(
      {
        refusal: { code: 'badChapter' },
      },
    )
    await changeStudy(page, { study: study.id }, '/remove')
    expect(studiesReplySchema.parse(await look(page, '')).studies).toEqual([])
  })

  test('counts each change once, however often it is sent', async () => {
    const page = await member()
    const study = await make(page)
    expect(await make(page, study.id)).toEqual(study)
    const added = { type: 'addChapter', study: study.id, n: 2, title: 'Second', hgn: HGN }
    const one = await changeStudy(page, added)
    expect((await changeStudy(page, added)).study).toEqual(one.study)
    const saved = await save(page, study, 1, LONGER)
    expect((await save(page, study, 1, LONGER)).study).toEqual(saved.study)
  })

  test('refuses a chapter that another page has changed meanwhile', async () => {
    const page = await member()
    const study = await make(page)
    await save(page, study, 1, LONGER)
    expect(await save(page, study, 1, record('other'))).toMatchObject({
      ...{ status: 409, refusal: { code: 'staleStudy' } },
    })
    expect((await chapterOf(page, study))?.hgn).toBe(LONGER)
    const clash = { type: 'addChapter', study: study.id, n: 1, title: 'Second', hgn: HGN }
    expect(await changeStudy(page, clash)).toMatchObject({ refusal: { code: 'staleStudy' } })
  })

  test('stays as it is when it is saved by many pages at once', async () => {
    const page = await member()
    const study = await make(page)
    const texts = Array.from({ length: 8 }, (_, n) => record(`page ${n}`))
    const answers = await Promise.all(texts.map((hgn) => save(page, study, 1, hgn)))
    const stored = answers.flatMap(({ study: is }, n) => (is === undefined ? [] : [texts[n]]))
    expect(stored).toHaveLength(1)
    expect(await chapterOf(page, study)).toMatchObject({ version: 2, hgn: stored[0] })
  })

  test('has chapters that are exercises for as long as the owner wants', async () => {
    const owner = await member()
    const editor = await follower(owner)
    const study = await make(owner)
    await invite(owner, study, editor)
    await give(owner, study, undefined)
    const exercise = (isExercise: boolean, n = 1) => ({
      ...{ type: 'setExercise', study: study.id, n, isExercise },
    })
    expect(await changeStudy(editor, exercise(true))).toMatchObject({
      refusal: { code: 'unknownStudy' },
    })
    const one = await changeStudy(owner, exercise(true))
    expect(one.study?.chapters).toMatchObject([{ n: 1, version: 1, isExercise: true }])
    expect((await changeStudy(owner, exercise(true))).study).toEqual(one.study)
    // An editor of the moves goes on from the same version.
    expect(await save(editor, study, 1, LONGER)).toMatchObject({ status: 200 })
    expect(await chapterOf(editor, study)).toMatchObject({ hgn: LONGER, isExercise: true })
    expect(await changeStudy(owner, exercise(true, 2))).toMatchObject({
      refusal: { code: 'unknownStudy' },
    })
    expect((await changeStudy(owner, exercise(false))).study?.chapters).toMatchObject([
      { isExercise: false },
    ])
  })

  test('has its chapters in the order in which its owner puts them', async () => {
    const owner = await member()
    const editor = await follower(owner)
    const study = await make(owner)
    await invite(owner, study, editor)
    const add = (n: number) =>
      changeStudy(owner, { type: 'addChapter', study: study.id, n, title: `${n}`, hgn: HGN })
    for (const n of [2, 3, 4]) await add(n)
    const move = (n: number, after: number | null, by = owner) =>
      changeStudy(by, { type: 'moveChapter', study: study.id, n, after })
    const orderIn = (is: Study | undefined) => is?.chapters.map(({ n }) => n)

    const one = await move(3, 1)
    expect(orderIn(one.study)).toEqual([1, 3, 2, 4])
    // Sent again, it changes nothing more; a chapter keeps its version, so its editors go on.
    expect((await move(3, 1)).study).toEqual(one.study)
    expect(one.study?.chapters.map(({ version }) => version)).toEqual([1, 1, 1, 1])
    expect(orderIn((await move(4, null)).study)).toEqual([4, 1, 3, 2])
    // A chapter that is added comes last, and has the next number as before.
    expect(orderIn((await add(5)).study)).toEqual([4, 1, 3, 2, 5])
    expect(orderIn((await move(1, 5)).study)).toEqual([4, 3, 2, 5, 1])
    await changeStudy(owner, { type: 'removeChapter', study: study.id, n: 2 })
    const { body } = await ask(`${owner.url}/api/account/data`, {
      headers: { cookie: owner.cookie },
    })
    expect(JSON.parse(body).studies[0].chapters).toMatchObject(
      ['4', '3', '5', 'First'].map((title) => ({ title })),
    )

    expect(await move(4, 2)).toMatchObject({ refusal: { code: 'staleStudy' } })
    expect(await move(4, 4)).toMatchObject({ refusal: { code: 'staleStudy' } })
    expect(await move(2, 4)).toMatchObject({ refusal: { code: 'unknownStudy' } })
    expect(await move(4, 3, editor)).toMatchObject({ refusal: { code: 'unknownStudy' } })
    expect(await look(owner, `/${study.id}`)).toMatchObject({
      study: { chapters: [{ n: 4 }, { n: 3 }, { n: 5 }, { n: 1 }] },
    })
  })

  test('keeps all its chapters when several are moved at once', async () => {
    const page = await member()
    const study = await make(page)
    for (const n of [2, 3, 4]) {
      await changeStudy(page, { type: 'addChapter', study: study.id, n, title: 'T', hgn: HGN })
    }
    const moves = [3, 4, 2].map((n) => ({ type: 'moveChapter', study: study.id, n, after: null }))
    const answers = await Promise.all(moves.map((move) => changeStudy(page, move)))
    const last = answers.flatMap(({ study: is }) => is ?? []).find(({ version }) => version === 7)
    expect(last?.chapters.map(({ n }) => n).sort()).toEqual([1, 2, 3, 4])
    expect(await look(page, `/${study.id}`)).toEqual({ study: last })
  })

  test('has bounds', async () => {
    const page = await member()
    const study = await make(page)
    for (const [body, code] of [
      [{ title: '' }, 'badStudyTitle'],
      [{ title: 'x'.repeat(81) }, 'badStudyTitle'],
      [{ title: '\u202e\u200b' }, 'badStudyTitle'],
      [{ hgn: 'no record' }, 'badChapter'],
      [{ hgn: HGN.replace('a2a6', 'a2b2') }, 'badChapter'],
      [{ hgn: 'x'.repeat(LONGEST_CHAPTER + 1) }, 'badRequest'],
      [{ n: 0 }, 'badRequest'],
    ] as const) {
      const added = { type: 'addChapter', study: study.id, n: 2, title: 'T', hgn: HGN, ...body }
      expect(await changeStudy(page, added), code).toMatchObject({ refusal: { code } })
    }
    for (let n = 2; n <= MOST_CHAPTERS; n++) {
      await changeStudy(page, { type: 'addChapter', study: study.id, n, title: 'T', hgn: HGN })
    }
    const more = { type: 'addChapter', study: study.id, n: 99, title: 'T', hgn: HGN }
    expect(await changeStudy(page, more)).toMatchObject({ refusal: { code: 'tooManyChapters' } })
  })

  test('is one of not too many, and not changed too often', async () => {
    const page = await member()
    for (let n = 0; n < MOST_STUDIES; n++) await make(page)
    const chapter = { title: 'T', hgn: HGN }
    const more = { type: 'make', study: freshStudyId(), title: 'T', chapter }
    expect(await changeStudy(page, more)).toMatchObject({ refusal: { code: 'tooManyStudies' } })
    // At once, because more may be sent with time.
    const answers = await Promise.all(Array.from({ length: 150 }, () => changeStudy(page, more)))
    expect(answers.map(({ refusal }) => refusal?.code)).toContain('tooMany')
  })

  test('is for accounts that may begin games', async () => {
    const [owner, other] = [await member(), await guest()]
    const wish = {
      type: 'make',
      study: freshStudyId(),
      title: 'T',
      chapter: { title: 'T', hgn: HGN },
    }
    expect(await changeStudy(other, wish)).toMatchObject({
      status: 403,
      refusal: { code: 'needsAccount' },
    })
    const study = await make(owner)
    await share(owner, study)
    expect(await chapterOf(other, study)).toBeDefined()
    await limit(owner, 'suspend')
    expect(await share(owner, study)).toMatchObject({ refusal: { code: 'suspended' } })
    expect(await chapterOf(other, study)).toBeUndefined()
    expect(await chapterOf(owner, study)).toBeDefined()
  })
})

describe('a reader', () => {
  test('reads what is shared by its address, and changes nothing', async () => {
    const [owner, other] = [await member(), await member()]
    const study = await make(owner)
    expect(await chapterOf(other, study)).toBeUndefined()
    expect(await look(other, `/${study.id}`)).toMatchObject({ code: 'unknownStudy' })
    await share(owner, study)
    expect((await chapterOf(other, study))?.hgn).toBe(HGN)
    expect(studiesReplySchema.parse(await look(other, '')).studies).toEqual([])
    for (const answer of [
      await save(other, study, 1, LONGER),
      await share(other, study, false),
      await changeStudy(other, { type: 'removeChapter', study: study.id, n: 1 }),
      await changeStudy(other, { study: study.id }, '/remove'),
      await changeStudy(other, {
        type: 'make',
        study: study.id,
        title: 'T',
        chapter: { title: 'T', hgn: HGN },
      }),
    ]) {
      expect(answer).toMatchObject({ refusal: { code: 'unknownStudy' } })
    }
    expect(await chapterOf(owner, study)).toMatchObject({ version: 1, hgn: HGN })
  })

  test('sees a shared chapter in a frame of any site, and nothing of one that is not', async () => {
    const owner = await member()
    const study = await make(owner)
    const add = { type: 'addChapter', study: study.id, n: 2, title: 'Second', hgn: LONGER }
    await changeStudy(owner, add)
    await changeStudy(owner, { type: 'setExercise', study: study.id, n: 2, isExercise: true })
    const framed = async (query = '', cookie = '') => {
      const path = `/embed/study/${study.id}${query}`
      const { status, headers, body } = await ask(`${owner.url}${path}`, { headers: { cookie } })
      const [, json = '{}'] = /id="shown">(.*?)<\/script>/.exec(body) ?? []
      const policy = String(headers['content-security-policy'])
      const [, framedBy] = /frame-ancestors ([^;]*)/.exec(policy) ?? []
      return { status, framedBy, ...JSON.parse(json) }
    }
    const unknown = { status: 404, framedBy: "'none'", problem: 'unknownStudy' }
    expect(await framed()).toEqual(unknown)
    // The page of another site never has the cookie, so it counts for nothing.
    expect(await framed('', owner.cookie)).toEqual(unknown)
    await share(owner, study)
    const shown = { status: 200, framedBy: '*', study: study.id }
    expect(await framed()).toEqual({ ...shown, n: 1, record: HGN, isExercise: false })
    expect(await framed('?chapter=2&theme=dark')).toEqual({
      ...{ ...shown, n: 2, record: LONGER, isExercise: true },
    })
    for (const chapter of ['3', '0', 'two', '']) {
      expect([chapter, await framed(`?chapter=${chapter}`)]).toEqual([chapter, unknown])
    }
    await share(owner, study, false)
    expect(await framed()).toEqual(unknown)
  })

  test('reads nothing of a player who blocked them, or whose account is gone', async () => {
    const [owner, other] = [await member(), await member()]
    const study = await make(owner)
    await share(owner, study)
    await doTo(owner, 'block', { player: other.player.id, isOn: true })
    expect(await chapterOf(other, study)).toBeUndefined()
    await doTo(owner, 'block', { player: other.player.id, isOn: false })
    expect(await chapterOf(other, study)).toBeDefined()
    await post(owner, 'delete', { password: PASSWORD })
    expect(await chapterOf(other, study)).toBeUndefined()
  })

  test('hears each change until the study is not shared any more', async () => {
    const [owner, other] = [await member(), await guest()]
    const study = await make(owner)
    expect(await other.send({ type: 'followStudy', study: study.id })).toMatchObject({
      refusal: { code: 'unknownStudy' },
    })
    await share(owner, study)
    expect(await other.send({ type: 'followStudy', study: study.id })).toMatchObject({ ok: true })
    await owner.send({ type: 'followStudy', study: study.id })
    await save(owner, study, 1, LONGER, '6u')
    const heard = await other.hear('study', ({ chapter }) => chapter?.version === 2)
    expect(heard.chapter).toMatchObject({ n: 1, hgn: LONGER, path: '6u' })
    await share(owner, study, false)
    await other.hear('studyGone', (gone) => gone.study === study.id)
    await save(owner, study, 2, HGN)
    await owner.hear('study', ({ chapter }) => chapter?.version === 3)
    const told = JSON.stringify(other.told.filter(({ event }) => event === 'study'))
    expect(told).not.toContain('"version":3,"hgn"')
  })
})

describe('following a study ends', () => {
  const block = (one: Page, { player }: Page) =>
    doTo(one, 'block', { player: player.id, isOn: true })

  /** A shared study of a member, followed by its owner, by another member and by a guest. */
  async function followed() {
    const [owner, reader, stranger] = [await member(), await member(), await guest()]
    const study = await make(owner)
    await share(owner, study)
    for (const page of [owner, reader, stranger]) {
      expect(await page.send({ type: 'followStudy', study: study.id })).toMatchObject({ ok: true })
    }
    return { owner, reader, stranger, study }
  }

  const isGone = async (page: Page, study: Study) => {
    await page.hear('studyGone', (gone) => gone.study === study.id)
    expect(await page.send({ type: 'followStudy', study: study.id })).toMatchObject({
      refusal: { code: 'unknownStudy' },
    })
  }

  test.each([
    ['the owner has blocked', (owner: Page, reader: Page) => block(owner, reader)],
    ['has blocked the owner', (owner: Page, reader: Page) => block(reader, owner)],
  ])('for a reader who %s, and for nobody else', async (_, begin) => {
    const { owner, reader, stranger, study } = await followed()
    await begin(owner, reader)
    await isGone(reader, study)
    await save(owner, study, 1, LONGER)
    for (const page of [owner, stranger]) {
      await page.hear('study', ({ chapter }) => chapter?.version === 2)
    }
    // Its answer comes after all that was sent before.
    await reader.send({ type: 'unfollowStudy' })
    expect(reader.told.filter(({ event }) => event === 'study')).toEqual([])
  })

  test.each([
    ['is muted', (owner: Page) => limit(owner, 'mute')],
    ['is suspended', (owner: Page) => limit(owner, 'suspend')],
    ['has deleted the account', (owner: Page) => post(owner, 'delete', { password: PASSWORD })],
  ])('for all readers when the owner %s', async (_, begin) => {
    const { owner, reader, stranger, study } = await followed()
    await begin(owner)
    for (const page of [reader, stranger]) await isGone(page, study)
  })

  test('with the next change at the latest, if the server has not heard of a block', async () => {
    const { owner, reader, stranger, study } = await followed()
    const row = { player: owner.player.id, blocked: reader.player.id, at: 0 }
    await server.inStore((db) => db.insertInto('blocks').values(row).execute())
    await save(owner, study, 1, LONGER)
    await stranger.hear('study', ({ chapter }) => chapter?.version === 2)
    await isGone(reader, study)
    expect(reader.told.filter(({ event }) => event === 'study')).toEqual([])
  })

  test('for a member who is blocked, although the invitation stays', async () => {
    const owner = await member()
    const reader = await follower(owner)
    const study = await make(owner)
    await invite(owner, study, reader)
    expect(await reader.send({ type: 'followStudy', study: study.id })).toMatchObject({ ok: true })
    await block(owner, reader)
    await isGone(reader, study)
  })
})

describe('a member', () => {
  test('reads what is not shared, finds it in the own list, and leaves', async () => {
    const owner = await member()
    const reader = await follower(owner)
    const study = await make(owner)
    expect((await invite(owner, study, reader, false)).study?.members).toEqual([
      { id: reader.player.id, name: reader.player.name, mayEdit: false },
    ])
    expect((await chapterOf(reader, study))?.hgn).toBe(HGN)
    const { studies, invited } = studiesReplySchema.parse(await look(reader, ''))
    expect([studies, invited]).toMatchObject([[], [{ id: study.id }]])
    expect(await save(reader, study, 1, LONGER)).toMatchObject({ refusal: { code: 'notHolder' } })
    expect(await share(reader, study)).toMatchObject({ refusal: { code: 'unknownStudy' } })
    const leave = { type: 'uninvite', study: study.id, player: reader.player.id }
    expect((await changeStudy(reader, leave)).study?.members).toEqual([])
    expect(await chapterOf(reader, study)).toBeUndefined()
    expect(studiesReplySchema.parse(await look(reader, '')).invited).toEqual([])
  })

  test('who may edit loses no acknowledged change to another, and takes none away', async () => {
    const owner = await member()
    const editor = await follower(owner)
    const study = await make(owner)
    await invite(owner, study, editor)
    expect((await give(owner, study, undefined)).study?.holder).toBeNull()
    const answers = await Promise.all(
      [owner, editor].map((page, n) => save(page, study, 1, record(`page ${n}`))),
    )
    expect(answers.map(({ refusal }) => refusal?.code).sort()).toEqual(['staleStudy', undefined])
    expect((await save(editor, study, 2, LONGER)).study?.version).toBeGreaterThan(0)
    expect(await chapterOf(owner, study)).toMatchObject({ hgn: LONGER, version: 3 })
    const added = { type: 'addChapter', study: study.id, n: 2, title: 'Second', hgn: HGN }
    expect((await changeStudy(editor, added)).study?.chapters).toHaveLength(2)
    for (const body of [
      { type: 'removeChapter', n: 2 },
      { type: 'give', holder: null },
    ]) {
      const answer = await changeStudy(editor, { study: study.id, ...body })
      expect(answer).toMatchObject({ refusal: { code: 'unknownStudy' } })
    }
    expect(await changeStudy(editor, { study: study.id }, '/remove')).toMatchObject({ status: 404 })
  })

  test('alone moves while holding the pieces, which go back to the owner in the end', async () => {
    const owner = await member()
    const editor = await follower(owner)
    const reader = await follower(owner)
    const study = await make(owner)
    await invite(owner, study, editor)
    await invite(owner, study, reader, false)
    expect(await give(owner, study, reader)).toMatchObject({ refusal: { code: 'unknownPlayer' } })
    await give(owner, study, editor)
    expect(await save(owner, study, 1, LONGER)).toMatchObject({ refusal: { code: 'notHolder' } })
    expect(await save(editor, study, 1, LONGER)).toMatchObject({ status: 200 })
    await give(owner, study, owner)
    expect(await save(editor, study, 2, HGN)).toMatchObject({ refusal: { code: 'notHolder' } })
    await give(owner, study, editor)
    const away = { type: 'uninvite', study: study.id, player: editor.player.id }
    expect((await changeStudy(owner, away)).study?.holder).toBe(owner.player.id)
    expect(await save(editor, study, 2, HGN)).toMatchObject({ refusal: { code: 'unknownStudy' } })
    expect(await save(owner, study, 2, HGN)).toMatchObject({ status: 200 })
  })

  test('is a follower of the owner, whom nothing keeps away', async () => {
    const [owner, stranger] = [await member(), await member()]
    const study = await make(owner)
    const named = (name: string) =>
      changeStudy(owner, { type: 'invite', study: study.id, name, mayEdit: true })
    expect(await named('Nobody of this name')).toMatchObject({ refusal: { code: 'unknownPlayer' } })
    expect(await invite(owner, study, owner)).toMatchObject({ refusal: { code: 'self' } })
    expect(await invite(owner, study, stranger)).toMatchObject({ refusal: { code: 'notFollower' } })
    const editor = await follower(owner)
    await limit(editor, 'suspend')
    expect(await invite(owner, study, editor)).toMatchObject({ refusal: { code: 'inviteBarred' } })
    await limit(editor, 'suspend', false)
    await invite(owner, study, editor)
    await limit(editor, 'mute')
    expect(await save(editor, study, 1, LONGER)).toMatchObject({ refusal: { code: 'muted' } })
    await limit(editor, 'mute', false)
    await doTo(editor, 'block', { player: owner.player.id, isOn: true })
    expect(await chapterOf(editor, study)).toBeUndefined()
    expect(await save(editor, study, 1, LONGER)).toMatchObject({
      refusal: { code: 'unknownStudy' },
    })
    expect(await invite(owner, study, editor)).toMatchObject({ refusal: { code: 'blocked' } })
  })

  test('is one of not too many, and is invited to not too many studies', async () => {
    const [owner, other] = [await member(), await member()]
    const study = await make(owner)
    const editor = await follower(owner)
    const full = Array.from({ length: MOST_INVITED }, (_, n) => `full${n}`)
    await fill(full.map((id) => ({ study: id, player: editor.player.id })))
    expect(await invite(owner, study, editor)).toMatchObject({
      refusal: { code: 'tooManyInvitations' },
    })
    await doTo(other, 'follow', { name: owner.player.name, isOn: true })
    const accounts: string[] = []
    for (let n = 0; n < MOST_MEMBERS; n++) accounts.push(`player${n}`)
    await fill(accounts.map((player) => ({ study: study.id, player })))
    expect(await invite(owner, study, other)).toMatchObject({ refusal: { code: 'tooManyMembers' } })
  })

  test('is seen by members alone, on their pages too', async () => {
    const [owner, outsider] = [await member(), await guest()]
    const editor = await follower(owner)
    const study = await make(owner)
    await share(owner, study)
    for (const page of [editor, outsider]) await page.send({ type: 'followStudy', study: study.id })
    await invite(owner, study, editor)
    const seen = await outsider.hear('study', ({ study: is }) => is.version === 3)
    expect(seen.study).toMatchObject({ members: [], holder: null })
    const inside = await editor.hear('study', ({ study: is }) => is.version === 3)
    expect(inside.study.members).toMatchObject([{ id: editor.player.id }])
    expect(await look(outsider, `/${study.id}`)).toMatchObject({ study: { members: [] } })
    await share(owner, study, false)
    await outsider.hear('studyGone', (gone) => gone.study === study.id)
    await save(editor, study, 1, LONGER)
    const told = await editor.hear('study', ({ chapter }) => chapter?.version === 2)
    expect(told.chapter?.hgn).toBe(LONGER)
    const away = { type: 'uninvite', study: study.id, player: editor.player.id }
    await changeStudy(owner, away)
    await editor.hear('studyGone', (gone) => gone.study === study.id)
  })
})

test('everything about a player contains their studies', async () => {
  const page = await member()
  const study = await make(page)
  await changeStudy(page, {
    ...{ type: 'edit', study: study.id, title: 'Mine', isShared: true, isPublic: true },
  })
  const { body } = await ask(`${page.url}/api/account/data`, { headers: { cookie: page.cookie } })
  expect(JSON.parse(body)).toMatchObject({
    studies: [
      {
        ...{ id: study.id, title: 'Mine', isShared: true, isPublic: true },
        chapters: [{ title: 'First', hgn: HGN, isExercise: false }],
      },
    ],
  })
})

test('a study of the version before public studies is shared, and not public', async () => {
  const databaseFile = join(server.folder, 'before.db')
  const { '0034-public-studies': _, ...before } = stepsFor(SQLITE_COLUMNS)
  const older = await openDatabase(databaseFile, before)
  await sql`insert into studies (id, owner, title, "isShared", version, "createdAt", "changedAt")
    values ('anolderstudy', 'nobody', 'Mine', 1, 1, 0, 0)`.execute(older.db)
  await older.close()
  const upgraded = await openDatabase(databaseFile, stepsFor(SQLITE_COLUMNS))
  const rows = await upgraded.db.selectFrom('studies').selectAll().execute()
  await upgraded.close()
  expect(rows).toMatchObject([{ title: 'Mine', isShared: 1, isPublic: null }])
})
