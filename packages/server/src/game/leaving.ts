import { awaitedOf, type GameView, leftFrom } from '@hokito/protocol'
import type { Color } from '@hokito/rules'

/**
 * The instant from which a side counts as having left a game. The other side may then claim the
 * game, or abort it before both have moved. A side can leave only while the game waits for it: a
 * player with nothing to do leaves nobody.
 * @param goneSince since when the side has had no connection to the game; undefined while it has
 * one
 */
export function leftBySideFrom(
  view: GameView,
  color: Color,
  goneSince: number | undefined,
): number | undefined {
  if (goneSince === undefined || awaitedOf(view) !== color) return undefined
  return leftFrom(view.terms.timeControl, { goneSince, turnSince: view.clock.since })
}
