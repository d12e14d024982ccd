import {
  isSameMove,
  isSingle,
  legalMoves,
  type Move,
  movesOf,
  opposite,
  ownerOf,
  type Position,
  play,
  pointsOf,
  type Square,
} from '@hokito/rules'

/** Two moves in a row of the other side, the second of which lands on a stack out of its reach now. */
export interface Attack {
  readonly square: Square
  /** What the stack on it is worth. */
  readonly points: number
  readonly first: Move
  readonly second: Move
}

/**
 * The stacks of the side to move that are out of reach, but on which the other side could land with
 * the second of two moves in a row; most valuable first. `bench/study/moves.mjs` has the same.
 */
export function attacksOn(position: Position): readonly Attack[] {
  const other = opposite(position.turn)
  const waiting = { ...position, turn: other }
  const first = legalMoves(waiting)
  const pairs = first.flatMap((move) =>
    movesOf(play(waiting, move), other).map((second) => ({ first: move, second })),
  )
  return position.board
    .flatMap((stack, square) => {
      if (stack === undefined || ownerOf(stack) === other || isSingle(stack)) return []
      if (first.some(({ to }) => to === square)) return []
      const landing = pairs.filter(({ second }) => second.to === square)
      // A stack that is built first and then lands shows the idea best.
      const shown = landing.find((pair) => pair.second.from === pair.first.to) ?? landing[0]
      return shown === undefined ? [] : [{ square, points: pointsOf(stack), ...shown }]
    })
    .filter(({ points }) => points >= WORTH)
    .sort((a, b) => b.points - a.points)
}

/** How a move stops an attack. */
export type Stop =
  /** The stack moves away, a piece that the attack needs is covered, or its hops end elsewhere. */
  | { readonly kind: 'away' | 'taken' | 'changed' }
  /** The attack can still land, and this move lands there again. */
  | { readonly kind: 'back'; readonly back: Move }
  /** This move becomes possible, and after the first move of the attack it stops the second. */
  | { readonly kind: 'answer'; readonly answer: Move }

/** How a move of the attacked side stops an attack; undefined if it does not. */
export function stopOf(position: Position, attack: Attack, move: Move): Stop | undefined {
  const { first, second, square } = attack
  const own = position.turn
  if (move.from === square) return { kind: 'away' }
  const after = play(position, move)
  const started = canPlay(after, first) ? play(after, first) : undefined
  if (started === undefined || !canPlay({ ...started, turn: after.turn }, second)) {
    const isTaken = [first.from, first.to, second.from].includes(move.to)
    return { kind: isTaken ? 'taken' : 'changed' }
  }
  const landed = play({ ...started, turn: after.turn }, second)
  const back = movesOf(landed, own).find(({ to }) => to === square)
  if (back !== undefined) return { kind: 'back', back }
  const before = play({ ...position, turn: after.turn }, first)
  const answer = movesOf(started, own).find(
    (each) =>
      !canPlay(before, each) && (each.from === square || !canPlay(play(started, each), second)),
  )
  return answer && { kind: 'answer', answer }
}

// --- internal ---

function canPlay(position: Position, move: Move): boolean {
  return movesOf(position, position.turn).some((each) => isSameMove(each, move))
}

/** A stack of so many points is worth an attack. */
const WORTH = 6
