import { type GameEvent, type Offer, type OfferKind, phaseOf, takebackPly } from '@hokito/protocol'
import { unreachable } from '@hokito/rules'
import { accept, type Decision, refusalOutsidePlay, refuse, type Seated } from './decision.ts'
import { endWith } from './ending.ts'

/** Offers a draw, a takeback or a rematch. */
export function offer(seated: Seated, kind: OfferKind): Decision {
  const { game, color, circumstances } = seated
  const { view } = game
  const no = kind === 'rematch' ? refusalOfRematch(seated) : refusalOutsidePlay(view)
  if (no !== undefined) return no
  if (view.offers.some((pending) => pending.kind === kind)) return refuse('offerPending')
  if (view.offeredAt[color][kind] === view.moves.length) return refuse('offerTooSoon')
  if (view.version >= MOST_EVENTS) return refuse('tooMany')
  const toPly = kind === 'takeback' ? takebackPly(view, color) : undefined
  if (kind === 'takeback') {
    if (!view.terms.allowsTakebacks) return refuse('takebacksForbidden')
    if (toPly === undefined) return refuse('nothingToTakeBack')
  }
  const at = circumstances.now
  const made: Offer = {
    id: view.version + 1,
    kind,
    by: color,
    at,
    ...(toPly !== undefined && { toPly }),
  }
  return accept({ kind: 'offered', at, offer: made })
}

/** Accepts the other side's offer, which takes effect straight away. */
export function acceptOffer(seated: Seated, id: number): Decision {
  const { game, color, circumstances } = seated
  const pending = game.view.offers.find((known) => known.id === id)
  if (pending === undefined) return refuse('unknownOffer')
  if (pending.by === color) return refuse('ownOffer')
  const at = circumstances.now
  switch (pending.kind) {
    case 'draw':
      return accept(...endWith(game, { kind: 'agreed', winner: 'draw' }, circumstances))
    case 'takeback':
      return pending.toPly === undefined
        ? refuse('unknownOffer')
        : accept({ kind: 'takenBack', at, toPly: pending.toPly })
    case 'rematch':
      return circumstances.refusalToMeet === undefined
        ? accept({ kind: 'continued', at, next: circumstances.fresh().id })
        : refuse(circumstances.refusalToMeet)
    default:
      return unreachable(pending.kind)
  }
}

/** Declines the other side's offer, or withdraws the sender's own. */
export function closeOffer(
  { game, color, circumstances }: Seated,
  id: number,
  how: Extract<GameEvent, { kind: 'offerClosed' }>['how'],
): Decision {
  const pending = game.view.offers.find((known) => known.id === id)
  if (pending === undefined) return refuse('unknownOffer')
  const isOwn = pending.by === color
  if (how === 'declined' && isOwn) return refuse('ownOffer')
  if (how === 'withdrawn' && !isOwn) return refuse('notYourOffer')
  return accept({ kind: 'offerClosed', at: circumstances.now, offer: id, how })
}

// --- internal ---

/**
 * An ordinary game has about thirty events. Beyond this limit only commands that end the game are
 * accepted.
 */
const MOST_EVENTS = 1000

function refusalOfRematch({ game: { view }, circumstances }: Seated): Decision | undefined {
  if (phaseOf(view) !== 'over') return refuse('gameRunning')
  if (view.next !== undefined) return refuse('alreadyContinued')
  return circumstances.refusalToMeet && refuse(circumstances.refusalToMeet)
}
