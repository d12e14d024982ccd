/**
 * Positions, moves and results as plain numbers, which `hot/` and the messages between workers use.
 */

import type { Level } from './levels.ts'

/**
 * A position as numbers, which can be sent to a worker. It holds only what play and score depend
 * on.
 *
 * Cell: value in bits 0–1 (0 for an empty square), white in bit 2, height in bits 3–8.
 */
export interface PackedPosition {
  /** 36 cells in square order. */
  readonly cells: readonly number[]
  readonly isWhiteTurn: boolean
  /** Is the end rule `either`? */
  readonly isEither: boolean
  /** White's compensation in half points. */
  readonly compensation: number
}

/**
 * A move as `hot/` writes it: its starting square in bits 6–11 and its final square in bits 0–5; 0
 * (a1 to itself) stands for none.
 */
export type PackedMove = number

/** The parts of `SearchLimits` that a worker needs. */
export interface PackedLimits {
  readonly depth?: number
  readonly nodes?: number
  readonly timeMs?: number
  readonly lines?: number
  readonly moves?: readonly PackedMove[]
  /** The number of a level, or a strength that is none of them. */
  readonly level?: number | Level
  readonly isAnalysis?: boolean
  readonly clock?: {
    readonly black: { readonly remainingMs: number; readonly incrementMs: number }
    readonly white: { readonly remainingMs: number; readonly incrementMs: number }
  }
}

/** A line: `value` is points for an estimate, the sign of the result for a proof. */
export interface PackedLine {
  readonly kind: 'estimate' | 'solved'
  readonly value: number
  readonly margin: number | undefined
  readonly moves: readonly PackedMove[]
}

export interface PackedInfo {
  readonly depth: number
  readonly lines: readonly PackedLine[]
  readonly nodes: number
  readonly elapsedMs: number
  readonly hashPermille: number
}

export interface PackedResult {
  /** The first move of the first line; 0 if the game is over. */
  readonly move: PackedMove
  /** The last information reported. */
  readonly info: PackedInfo | undefined
}

export interface PackedProof {
  /**
   * Its sign is the result for the side to move; undefined if the proof was stopped before that.
   */
  readonly verdict: number | undefined
  readonly margin: number | undefined
  readonly moves: readonly PackedMove[]
  readonly nodes: number
  readonly elapsedMs: number
}

/** The progress of a proof: `verdict` as in {@link PackedProof}, `move` 0 for none. */
export interface PackedProgress {
  readonly nodes: number
  readonly elapsedMs: number
  readonly verdict: number | undefined
  readonly move: PackedMove
  readonly hashPermille: number
}

/**
 * Do helping threads take part in a proof that visits at most so many nodes? With a limit, the
 * result must not depend on them.
 */
export function isHelped(nodes: number): boolean {
  return nodes === Number.POSITIVE_INFINITY
}
