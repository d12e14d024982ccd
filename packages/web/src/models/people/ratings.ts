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
  return ask(`/api/players/${encodeURIComponent(name)}`, (answer, status) =>
    status === 404 ? 'unknown' : profileReplySchema.safeParse(answer).data,
  )
}

/** The rating changes by the match that ended with a game; none if they are not known. */
export async function fetchChanges(game: GameId): Promise<readonly RatingChange[]> {
  const changes = await ask(
    `/api/games/${game}/ratings`,
    (answer) => ratingChangesReplySchema.safeParse(answer).data?.changes,
  )
  return changes ?? []
}

/** The expected result of a rated match for us; undefined if it is not known. */
export function fetchExpected(challenge: ChallengeId): Promise<Expected | undefined> {
  return ask(
    `/api/challenges/${challenge}/expected`,
    (answer) => expectedReplySchema.safeParse(answer).data,
  )
}

// --- internal ---

const ANSWER_MS = 15_000

async function ask<T>(
  path: string,
  read: (answer: unknown, status: number) => T | undefined,
): Promise<T | undefined> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) })
    return read(await response.json(), response.status)
  } catch {
    // No network, or an unreadable answer: both count as none, and the page says so or shows less.
    return undefined
  }
}
