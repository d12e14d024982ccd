import {
  type ExplorerGames,
  explorerGamesSchema,
  type HttpRefusal,
  type Leaders,
  leadersReplySchema,
  namesReplySchema,
  type Opponents,
  opponentsSchema,
  type PeopleReply,
  type PlayerGamesWish,
  type PublicStudy,
  peopleReplySchema,
  publicStudiesReplySchema,
  type Relation,
  relationReplySchema,
  type Speed,
} from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { ask, posting, readAnswer, readReply } from '../device/ask.ts'

/** Actions between players; the schemas of the protocol describe their bodies. */
export type PeopleWish = 'follow' | 'block' | 'talk' | 'report'

/**
 * The result of an action: success or the refusal; undefined in its place if there was no answer.
 */
export type PeopleAnswer = Result<void, HttpRefusal | undefined>

/** Our player and the players related to us; undefined without an answer. */
export async function fetchPeople(): Promise<PeopleReply | undefined> {
  return peopleReplySchema.safeParse(await readAnswer('/api/people')).data
}

/**
 * The relation between us and a player; `unknown` if no account has that name, undefined without an
 * answer.
 */
export function fetchRelation(name: string): Promise<Relation | 'unknown' | undefined> {
  return readReply(`/api/people/${encodeURIComponent(name)}`, (answer, { status }) =>
    status === 404 ? 'unknown' : relationReplySchema.safeParse(answer).data,
  )
}

/** The names of the accounts that begin with these letters; none without an answer. */
export async function fetchNames(letters: string): Promise<readonly string[]> {
  const answer = await readAnswer(`/api/names?${new URLSearchParams({ begins: letters })}`)
  return namesReplySchema.safeParse(answer).data?.players.map(({ name }) => name) ?? []
}

/** The highest-rated players at a speed. */
export async function fetchLeaders(speed: Speed): Promise<Leaders | undefined> {
  return leadersReplySchema.safeParse(await readAnswer(`/api/leaders/${speed}`)).data
}

/** A player's most frequent opponents, and the results against them. */
export async function fetchOpponents(name: string): Promise<Opponents | undefined> {
  const answer = await readAnswer(`/api/players/${encodeURIComponent(name)}/opponents`)
  return opponentsSchema.safeParse(answer).data
}

/** A player's public studies, the last changed first. */
export async function fetchPublicStudies(
  name: string,
): Promise<readonly PublicStudy[] | undefined> {
  const answer = await readAnswer(`/api/players/${encodeURIComponent(name)}/studies`)
  return publicStudiesReplySchema.safeParse(answer).data?.studies
}

/** A page of a player's games; `wrong` if the server cannot read the search. */
export function fetchPlayerGames(
  name: string,
  wish: PlayerGamesWish,
): Promise<ExplorerGames | 'wrong' | undefined> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(wish)) if (value) query.set(key, value)
  const path = `/api/players/${encodeURIComponent(name)}/games?${query}`
  return readReply(path, (answer, { status }) =>
    status === 400 ? 'wrong' : explorerGamesSchema.safeParse(answer).data,
  )
}

/** Where all of a player's public games can be downloaded, or all of our own. */
export function gamesFileOf(name: string, isSelf: boolean): string {
  return isSelf ? '/api/account/games.hgn' : `/api/players/${encodeURIComponent(name)}/games.hgn`
}

/** Sends an action between us and other players. */
export function sendPeople(wish: PeopleWish, body: object): Promise<PeopleAnswer> {
  return ask(`/api/people/${wish}`, posting(body), () => undefined)
}
