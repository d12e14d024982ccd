import {
  type HttpRefusal,
  httpRefusalSchema,
  type PeopleReply,
  peopleReplySchema,
  type Relation,
  relationReplySchema,
} from '@hokito/protocol'
import { afterEach } from 'vitest'
import { signUp } from './account.ts'
import { Page } from './page.ts'
import type { TestServer } from './server.ts'
import { ask, type Origin } from './stranger.ts'

let members = 0

/** A connected player with an account, under a name unique in this run. */
export async function openMember(url: string, name = nextName()): Promise<Page> {
  const page = await Page.open(url)
  await signUp(page, name)
  page.close()
  await page.signIn()
  await page.connect()
  return page
}

/** Opens pages on a file's server, and closes those in `pages` after each test. */
export function pagesOn(server: () => Pick<TestServer, 'url'>) {
  const pages: Page[] = []
  afterEach(() => {
    for (const page of pages.splice(0)) page.close()
  })
  const kept = (page: Page) => {
    pages.push(page)
    return page
  }
  return {
    pages,
    guest: async (url = server().url) => kept(await Page.open(url)),
    member: async (name?: string) => kept(await openMember(server().url, name)),
  }
}

type Asker = Pick<Page, 'url' | 'cookie'>

/**
 * Makes a change between people as a page of the site does. Returns the status, and a refusal if
 * there is one.
 */
export async function doTo(
  { url, cookie }: Asker,
  path: string,
  body: unknown,
  { headers = { origin: url } }: Origin = {},
): Promise<{ readonly status: number; readonly refusal: HttpRefusal | undefined }> {
  const answer = await ask(
    `${url}/api/people/${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }), ...headers },
    },
    JSON.stringify(body),
  )
  return {
    status: answer.status,
    refusal: httpRefusalSchema.safeParse(JSON.parse(answer.body)).data,
  }
}

/** A page's own people, and the sanctions against its player. */
export async function peopleOf({ url, cookie }: Asker): Promise<PeopleReply> {
  const { body } = await ask(`${url}/api/people`, { headers: { cookie } })
  return peopleReplySchema.parse(JSON.parse(body))
}

/** The relation of a page's player to another player. */
export async function relationTo({ url, cookie }: Asker, name: string): Promise<Relation> {
  const { body } = await ask(`${url}/api/people/${encodeURIComponent(name)}`, {
    headers: { ...(cookie !== '' && { cookie }) },
  })
  return relationReplySchema.parse(JSON.parse(body))
}

// --- internal ---

/** Letters that do not look alike. */
const LETTERS = [...'abcdefgh']

function nextName(): string {
  const n = members++
  const letters = [64, 8, 1].map((place) => LETTERS[Math.floor(n / place) % LETTERS.length])
  return `Person ${letters.join('')}x`
}
