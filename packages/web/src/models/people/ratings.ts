import {
  type ChallengeId,
  type Expected,
  expectedReplySchema,
  type GameId,
  type Profile,
  profileReplySchema,
  type RatingChange,
  ratingChangesReplySchema,
} from '@hokito/protocol'
import { ROUTES } from '../../routes.ts'
import { readAnswer, readReply } from '../device/ask.ts'

/**
 * Address of a player's profile. A full stop is escaped, because it would make the address look
 * like a file.
 */
export function playerRoute(name: string): string {
  return `/player/${encodeURIComponent(name).replaceAll('.', '%2E')}`
}

/**
 * Address for challenging a player by name: the challenge is made straight away, with terms that
 * can be changed afterwards.
 */
export function challengeRoute(name: string): string {
  return `${ROUTES.invite}?${new URLSearchParams({ to: name })}`
}

/** A player's profile; `unknown` if no account has that name, undefined without an answer. */
export function fetchProfile(name: string): Promise<Profile | 'unknown' | undefined> {
  return readReply(`/api/players/${encodeURIComponent(name)}`, (answer, { status }) =>
    status === 404 ? 'unknown' : profileReplySchema.safeParse(answer).data,
  )
}

/** The rating changes by the match that ended with a game; none if they are not known. */
export async function fetchChanges(game: GameId): Promise<readonly RatingChange[]> {
  const answer = await readAnswer(`/api/games/${game}/ratings`)
  return ratingChangesReplySchema.safeParse(answer).data?.changes ?? []
}

/** The expected result of a rated match for us; undefined if it is not known. */
export async function fetchExpected(challenge: ChallengeId): Promise<Expected | undefined> {
  const answer = await readAnswer(`/api/challenges/${challenge}/expected`)
  return expectedReplySchema.safeParse(answer).data
}
