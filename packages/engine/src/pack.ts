/** THE DOOR between positions of the rules and the numbers of `packed.ts`. */
import { type Move, type Position, SQUARE_COUNT } from '@hokito/rules'
import type { Line, SearchInfo, SearchLimits, SolveProgress } from './engine.ts'
import { type Solved, verdictOf } from './evaluation.ts'
import type {
  PackedInfo,
  PackedLimits,
  PackedLine,
  PackedMove,
  PackedPosition,
  PackedProgress,
  PackedProof,
} from './packed.ts'

/** Packs a position. */
export function packPosition({ board, turn, endRule, compensation }: Position): PackedPosition {
  const cells = Array.from({ length: SQUARE_COUNT }, (_, square) => {
    const stack = board[square]
    if (stack === undefined) return 0
    return stack.top.value | (stack.top.color === 'white' ? 4 : 0) | (stack.height << 3)
  })
  return {
    cells,
    isWhiteTurn: turn === 'white',
    isEither: endRule === 'either',
    compensation: compensation * 2,
  }
}

/** The move for a number. */
export function unpackMove(move: PackedMove): Move {
  return { from: move >> 6, to: move & 63 }
}

/** The result of a proof; undefined if nothing is proved. */
export function unpackProof({ verdict, margin }: PackedProof): Solved | undefined {
  return verdict === undefined ? undefined : { kind: 'solved', verdict: verdictOf(verdict), margin }
}

/** Limits in the form that a worker reads. */
export function packLimits({ clock, moves, ...rest }: SearchLimits): PackedLimits {
  const limits = moves === undefined ? rest : { ...rest, moves: moves.map(packMove) }
  if (clock === undefined) return limits
  const of = (color: 'black' | 'white') => ({
    remainingMs: clock.remainingMs[color],
    incrementMs: clock.incrementMs[color],
  })
  return { ...limits, clock: { black: of('black'), white: of('white') } }
}

/** A worker's information about a search. */
export function unpackInfo({ lines, ...info }: PackedInfo): SearchInfo {
  return { ...info, lines: lines.map(unpackLine) }
}

/** A worker's information about a proof. */
export function unpackProgress({ verdict, move, ...progress }: PackedProgress): SolveProgress {
  return {
    ...progress,
    verdict: verdict === undefined ? undefined : verdictOf(verdict),
    move: move === 0 ? undefined : unpackMove(move),
  }
}

// --- internal ---

function packMove({ from, to }: Move): PackedMove {
  return (from << 6) | to
}

function unpackLine({ kind, value, margin, moves }: PackedLine): Line {
  return {
    moves: moves.map(unpackMove),
    value:
      kind === 'estimate' ? { kind, points: value } : { kind, verdict: verdictOf(value), margin },
  }
}
