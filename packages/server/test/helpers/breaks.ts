import {
  accountReplySchema,
  type BreakState,
  breakStateSchema,
  type HttpRefusal,
  httpRefusalSchema,
} from '@hokito/protocol'
import type { Page } from './page.ts'
import { ask } from './stranger.ts'

/** The player's new break state, or the code of a refusal. */
type Outcome = BreakState | HttpRefusal['code']

/** Takes a break from correspondence games as the account page does. */
export function takeBreak(page: Asker, days: number): Promise<Outcome> {
  return post(page, 'break', { days })
}

/** Ends it early. */
export function endBreak(page: Asker): Promise<Outcome> {
  return post(page, 'break-end', {})
}

/** The breaks on the account page; undefined for players without any. */
export async function breaksOf({ url, cookie }: Asker): Promise<BreakState | undefined> {
  const { body } = await ask(`${url}/api/account`, { headers: { cookie } })
  return accountReplySchema.parse(JSON.parse(body)).account?.breaks
}

// --- internal ---

type Asker = Pick<Page, 'url' | 'cookie'>

async function post({ url, cookie }: Asker, path: string, body: object): Promise<Outcome> {
  const answer = await ask(
    `${url}/api/account/${path}`,
    { method: 'POST', headers: { 'content-type': 'application/json', cookie, origin: url } },
    JSON.stringify(body),
  )
  const read: unknown = JSON.parse(answer.body)
  return answer.status === 200 ? breakStateSchema.parse(read) : httpRefusalSchema.parse(read).code
}
