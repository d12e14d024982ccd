import { type StudyId, studyIdSchema, tournamentWishSchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { openClass, openTeacher, teach } from '../helpers/classes.ts'
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
