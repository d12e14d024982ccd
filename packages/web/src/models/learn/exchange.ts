import {
  type Color,
  legalMoves,
  type Move,
  opposite,
  outcome,
  type Position,
  play,
  score,
} from '@hokito/rules'

/** What a move gains, and what it gives away. */
export interface Exchange {
  /** How much the lead of the player grows straight away. */
  readonly gain: number
  /** How much of the lead the best reply takes back; 0 if no reply takes any, or the game is over. */
  readonly back: number
  /** That reply; undefined without one. */
  readonly reply: Move | undefined
}

/** What a move of the side to move gains in points, and what the best reply takes back. */
export function exchangeOf(position: Position, move: Move): Exchange {
  const own = position.turn
  const next = play(position, move)
  const lead = leadOf(next, own)
  const gain = lead - leadOf(position, own)
  const replies = outcome(next) === undefined ? legalMoves(next) : []
  const [best] = replies
    .map((reply) => ({ reply, back: lead - leadOf(play(next, reply), own) }))
    .sort((a, b) => b.back - a.back)
  return best === undefined || best.back <= 0
    ? { gain, back: 0, reply: undefined }
    : { gain, ...best }
}

// --- internal ---

function leadOf(position: Position, own: Color): number {
  const points = score(position)
  return points[own] - points[opposite(own)]
}
