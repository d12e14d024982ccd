import { awaitedOf, type GameView, leftFrom } from '@hokito/protocol'
import type { Color } from '@hokito/rules'

/**
 * From when a side counts as having left a game, which the other may then claim, or call off before both have moved. It
 * has left only while the game waits for it: nobody is left by a player who has nothing to do.
 * @param goneSince since when the side has had the game open nowhere; undefined while it has
 */
export function leftBySideFrom(
  view: GameView,
  color: Color,
  goneSince: number | undefined,
): number | undefined {
  if (goneSince === undefined || awaitedOf(view) !== color) return undefined
  return leftFrom(view.terms.timeControl, { goneSince, turnSince: view.clock.since })
}
