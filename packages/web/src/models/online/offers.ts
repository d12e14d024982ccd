import { type GameView, type OfferKind, type RefusalCode, takebackPly } from '@hokito/protocol'
import type { Color } from '@hokito/rules'

/**
 * Why a side may not make an offer now; `tooEarly`: a draw before both sides have moved;
 * `askedOnce`: a second rematch after one game.
 */
export type NoOffer =
  | Extract<RefusalCode, 'offerPending' | 'offerTooSoon' | 'nothingToTakeBack'>
  | 'tooEarly'
  | 'askedOnce'

/**
 * Why a side may not make an offer now; undefined if it may. Only one offer of a kind can be open,
 * and only one is allowed at each move.
 */
export function noOfferOf(game: GameView, color: Color, kind: OfferKind): NoOffer | undefined {
  if (kind === 'draw' && game.moves.length < 2) return 'tooEarly'
  if (kind === 'takeback' && takebackPly(game, color) === undefined) return 'nothingToTakeBack'
  if (game.offers.some((offer) => offer.kind === kind)) return 'offerPending'
  if (game.offeredAt[color][kind] !== game.moves.length) return undefined
  return kind === 'rematch' ? 'askedOnce' : 'offerTooSoon'
}
