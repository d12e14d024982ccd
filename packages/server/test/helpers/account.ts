import {
  codesReplySchema,
  type HttpRefusal,
  httpRefusalSchema,
  type TokenScope,
  tokenReplySchema,
} from '@hokito/protocol'
import { Page } from './page.ts'
import { ask, type Origin } from './stranger.ts'

/** A server's answer to a request about an account. */
export interface AccountAnswer {
  readonly status: number
  readonly refusal: HttpRefusal | undefined
  readonly body: unknown
  /** The cookie set by the answer, as sent back; empty if the answer removed it. */
  readonly cookie: string | undefined
}

/** Posts to an account route as a page of the site does, with the page's cookie. */
export async function post(
  { url, cookie }: Pick<Page, 'url' | 'cookie'>,
  path: string,
  body: unknown = {},
  { headers = { origin: url }, ...origin }: Origin = {},
): Promise<AccountAnswer> {
  const answer = await ask(
    `${url}/api/account/${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }), ...headers },
      ...origin,
    },
    JSON.stringify(body),
  )
  const read: unknown = JSON.parse(answer.body)
  const set = answer.headers['set-cookie']?.[0]?.split(';')[0]
  return {
    status: answer.status,
    refusal: httpRefusalSchema.safeParse(read).data,
    body: read,
    cookie: set?.endsWith('=') ? '' : set,
  }
}

export const PASSWORD = 'seven stacks of stone'

/** Gives a page's guest an account, and the page its new cookie; returns the recovery codes. */
export async function signUp(
  page: Page,
  name: string,
  password = PASSWORD,
): Promise<readonly string[]> {
  const answer = await post(page, 'sign-up', { name, password })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  page.cookie = answer.cookie ?? ''
  return codesReplySchema.parse(answer.body).codes
}

/** A token of a page's account with these scopes. */
export async function makeToken(page: Page, scopes: readonly TokenScope[]): Promise<string> {
  const answer = await post(page, 'token', { name: 'a test', scopes, password: PASSWORD })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return tokenReplySchema.parse(answer.body).token
}

/** A token of a new account without a connection. */
export async function tokenOf(
  url: string,
  name: string,
  scopes: readonly TokenScope[],
): Promise<string> {
  const page = await Page.open(url)
  await signUp(page, name)
  const token = await makeToken(page, scopes)
  page.close()
  return token
}
