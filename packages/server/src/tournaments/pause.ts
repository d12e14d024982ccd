/** The state of a round when all its matches have a result. */
export interface RoundOver {
  /** When its last game ended; undefined if none was played, or none can be read. */
  readonly roundEndedAt: number | undefined
  /** The number of players still in the tournament. */
  readonly playing: number
}

/**
 * When the next round begins; undefined if there is no pause before it, because no one has just
 * played, or fewer than two players are left. It follows from stored instants alone, so that all
 * nodes agree on it, even after a restart. An end further ahead than a pause was stored before the
 * clock was set back, and delays no one.
 */
export function nextRoundAt(
  { roundEndedAt, playing }: RoundOver,
  { pauseMs, now }: { readonly pauseMs: number; readonly now: number },
): number | undefined {
  if (roundEndedAt === undefined || playing < 2 || roundEndedAt - now > pauseMs) return undefined
  return roundEndedAt + pauseMs
}
