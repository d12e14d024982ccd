import { awaitedIn, type GameView, isLive } from '@hokito/protocol'
import type { Color } from '@hokito/rules'

/**
 * The sides that a game over days, or without a limit, waits for since it has gone on: those whose turn it has become,
 * or who have something to do before the first move.
 * @param before the game as it was; undefined where it has just begun
 */
export function newlyAwaited(before: GameView | undefined, after: GameView): readonly Color[] {
  if (isLive(after.terms.timeControl)) return []
  const earlier = before === undefined ? [] : awaitedIn(before)
  return awaitedIn(after).filter((color) => !earlier.includes(color))
}
