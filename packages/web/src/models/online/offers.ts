import { type GameView, type OfferKind, type RefusalCode, takebackPly } from '@hokito/protocol'
import type { Color } from '@hokito/rules'

/**
 * Why a side may make no offer just now; `tooEarly` is a draw before both sides have moved, `askedOnce` a second rematch
 * after one game.
 */
export type NoOffer =
  | Extract<RefusalCode, 'offerPending' | 'offerTooSoon' | 'nothingToTakeBack'>
  | 'tooEarly'
  | 'askedOnce'

/**
 * Why a side may not make an offer now; undefined where it may. There is none of a kind while one is open, and one at
 * each move is enough.
 */
export function noOfferOf(game: GameView, color: Color, kind: OfferKind): NoOffer | undefined {
  if (kind === 'draw' && game.moves.length < 2) return 'tooEarly'
  if (kind === 'takeback' && takebackPly(game, color) === undefined) return 'nothingToTakeBack'
  if (game.offers.some((offer) => offer.kind === kind)) return 'offerPending'
  if (game.offeredAt[color][kind] !== game.moves.length) return undefined
  return kind === 'rematch' ? 'askedOnce' : 'offerTooSoon'
}
