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
  | { readonly kind: 'configure'; readonly id: number; readonly hashMiB: number }
  | { readonly kind: 'newGame'; readonly id: number }
  | {
      readonly kind: 'search'
      readonly id: number
      readonly position: PackedPosition
      readonly limits: PackedLimits
    }
  | { readonly kind: 'solve'; readonly id: number; readonly position: PackedPosition }
  | {
      readonly kind: 'perft'
      readonly id: number
      readonly position: PackedPosition
      readonly depth: number
    }

/** What a worker tells. `ready` comes once, before anything else. */
export type Response =
  | { readonly kind: 'ready' }
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

/** Handed to a worker when it starts: the word that, when it equals a request's id, stops that request. */
export interface WorkerSettings {
  readonly stopFlag: SharedArrayBuffer | undefined
}
