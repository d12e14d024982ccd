import {
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

// --- internal ---

/** A stack of so many points is worth an attack. */
const WORTH = 6
