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

/** Address of somebody's profile. What has a full stop in it would be taken for a file. */
export function playerRoute(name: string): string {
  return `/player/${encodeURIComponent(name).replaceAll('.', '%2E')}`
}

/** Where somebody is challenged by name: made at once, with terms that can be changed afterwards. */
export function challengeRoute(name: string): string {
  return `${ROUTES.invite}?${new URLSearchParams({ to: name })}`
}

/** Somebody's profile; `unknown` where nobody has an account with that name, undefined without an answer. */
export function fetchProfile(name: string): Promise<Profile | 'unknown' | undefined> {
  return ask(`/api/players/${encodeURIComponent(name)}`, (answer, status) =>
    status === 404 ? 'unknown' : profileReplySchema.safeParse(answer).data,
  )
}

/** What the match that ended with a game has changed; nothing where that is not known. */
export async function fetchChanges(game: GameId): Promise<readonly RatingChange[]> {
  const changes = await ask(
    `/api/games/${game}/ratings`,
    (answer) => ratingChangesReplySchema.safeParse(answer).data?.changes,
  )
  return changes ?? []
}

/** How a rated match would go for us; undefined where that is not known. */
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
    // No network, or an answer that cannot be read: either way none, and the page says so or shows less.
    return undefined
  }
}
