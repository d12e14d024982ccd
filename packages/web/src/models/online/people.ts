import {
  type ExplorerGames,
  explorerGamesSchema,
  type HttpRefusal,
  httpRefusalSchema,
  type Leaders,
  leadersReplySchema,
  type Opponents,
  opponentsSchema,
  type PeopleReply,
  type PlayerGamesWish,
  peopleReplySchema,
  type Relation,
  relationReplySchema,
  type Speed,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'

/** What can be done between people; the bodies are the schemas of the protocol. */
export type PeopleWish = 'follow' | 'block' | 'talk' | 'report'

/** What came of it: done, or why not; no code where there was no answer. */
export type PeopleAnswer = Result<void, HttpRefusal | undefined>

/** Whoever we are, and our people; undefined without an answer. */
export function fetchPeople(): Promise<PeopleReply | undefined> {
  return read('/api/people', (answer) => peopleReplySchema.safeParse(answer).data)
}

/** What stands between us and somebody; `unknown` where nobody has an account with that name, undefined without an answer. */
export function fetchRelation(name: string): Promise<Relation | 'unknown' | undefined> {
  return read(`/api/people/${encodeURIComponent(name)}`, (answer, status) =>
    status === 404 ? 'unknown' : relationReplySchema.safeParse(answer).data,
  )
}

/** The strongest at a speed. */
export function fetchLeaders(speed: Speed): Promise<Leaders | undefined> {
  return read(`/api/leaders/${speed}`, (answer) => leadersReplySchema.safeParse(answer).data)
}

/** With whom somebody has played most, and how that went. */
export function fetchOpponents(name: string): Promise<Opponents | undefined> {
  return read(
    `/api/players/${encodeURIComponent(name)}/opponents`,
    (answer) => opponentsSchema.safeParse(answer).data,
  )
}

/** A page of somebody's games; `wrong` where the server cannot read what is searched for. */
export function fetchPlayerGames(
  name: string,
  wish: PlayerGamesWish,
): Promise<ExplorerGames | 'wrong' | undefined> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(wish)) if (value) query.set(key, value)
  return read(`/api/players/${encodeURIComponent(name)}/games?${query}`, (answer, status) =>
    status === 400 ? 'wrong' : explorerGamesSchema.safeParse(answer).data,
  )
}

/** Where all of somebody's public games can be saved, or all of our own. */
export function gamesFileOf(name: string, isSelf: boolean): string {
  return isSelf ? '/api/account/games.hgn' : `/api/players/${encodeURIComponent(name)}/games.hgn`
}

/** Does something between us and others. */
export async function sendPeople(wish: PeopleWish, body: object): Promise<PeopleAnswer> {
  try {
    const response = await fetch(`/api/people/${wish}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (response.ok) return ok(undefined)
    return err(httpRefusalSchema.safeParse(await response.json()).data)
  } catch {
    // No network, or an answer that cannot be read: either way none.
    return err(undefined)
  }
}

// --- internal ---

const ANSWER_MS = 15_000

async function read<T>(
  path: string,
  parse: (answer: unknown, status: number) => T | undefined,
): Promise<T | undefined> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) })
    return parse(await response.json(), response.status)
  } catch {
    // No network, or an answer that cannot be read: either way none, and the page says so or shows less.
    return undefined
  }
}
