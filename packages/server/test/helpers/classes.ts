import {
  type Card,
  type Class,
  type ClassesReply,
  type ClassId,
  cardsReplySchema,
  classesReplySchema,
  classIdSchema,
  type HttpRefusal,
  httpRefusalSchema,
  passwordOf,
} from '@hokito/protocol'
import { expect } from 'vitest'
import { giveOrder } from '../../src/index.ts'
import { post } from './account.ts'
import { Page } from './page.ts'
import { openMember } from './people.ts'
import type { TestServer } from './server.ts'
import { ask } from './stranger.ts'

/** A server's answer to a request about classes. */
export interface ClassAnswer {
  readonly status: number
  readonly refusal: HttpRefusal | undefined
  readonly reply: ClassesReply | undefined
  readonly cards: readonly Card[]
  readonly cookie: string | undefined
}

/** Posts to a route of classes as a page of the site does. */
export async function teach(
  { url, cookie }: Pick<Page, 'url' | 'cookie'>,
  body: unknown,
  path = '',
): Promise<ClassAnswer> {
  const answer = await ask(
    `${url}/api/classes${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: url },
    },
    JSON.stringify(body),
  )
  const read: unknown = JSON.parse(answer.body)
  return {
    status: answer.status,
    refusal: httpRefusalSchema.safeParse(read).data,
    reply: classesReplySchema.safeParse(read).data,
    cards: cardsReplySchema.safeParse(read).data?.cards ?? [],
    cookie: answer.headers['set-cookie']?.[0]?.split(';')[0],
  }
}

/** What a page's player teaches and attends. */
export async function classesOf({
  url,
  cookie,
}: Pick<Page, 'url' | 'cookie'>): Promise<ClassesReply> {
  const { body } = await ask(`${url}/api/classes`, { headers: { cookie } })
  return classesReplySchema.parse(JSON.parse(body))
}

/** Confirms an account as a teacher, or no longer, as the owner of the server does. */
export function confirmTeacher(
  { source }: TestServer,
  name: string,
  isOn = true,
  successor?: string,
) {
  const order = {
    kind: 'teacher',
    name,
    isOn,
    why: 'Teaches at the school',
    admin: 'root',
  } as const
  return giveOrder(source, { ...order, ...(successor !== undefined && { successor }) }, () => 0)
}

/** A confirmed teacher's page. */
export async function openTeacher(server: TestServer): Promise<Page> {
  const page = await openMember(server.url)
  // A busy server may not take the order in time; it is then given once more.
  const confirm = async () => (await confirmTeacher(server, page.player.name)).ok
  await expect.poll(confirm, { timeout: 120_000 }).toBe(true)
  return page
}

let made = 0
export const freshClassId = (): ClassId =>
  classIdSchema.parse(`class${String(made++).padStart(7, '0')}`)

/** A class with pupils of these names, and their cards. */
export async function makeClass(
  teacher: Page,
  names: readonly string[],
): Promise<{ readonly made: Class; readonly cards: readonly Card[] }> {
  const id = freshClassId()
  await teach(teacher, { type: 'make', class: id, name: 'Class 3b' })
  const { cards, refusal } = await teach(teacher, { class: id, names }, '/pupils')
  const found = (await classesOf(teacher)).classes.find((one) => one.id === id)
  if (found === undefined || refusal !== undefined) throw new Error(JSON.stringify(refusal))
  return { made: found, cards }
}

/** The page of each pupil of a new class, in the order of the names. */
export async function openClass(teacher: Page, names: readonly string[]) {
  const { made, cards } = await makeClass(teacher, names)
  const pupils: Page[] = []
  for (const card of cards) pupils.push(await enterBy(teacher.url, card))
  return { class: made.id, pupils }
}

/** Signs in by a card; the page has no cookie if the card is worthless. */
export async function enterBy(url: string, { name, words }: Card): Promise<Page> {
  const page = new Page(url)
  const answer = await post(page, 'sign-in', { name, password: passwordOf(words) })
  if (answer.status === 200) {
    page.cookie = answer.cookie ?? ''
    await page.signIn()
    await page.connect()
  }
  return page
}
