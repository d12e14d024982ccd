import {
  type Card,
  LONGEST_SCHOOL_NAME,
  MOST_CLASSES,
  MOST_DONE,
  MOST_PUPILS,
  MOST_TASKS,
} from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { giveOrder, readTeachRequests } from '../../src/index.ts'
import { PASSWORD, post } from '../helpers/account.ts'
import {
  classesOf,
  confirmTeacher,
  enterBy,
  freshClassId,
  makeClass,
  openTeacher,
  teach,
} from '../helpers/classes.ts'
import { kept } from '../helpers/kept.ts'
import type { Page } from '../helpers/page.ts'
import { openMember, pagesOn, peopleOf } from '../helpers/people.ts'
import { startTestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'

const server = kept(() => startTestServer())
const { pages, member, guest } = pagesOn(() => server)

async function teacher(): Promise<Page> {
  const page = await openTeacher(server)
  pages.push(page)
  return page
}

async function enter(card: Card | undefined): Promise<Page> {
  if (card === undefined) return expect.fail('no card')
  const page = await enterBy(server.url, card)
  if (page.cookie !== '') pages.push(page)
  return page
}

const dataOf = async ({ url, cookie }: Page) =>
  (await ask(`${url}/api/account/data`, { headers: { cookie } })).body

const DONE = {
  lessons: ['board', 'oneHop'],
  exercises: ['pointsWait.1'],
  puzzles: 7,
  levels: [2],
}

describe('an account that asks to teach', () => {
  const ASK = { type: 'ask', purpose: 'school', school: ' Tartu  School ' }
  const DAY_MS = 86_400_000
  const answerTo = (page: Page, kind: 'teacher' | 'refuseTeacher') => {
    const { name } = page.player
    const common = { name, why: 'We have talked', admin: 'root' }
    const order =
      kind === 'teacher' ? { kind, isOn: true, ...common } : ({ kind, ...common } as const)
    return giveOrder(server.source, order, () => 0)
  }
  const newsOf = async (page: Page) => (await peopleOf(page)).teaching
  const waiting = async () => {
    const read = await readTeachRequests(server.source, { most: 100 })
    return read.ok ? read.value : expect.fail(read.error.code)
  }

  test('has one request, which the owner sees and the account can take back', async () => {
    const page = await member()
    const { name } = page.player
    const own = async () => (await waiting()).filter((one) => one.name === name)
    await teach(page, { ...ASK, purpose: 'family', school: '' }, '/ask')
    const asked = await teach(page, ASK, '/ask')
    expect(asked.reply?.request).toMatchObject({ purpose: 'school', school: 'Tartu School' })
    expect(await own()).toMatchObject([{ purpose: 'school', school: 'Tartu School' }])
    expect(await dataOf(page)).toContain('"school":"Tartu School"')
    await teach(page, { type: 'withdraw' }, '/ask')
    expect(await own()).toEqual([])
    expect((await classesOf(page)).request).toBeUndefined()
  })

  test('sees that it was granted until it has made a class', async () => {
    const page = await member()
    await teach(page, ASK, '/ask')
    expect(await newsOf(page)).toBeUndefined()
    await answerTo(page, 'teacher')
    expect(await newsOf(page)).toMatchObject({ isGranted: true, why: 'We have talked' })
    expect(await waiting()).not.toContainEqual(expect.objectContaining({ name: page.player.name }))
    await teach(page, { type: 'make', class: freshClassId(), name: 'Class 3b' })
    expect(await newsOf(page)).toBeUndefined()
  })

  test('sees a refusal, and can ask again a month later', async () => {
    const page = await member()
    expect(await answerTo(page, 'refuseTeacher')).toMatchObject({ value: { code: 'notAsked' } })
    await teach(page, ASK, '/ask')
    await answerTo(page, 'refuseTeacher')
    expect(await newsOf(page)).toMatchObject({ isGranted: false, why: 'We have talked' })
    expect(await teach(page, ASK, '/ask')).toMatchObject({ status: 429 })
    await teach(page, { type: 'withdraw' }, '/ask')
    expect((await classesOf(page)).request?.answer).toMatchObject({ why: 'We have talked' })
    server.advance(15 * DAY_MS)
    expect(await newsOf(page)).toBeUndefined()
    server.advance(15 * DAY_MS)
    expect((await teach(page, ASK, '/ask')).reply?.request?.answer).toBeUndefined()
  })

  test('leaves nothing when it is deleted', async () => {
    const page = await member()
    await teach(page, ASK, '/ask')
    expect((await post(page, 'delete', { password: PASSWORD })).status).toBe(200)
    expect(await waiting()).not.toContainEqual(expect.objectContaining({ name: page.player.name }))
  })

  test('is no guest and no pupil, and names a school of limited length', async () => {
    expect(await teach(await guest(), ASK, '/ask')).toMatchObject({
      refusal: { code: 'noAccount' },
    })
    const page = await teacher()
    const { cards } = await makeClass(page, ['Kaur'])
    const pupil = await enter(cards[0])
    expect(await teach(pupil, ASK, '/ask')).toMatchObject({ refusal: { code: 'ofClass' } })
    const long = { ...ASK, school: 'S'.repeat(LONGEST_SCHOOL_NAME + 1) }
    expect(await teach(await member(), long, '/ask')).toMatchObject({
      refusal: { code: 'badClassName' },
    })
  })
})

describe('a teacher', () => {
  test('is an account that the owner of the server has confirmed', async () => {
    const page = await openMember(server.url)
    pages.push(page)
    const make = { type: 'make', class: freshClassId(), name: 'Class 3b' }
    expect(await teach(page, make)).toMatchObject({ refusal: { code: 'notTeacher' } })
    expect(await confirmTeacher(server, page.player.name)).toMatchObject({ value: { ok: true } })
    expect((await teach(page, make)).reply).toMatchObject({
      isTeacher: true,
      classes: [{ name: 'Class 3b', isOpen: false, pupils: [], tasks: [] }],
    })
    await teach(page, { class: make.class, names: ['Ottokar'] }, '/pupils')
    expect(await dataOf(page)).toContain('"name":"Ottokar"')
    await confirmTeacher(server, page.player.name, false)
    expect(await classesOf(page)).toMatchObject({ isTeacher: false, classes: [] })
    expect(await dataOf(page)).not.toContain('Ottokar')
    expect(await teach(page, make)).toMatchObject({ refusal: { code: 'notTeacher' } })
    expect(await confirmTeacher(server, page.player.name, false)).toMatchObject({
      value: { ok: false, code: 'notTeacher' },
    })
  })

  test('who leaves the school gives the classes to another one, and can leave the server', async () => {
    const page = await teacher()
    const successor = await teacher()
    const { made } = await makeClass(page, ['Anna'])
    const dismiss = (name: string) => confirmTeacher(server, page.player.name, false, name)
    expect(await dismiss(page.player.name)).toMatchObject({ value: { code: 'noSuccessor' } })
    // Someone who has never been a teacher has nothing to hand over.
    const member = await openMember(server.url)
    pages.push(member)
    expect(
      await confirmTeacher(server, member.player.name, false, successor.player.name),
    ).toMatchObject({ value: { code: 'notTeacher' } })
    expect(await dismiss('Nobody')).toMatchObject({ value: { code: 'noSuccessor' } })
    expect(await dismiss(successor.player.name)).toMatchObject({ value: { ok: true } })
    const { classes } = await classesOf(successor)
    expect(classes).toMatchObject([{ id: made.id, pupils: [{ name: 'Anna' }] }])
    expect(await classesOf(page)).toMatchObject({ isTeacher: false, classes: [] })
    expect((await post(page, 'delete', { password: PASSWORD })).status).toBe(200)
  })

  test('gets no classes beyond those that a teacher may have', async () => {
    const page = await teacher()
    const successor = await teacher()
    await makeClass(page, ['Bert'])
    const make = { type: 'make', name: 'Class 3b' }
    for (let n = 0; n < MOST_CLASSES; n++) {
      await teach(successor, { ...make, class: freshClassId() })
    }
    expect(
      await confirmTeacher(server, page.player.name, false, successor.player.name),
    ).toMatchObject({ value: { code: 'tooManyClasses' } })
    // Nothing has changed.
    expect((await classesOf(page)).classes).toHaveLength(1)
  })

  test('makes a class once, however often the request is sent, and only so many', async () => {
    const page = await teacher()
    const make = { type: 'make', class: freshClassId(), name: ' Class  3b ' }
    await teach(page, make)
    expect((await teach(page, make)).reply?.classes).toHaveLength(1)
    expect(await teach(page, { ...make, class: freshClassId(), name: ' ' })).toMatchObject({
      refusal: { code: 'badClassName' },
    })
    for (let n = 1; n < MOST_CLASSES; n++) await teach(page, { ...make, class: freshClassId() })
    expect(await teach(page, { ...make, class: freshClassId() })).toMatchObject({
      refusal: { code: 'tooManyClasses' },
    })
  })

  test('makes pupils with a name and a card each, as many as fit into a class', async () => {
    const page = await teacher()
    const { made, cards } = await makeClass(page, ['Mari', 'Mari', ''])
    const [mari, other, drawn] = cards.map(({ name }) => name)
    expect(mari).toBe('Mari')
    expect(other).toMatch(/^Mari \d+$/)
    expect(drawn).toMatch(/^\w+ \w+ \d+$/)
    expect(made.pupils).toHaveLength(3)
    const wrong = await teach(page, { class: made.id, names: ['Juku', '🙂'] }, '/pupils')
    expect(wrong.refusal).toEqual({ code: 'nameCharacters', why: '🙂' })
    const many = Array.from({ length: MOST_PUPILS - 2 }, () => '')
    expect(await teach(page, { class: made.id, names: many }, '/pupils')).toMatchObject({
      refusal: { code: 'tooManyPupils' },
    })
    expect((await classesOf(page)).classes[0]?.pupils).toHaveLength(3)
  })

  test('sets tasks and takes them back', async () => {
    const page = await teacher()
    const { made } = await makeClass(page, [''])
    const add = (n: number) =>
      teach(page, { type: 'addTask', class: made.id, n, task: { kind: 'puzzles', count: n } })
    await add(1)
    expect((await add(1)).reply?.classes[0]?.tasks).toEqual([
      { n: 1, task: { kind: 'puzzles', count: 1 } },
    ])
    for (let n = 2; n <= MOST_TASKS; n++) await add(n)
    expect(await add(MOST_TASKS + 1)).toMatchObject({ refusal: { code: 'tooManyTasks' } })
    const less = await teach(page, { type: 'removeTask', class: made.id, n: 1 })
    expect(less.reply?.classes[0]?.tasks).toHaveLength(MOST_TASKS - 1)
  })

  test('reads and changes nothing of another teacher', async () => {
    const [page, other] = [await teacher(), await teacher()]
    const { made } = await makeClass(page, ['Kati'])
    const [pupil] = made.pupils
    expect((await classesOf(other)).classes).toEqual([])
    const attempts: readonly (readonly [object, string])[] = [
      [{ type: 'make', class: made.id, name: 'Mine' }, ''],
      [{ type: 'open', class: made.id, isOn: true }, ''],
      [{ type: 'remove', class: made.id }, ''],
      [{ type: 'removeTask', class: made.id, n: 1 }, ''],
      [{ type: 'offer', pupil: pupil?.id, isOn: true }, ''],
      [{ type: 'removePupil', pupil: pupil?.id }, ''],
      [{ class: made.id, names: [''] }, '/pupils'],
      [{ class: made.id, pupils: [pupil?.id] }, '/cards'],
    ]
    for (const [body, path] of attempts) {
      const { refusal } = await teach(other, body, path)
      expect([body, refusal?.code]).toEqual([body, expect.stringMatching(/^unknown(Class|Pupil)$/)])
    }
    const own = await makeClass(other, [''])
    const foreign = { class: own.made.id, pupils: [pupil?.id] }
    expect(await teach(other, foreign, '/cards')).toMatchObject({
      refusal: { code: 'unknownPupil' },
    })
    expect((await classesOf(page)).classes).toEqual([made])
  })

  test('cannot leave pupils without anyone', async () => {
    const page = await teacher()
    const { made } = await makeClass(page, [''])
    expect(await post(page, 'delete', { password: PASSWORD })).toMatchObject({
      refusal: { code: 'hasClasses' },
    })
    expect((await teach(page, { type: 'remove', class: made.id })).reply?.classes).toEqual([])
    expect(await post(page, 'delete', { password: PASSWORD })).toMatchObject({ status: 200 })
  })
})

describe('a pupil', () => {
  test('signs in by the card, on several devices, and sees the tasks but no marks of others', async () => {
    const page = await teacher()
    const { made, cards } = await makeClass(page, ['Anna', 'Bert'])
    const task = { kind: 'lesson', lesson: 'board' }
    await teach(page, { type: 'addTask', class: made.id, n: 1, task })
    const [one, again] = [await enter(cards[0]), await enter(cards[0])]
    expect((await classesOf(again)).own).toEqual((await classesOf(one)).own)
    expect((await classesOf(one)).own).toEqual({
      name: 'Class 3b',
      teacher: page.player.name,
      isOpen: false,
      classmates: [{ id: made.pupils[1]?.id, name: cards[1]?.name }],
      tasks: [{ n: 1, task }],
      done: { lessons: [], exercises: [], puzzles: 0, levels: [] },
      isOffered: false,
    })
  })

  test('reports what was done; the teacher sees it, and other devices add to it', async () => {
    const page = await teacher()
    const { cards } = await makeClass(page, ['Carl'])
    const pupil = await enter(cards[0])
    await teach(pupil, DONE, '/report')
    const more = { ...DONE, lessons: ['top'], puzzles: 3, levels: [1] }
    expect((await teach(pupil, more, '/report')).reply?.own?.done).toEqual({
      lessons: ['board', 'oneHop', 'top'],
      exercises: ['pointsWait.1'],
      puzzles: 7,
      levels: [1, 2],
    })
    const [own] = (await classesOf(page)).classes
    expect(own?.pupils[0]?.done).toMatchObject({ puzzles: 7 })
    expect(await teach(page, DONE, '/report')).toMatchObject({ refusal: { code: 'unknownPupil' } })
    expect(await teach(pupil, { ...DONE, levels: [11] }, '/report')).toMatchObject({ status: 400 })
  })

  test('reports no more names than the site could ever have; those stored before are shown', async () => {
    const page = await teacher()
    const { cards } = await makeClass(page, ['Kaja', 'Lev'])
    const [kaja, lev] = [await enter(cards[0]), await enter(cards[1])]
    const named = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${name}.${n}`)
    const most = { ...DONE, lessons: named('a', 100), exercises: named('b', MOST_DONE - 100) }
    expect((await teach(kaja, most, '/report')).reply?.own?.done).toEqual(most)
    const more = { ...DONE, lessons: named('c', 200), exercises: named('b', MOST_DONE - 199) }
    expect(await teach(kaja, more, '/report')).toMatchObject({ status: 400 })
    // Nor does a second report add to them.
    await teach(kaja, { ...DONE, lessons: named('d', 9) }, '/report')
    expect((await classesOf(kaja)).own?.done).toEqual(most)
    const old = { ...DONE, lessons: named('a', 400), exercises: named('b', 400) }
    await server.inStore((db) =>
      db
        .updateTable('pupils')
        .set({ progressJson: JSON.stringify(old) })
        .where('player', '=', lev.player.id)
        .execute(),
    )
    expect((await classesOf(lev)).own?.done).toEqual(old)
  })

  test('gets a new card; the old one and its sessions are worthless then', async () => {
    const page = await teacher()
    const { made, cards } = await makeClass(page, ['Dora'])
    const pupil = await enter(cards[0])
    const renewed = await teach(page, { class: made.id, pupils: [pupil.player.id] }, '/cards')
    expect(renewed.cards[0]?.name).toBe(cards[0]?.name)
    expect((await enter(cards[0])).cookie).toBe('')
    expect((await classesOf(pupil)).own).toBeUndefined()
    expect((await classesOf(await enter(renewed.cards[0]))).own).toMatchObject({ name: 'Class 3b' })
  })

  test('takes the account over when it is offered, once, and leaves the class', async () => {
    const page = await teacher()
    const { made, cards } = await makeClass(page, ['Frida'])
    const pupil = await enter(cards[0])
    await teach(pupil, DONE, '/report')
    const take = { password: PASSWORD }
    expect(await teach(pupil, take, '/take-over')).toMatchObject({
      refusal: { code: 'notOffered' },
    })
    await teach(page, { type: 'offer', pupil: pupil.player.id, isOn: true })
    const taken = await teach(pupil, take, '/take-over')
    expect(taken.status).toBe(200)
    pupil.cookie = taken.cookie ?? ''
    expect((await classesOf(pupil)).own).toBeUndefined()
    expect((await classesOf(page)).classes.find(({ id }) => id === made.id)?.pupils).toEqual([])
    expect((await enter(cards[0])).cookie).toBe('')
    expect(await teach(pupil, take, '/take-over')).toMatchObject({
      refusal: { code: 'notOffered' },
    })
    const name = { name: `Free ${pupil.player.name}` }
    expect(await post(pupil, 'name', name)).toMatchObject({ status: 200 })
    expect(
      await teach(page, { class: made.id, pupils: [pupil.player.id] }, '/cards'),
    ).toMatchObject({ refusal: { code: 'unknownPupil' } })
  })

  test('takes the account over, or loses it, if the teacher acts at the same moment', async () => {
    const page = await teacher()
    const { made, cards } = await makeClass(page, ['Liis', 'Mart', 'Nora', 'Olev'])
    for (const [n, card] of cards.entries()) {
      const pupil = await enter(card)
      const { id, name } = pupil.player
      await teach(page, { type: 'offer', pupil: id, isOn: true })
      const [taken] = await Promise.all([
        teach(pupil, { password: PASSWORD }, '/take-over'),
        n % 2 === 0
          ? teach(page, { type: 'removePupil', pupil: id })
          : teach(page, { class: made.id, pupils: [id] }, '/cards'),
      ])
      const signedIn = await post(page, 'sign-in', { name, password: PASSWORD })
      expect([name, signedIn.status === 200]).toEqual([name, taken.status === 200])
    }
  })

  test('is deleted by the teacher, with everything that the class knows', async () => {
    const page = await teacher()
    const { made, cards } = await makeClass(page, ['Gina'])
    const gina = await enter(cards[0])
    await teach(gina, DONE, '/report')
    await teach(page, { type: 'removePupil', pupil: gina.player.id })
    expect((await enter(cards[0])).cookie).toBe('')
    expect((await classesOf(page)).classes.find(({ id }) => id === made.id)?.pupils).toEqual([])
  })

  test('finds all that is stored in the download of the account, and nothing of others', async () => {
    const page = await teacher()
    const { cards } = await makeClass(page, ['Inga', 'Jaan'])
    const pupil = await enter(cards[0])
    await teach(pupil, DONE, '/report')
    const own = await dataOf(pupil)
    expect(JSON.parse(own)).toMatchObject({
      class: { name: 'Class 3b', teacher: page.player.name, done: DONE },
    })
    expect(own).not.toContain('Jaan')
    expect(JSON.parse(await dataOf(page))).toMatchObject({
      isTeacher: true,
      classes: [{ pupils: [{ name: cards[0]?.name, done: DONE }, { name: cards[1]?.name }] }],
    })
  })

  test('cannot be found out by trying cards: a wrong name and wrong words look the same', async () => {
    const page = await teacher()
    const { cards } = await makeClass(page, ['Karl'])
    const guess = { password: 'sun moon star key tree' }
    const wrongWords = await post(page, 'sign-in', { name: cards[0]?.name, ...guess })
    const wrongName = await post(page, 'sign-in', { name: 'Karl Nobody', ...guess })
    expect(wrongWords).toMatchObject({ status: 401, refusal: { code: 'wrongSignIn' } })
    expect(wrongName.body).toEqual(wrongWords.body)
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      statuses.push((await post(page, 'sign-in', { name: cards[0]?.name, ...guess })).status)
    }
    expect(statuses).toContain(429)
  })
})
