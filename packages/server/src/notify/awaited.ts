import { awaitedIn, type GameView, isLive } from '@hokito/protocol'
import type { Color } from '@hokito/rules'

/**
 * The sides that a correspondence game, or one without a time limit, has begun to wait for with
 * this change: those whose turn it now is, or who must do something before the first move.
 * @param before the game before the change; undefined if it has just begun
 */
export function newlyAwaited(before: GameView | undefined, after: GameView): readonly Color[] {
  if (isLive(after.terms.timeControl)) return []
  // By player, because a player who has just chosen a side has changed seats.
  const earlier =
    before === undefined ? [] : awaitedIn(before).map((color) => before.seats[color].id)
  return awaitedIn(after).filter((color) => !earlier.includes(after.seats[color].id))
}
