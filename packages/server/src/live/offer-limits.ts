import { type Challenge, DAY_MS, isLive } from '@hokito/protocol'
import { answersAtOnce } from './opponent.ts'

/** The most open challenges of all players together, in memory and in the store. */
export const MOST_OPEN = 20_000

/** The most running games of one player. */
export const MOST_RUNNING = 50

/** The most open challenges to one player. */
export const MOST_FOR_ONE = 20

/** Does a player have too many open challenges to add another like this? */
export function limitReached(
  own: readonly Challenge[],
  wish: Pick<Challenge, 'terms' | 'isListed'>,
): boolean {
  if (own.length >= MOST_OWN) return true
  return isForDays(wish) && own.filter(isForDays).length >= MOST_OWN_FOR_DAYS
}

/** Is this a live offer, valid only while its maker is connected? */
export function isForThisMoment({
  terms,
  isListed,
  opponent,
}: Pick<Challenge, 'terms' | 'isListed' | 'opponent'>): boolean {
  const isFound = isListed || (opponent !== undefined && answersAtOnce(opponent))
  return isFound && isLive(terms.timeControl)
}

/** Is it listed although its maker need not be connected? */
export function isForDays({ terms, isListed }: Pick<Challenge, 'terms' | 'isListed'>): boolean {
  return isListed && !isLive(terms.timeControl)
}

/**
 * Has it been open for too long? A challenge from the future counts too: the clock was wrong when
 * it was made.
 */
export function isExpired({ terms, createdAt }: Challenge, now: number): boolean {
  const lifeMs = isLive(terms.timeControl) ? DAY_MS : MOST_DAYS * DAY_MS
  return createdAt + lifeMs < now || createdAt > now + DAY_MS
}

/** Has its maker been away for too long to be paired? */
export function isForgotten(goneSince: number, now: number): boolean {
  return goneSince + SEEN_WITHIN_DAYS * DAY_MS < now
}

// --- internal ---

const MOST_DAYS = 7
const SEEN_WITHIN_DAYS = 3
const MOST_OWN = 5
const MOST_OWN_FOR_DAYS = 2
