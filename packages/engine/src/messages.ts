import type { CoreParts } from './core.ts'
import type { PackedMove, PackedPosition } from './pack.ts'

/** {@link SearchLimits} with nothing in it that a worker does not need. */
export interface PackedLimits {
  readonly depth?: number
  readonly nodes?: number
  readonly timeMs?: number
  readonly lines?: number
  readonly level?: number
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
  /** 0 where the game is over. */
  readonly move: PackedMove
  readonly info: PackedInfo | undefined
}

export interface PackedProof {
  /** Its sign is the result for the side to move; undefined when it was stopped before. */
  readonly verdict: number | undefined
  readonly margin: number | undefined
  readonly moves: readonly PackedMove[]
  readonly nodes: number
  readonly elapsedMs: number
}

/** What the facade asks of its worker; every request is answered once, by `done` or `failed`. */
export type Request =
  | { readonly kind: 'newGame'; readonly id: number }
  | {
      readonly kind: 'search'
      readonly id: number
      readonly position: PackedPosition
      readonly limits: PackedLimits
    }
  /** To help another thread with its search of the same id, until that is over. */
  | { readonly kind: 'assist'; readonly id: number; readonly position: PackedPosition }
  | { readonly kind: 'solve'; readonly id: number; readonly position: PackedPosition }
  | {
      readonly kind: 'perft'
      readonly id: number
      readonly position: PackedPosition
      readonly depth: number
    }

/** What a worker tells. */
export type Response =
  | { readonly kind: 'info'; readonly id: number; readonly info: PackedInfo }
  | {
      readonly kind: 'progress'
      readonly id: number
      readonly nodes: number
      readonly elapsedMs: number
    }
  | { readonly kind: 'done'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

export type Answer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'search'; readonly result: PackedResult }
  | { readonly kind: 'solve'; readonly proof: PackedProof }
  | { readonly kind: 'perft'; readonly count: number | undefined }

/** Handed to a worker when it starts. */
export interface WorkerSettings {
  readonly parts: CoreParts
  /** Shared words for stopping and counting, as `STOP_WORD` and the others say; absent where nothing is shared. */
  readonly words: SharedArrayBuffer | undefined
}

/** This word is the last request that has to stop. */
export const STOP_WORD = 0
/** This word is the last request whose helpers have to stop. */
export const HELP_WORD = 1
/** From this word on: positions visited by each thread for the present request. */
export const NODES_WORD = 2
