import {
  dailyTableSchema,
  daySchema,
  type StudyId,
  studyIdSchema,
  tournamentWishSchema,
} from '@hokito/protocol'
import { expect, test } from 'vitest'
import { PASSWORD } from '../helpers/account.ts'
import { confirmTeacher, openClass, openTeacher, teach } from '../helpers/classes.ts'
import { kept } from '../helpers/kept.ts'
import { commandId, GIVEN_TERMS, type Page } from '../helpers/page.ts'
import { doTo, openMember, pagesOn, peopleOf } from '../helpers/people.ts'
import { playRated } from '../helpers/rated.ts'
import { startTestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'
import { changeStudy, makeStudy } from '../helpers/studies.ts'

const server = kept(() => startTestServer())
const { pages } = pagesOn(() => server)

/** A teacher, two pupils of one class, one of another, and a member of no class. */
async function school() {
  const teacher = await openTeacher(server)
  const { class: id, pupils } = await openClass(teacher, ['Anna', 'Bert'])
  const other = await openClass(teacher, ['Carl'])
  const [anna, bert, carl] = [...pupils, ...other.pupils]
  const outsider = await openMember(server.url)
  if (anna === undefined || bert === undefined || carl === undefined) return expect.fail('no pupil')
  pages.push(teacher, outsider, ...pupils, ...other.pupils)
  const open = (isOn: boolean) => teach(teacher, { type: 'open', class: id, isOn })
  return { teacher, id, anna, bert, carl, outsider, open }
}

const challenge = (page: Page, opponent?: Page, isListed = false) =>
  page.send({
    type: 'challenge',
    id: commandId(),
    terms: GIVEN_TERMS,
    color: 'black',
    isListed,
    ...(opponent && { opponent: opponent.player.id }),
  })
const take = (page: Page, id: string) =>
  page.sendRaw({ type: 'acceptChallenge', id: commandId(), challenge: id })
const follow = (page: Page, { player }: Page) =>
  doTo(page, 'follow', { name: player.name, isOn: true })
const OUTSIDE = { ok: false, refusal: { code: 'outsideClass' } }

async function statusOf(path: string, { url, cookie }: Page): Promise<number> {
  return (await ask(`${url}${path}`, { headers: { ...(cookie !== '' && { cookie }) } })).status
}

test('pupils play each other and their teacher', async () => {
  const { teacher, anna, bert } = await school()
  for (const other of [bert, teacher]) {
    const made = await challenge(anna, other)
    if (!made.ok) return expect.fail(JSON.stringify(made))
    expect(await take(other, made.challenge.id)).toMatchObject({ ok: true })
  }
})

test('the first letters of a name find a pupil in the class alone', async () => {
  const { teacher, anna, bert, carl, outsider } = await school()
  const find = async ({ player }: Page, { url, cookie }: Page) => {
    const query = new URLSearchParams({ begins: player.name })
    const { body } = await ask(`${url}/api/names?${query}`, { headers: { cookie } })
    return body.includes(`"name":"${player.name}"`)
  }
  for (const finder of [teacher, bert, anna]) expect(await find(anna, finder)).toBe(true)
  for (const finder of [carl, outsider]) expect(await find(anna, finder)).toBe(false)
  expect(await find(outsider, anna)).toBe(false)
  expect(await find(outsider, teacher)).toBe(true)
})

test('a pupil reaches nobody outside the class', async () => {
  const { anna, bert, carl, outsider } = await school()
  for (const other of [outsider, carl]) {
    expect(await challenge(anna, other)).toEqual(OUTSIDE)
    expect(await follow(anna, other)).toMatchObject({ refusal: { code: 'unknownPlayer' } })
  }
  expect(await follow(anna, bert)).toMatchObject({ status: 200 })
  expect(await challenge(anna)).toEqual(OUTSIDE)
  expect(await challenge(anna, undefined, true)).toEqual(OUTSIDE)
  const timeControl = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 } as const
  expect(await anna.sendRaw({ type: 'quickPair', id: commandId(), timeControl })).toEqual(OUTSIDE)
  const listed = await challenge(outsider, undefined, true)
  if (!listed.ok) return expect.fail(JSON.stringify(listed))
  expect(await take(anna, listed.challenge.id)).toEqual(OUTSIDE)
  const lobby = await anna.send({ type: 'openLobby' })
  expect(lobby.ok && JSON.parse(lobby.lobby)).toMatchObject({ challenges: [], total: 0 })
  const { status, body } = await makeTournament(anna)
  expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'outsideClass' }])
})

test('nobody outside reaches a pupil, or finds out that there is one', async () => {
  const { anna, outsider } = await school()
  expect(await challenge(outsider, anna)).toEqual(OUTSIDE)
  expect(await follow(outsider, anna)).toMatchObject({ refusal: { code: 'unknownPlayer' } })
  const name = encodeURIComponent(anna.player.name)
  for (const path of [
    `/api/people/${name}`,
    `/api/players/${name}`,
    `/api/v1/players/${name}`,
    `/api/v1/players/${name}/games`,
    `/api/players/${name}/games`,
    `/api/explorer/games?player=${name}`,
  ]) {
    expect([path, await statusOf(path, outsider)]).toEqual([path, 404])
  }
})

test('a class is closed if its row does not say that it is open', async () => {
  const { anna, outsider, id } = await school()
  await server.inStore((db) =>
    db.updateTable('classes').set({ isOpen: 2 }).where('id', '=', id).execute(),
  )
  expect(await challenge(outsider, anna)).toEqual(OUTSIDE)
  expect(await challenge(anna)).toEqual(OUTSIDE)
  expect(await follow(outsider, anna)).toMatchObject({ refusal: { code: 'unknownPlayer' } })
  expect(await statusOf(`/api/players/${encodeURIComponent(anna.player.name)}`, outsider)).toBe(404)
})

test('the game of the day names a pupil to the class alone', async () => {
  const { teacher, anna, bert, carl, outsider } = await school()
  const day = daySchema.parse('2026-11-23')
  const key = { day, level: 1 as const }
  const tries = [anna, outsider].map(({ player }) => {
    return { ...key, player: player.id, margin: 0, moves: '', at: 0 }
  })
  await server.inStore(async (db) => {
    await db.insertInto('dailyTries').values(tries).execute()
    await db
      .insertInto('dailyMargins')
      .values({ ...key, margin: 0, count: 2 })
      .execute()
  })
  const names = async (cookie: string) => {
    const { body } = await ask(`${server.url}/api/daily/${day}?level=1`, { headers: { cookie } })
    return dailyTableSchema.parse(JSON.parse(body)).rows.map(({ name }) => name)
  }
  for (const page of [anna, bert, teacher]) {
    expect((await names(page.cookie)).toSorted()).toEqual(
      [anna.player.name, outsider.player.name].toSorted(),
    )
  }
  for (const cookie of [carl.cookie, outsider.cookie, '']) {
    expect(await names(cookie)).not.toContain(anna.player.name)
  }
})

test('a shared study of a pupil is read in the class alone', async () => {
  const { anna, bert, outsider } = await school()
  const study = studyIdSchema.parse('pupilsstudy1')
  await makeSharedStudy(anna, study)
  expect(await statusOf(`/api/studies/${study}`, bert)).toBe(200)
  expect(await statusOf(`/api/studies/${study}`, outsider)).toBe(404)
  const visitor = { ...outsider, url: outsider.url, cookie: '' } as Page
  expect(await statusOf(`/api/studies/${study}`, visitor)).toBe(404)
  // A frame on another site has nobody's cookie.
  expect(await statusOf(`/embed/study/${study}`, bert)).toBe(404)
})

test('following a study ends when the class is closed, or when the pupil has left it', async () => {
  const { teacher, anna, bert, outsider, open } = await school()
  await open(true)
  const [ofAnna, ofOutsider] = ['annasstudy12', 'otherstudy12'].map((id) => studyIdSchema.parse(id))
  if (ofAnna === undefined || ofOutsider === undefined) return expect.fail('no id')
  await makeSharedStudy(anna, ofAnna)
  await makeSharedStudy(outsider, ofOutsider)
  const follow = (page: Page, study: StudyId) => page.send({ type: 'followStudy', study })
  for (const [page, study] of [
    [outsider, ofAnna],
    [bert, ofAnna],
    [anna, ofOutsider],
  ] as const) {
    expect(await follow(page, study)).toMatchObject({ ok: true })
  }
  await open(false)
  await outsider.hear('studyGone', ({ study }) => study === ofAnna)
  await anna.hear('studyGone', ({ study }) => study === ofOutsider)
  const title = 'In the class alone'
  await changeStudy(anna, { type: 'edit', study: ofAnna, title, isShared: true })
  await bert.hear('study', ({ study }) => study.title === title)
  await outsider.send({ type: 'unfollowStudy' })
  expect(JSON.stringify(outsider.told)).not.toContain(title)

  await teach(teacher, { type: 'offer', pupil: anna.player.id, isOn: true })
  expect(await teach(anna, { password: PASSWORD }, '/take-over')).toMatchObject({ status: 200 })
  await bert.hear('studyGone', ({ study }) => study === ofAnna)
})

test('a pupil who had the lobby open hears no more of it once the class is closed', async () => {
  const { anna, outsider, open } = await school()
  await open(true)
  for (const page of [anna, outsider]) await page.send({ type: 'openLobby' })
  await open(false)
  await anna.hear('lobby')
  await anna.send({ type: 'openLobby' })
  const listed = await challenge(outsider, undefined, true)
  if (!listed.ok) return expect.fail(JSON.stringify(listed))
  const { id } = listed.challenge
  await outsider.hear('lobby', ({ added }) => added.some((one) => one.id === id))
  await anna.send({ type: 'closeLobby' })
  expect(JSON.stringify(anna.told)).not.toContain(id)
})

test('a teacher who is dismissed is a stranger to the pupils', async () => {
  const { teacher, anna } = await school()
  const study = studyIdSchema.parse('annasstudy34')
  await makeSharedStudy(anna, study)
  expect(await teacher.send({ type: 'followStudy', study })).toMatchObject({ ok: true })
  expect(await follow(teacher, anna)).toMatchObject({ status: 200 })
  expect(await confirmTeacher(server, teacher.player.name, false)).toMatchObject({ ok: true })
  await teacher.hear('studyGone', (gone) => gone.study === study)
  expect(await statusOf(`/api/studies/${study}`, teacher)).toBe(404)
  expect(await challenge(teacher, anna)).toEqual(OUTSIDE)
  expect((await peopleOf(teacher)).people?.followed).toEqual([])
})

test('a teacher opens the class, and closing it ends what was begun', async () => {
  const { anna, outsider, open } = await school()
  await open(true)
  expect(await follow(outsider, anna)).toMatchObject({ status: 200 })
  expect(await statusOf(`/api/players/${encodeURIComponent(anna.player.name)}`, outsider)).toBe(200)
  const made = await challenge(outsider, anna)
  if (!made.ok) return expect.fail(JSON.stringify(made))
  await open(false)
  expect(await take(anna, made.challenge.id)).toMatchObject({ ok: false })
  expect((await peopleOf(outsider)).people?.followed).toEqual([])
})

test('a game with a player outside that has begun goes on without a word', async () => {
  const { anna, outsider, open } = await school()
  await open(true)
  const made = await challenge(outsider, anna)
  if (!made.ok) return expect.fail(JSON.stringify(made))
  const begun = await take(anna, made.challenge.id)
  if (!begun.ok || !('started' in begun)) return expect.fail(JSON.stringify(begun))
  const game = begun.started
  const greet = () => outsider.send({ type: 'say', game, phrase: 'hello' })
  await outsider.send({ type: 'openGame', game })
  expect(await greet()).toMatchObject({ ok: true })
  await open(false)
  expect(await greet()).toMatchObject({ ok: false, refusal: { code: 'blocked' } })
})

test('the profile of a player outside names a pupil only while the class is open', async () => {
  const { anna, outsider, open } = await school()
  await open(true)
  await playRated([anna, outsider], [anna, anna])
  const profile = async () => {
    const path = `/api/players/${encodeURIComponent(outsider.player.name)}`
    return (await ask(outsider.url + path)).body
  }
  expect(await profile()).toContain(anna.player.name)
  await open(false)
  expect(await profile()).not.toContain(anna.player.name)
})

function makeTournament({ url, cookie }: Page) {
  const wish = tournamentWishSchema.parse({
    ...{ kind: 'swiss', rounds: 3, startsInMinutes: 10 },
    timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  })
  return ask(
    `${url}/api/tournaments/make`,
    { method: 'POST', headers: { 'content-type': 'application/json', cookie, origin: url } },
    JSON.stringify(wish),
  )
}

async function makeSharedStudy(page: Page, study: StudyId): Promise<void> {
  const hgn = '[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]\n\n1. a2a6 *'
  const { title } = await makeStudy(page, hgn, study)
  await changeStudy(page, { type: 'edit', study, title, isShared: true })
}
