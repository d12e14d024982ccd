/** What is known of a round when all its matches have a result. */
export interface RoundOver {
  /** When its last game ended; undefined where none was played, or none can be read. */
  readonly roundEndedAt: number | undefined
  /** How many players are still in the tournament. */
  readonly playing: number
}

/**
 * When the next round begins; undefined where there is no pause before it: nobody has just played, or fewer than two are
 * left, who have nothing to wait for. It follows from stored instants alone, so that all nodes agree on it, also after a
 * restart. An end that lies further ahead than a pause was noted before the clock was put back, and holds nobody up.
 */
export function nextRoundAt(
  { roundEndedAt, playing }: RoundOver,
  { pauseMs, now }: { readonly pauseMs: number; readonly now: number },
): number | undefined {
  if (roundEndedAt === undefined || playing < 2 || roundEndedAt - now > pauseMs) return undefined
  return roundEndedAt + pauseMs
}
