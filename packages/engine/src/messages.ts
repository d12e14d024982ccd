import type { CoreParts } from './core.ts'
import type { SolveGoal } from './engine.ts'
import type {
  PackedInfo,
  PackedLimits,
  PackedPosition,
  PackedProgress,
  PackedProof,
} from './packed.ts'

/** Requests of the facade to its worker. The worker answers each once, with `done` or `failed`. */
export type Request =
  | { readonly kind: 'newGame'; readonly id: number }
  | {
      readonly kind: 'search'
      readonly id: number
      readonly position: PackedPosition
      readonly limits: PackedLimits
    }
  /** Helps another thread with its search of the same id, until that search is over. */
  | {
      readonly kind: 'assist'
      readonly id: number
      readonly position: PackedPosition
      readonly limits: PackedLimits
    }
  /** Helps another thread with its proof of the same id. */
  | {
      readonly kind: 'assistProof'
      readonly id: number
      readonly position: PackedPosition
      readonly goal: SolveGoal
    }
  | {
      readonly kind: 'solve'
      readonly id: number
      readonly position: PackedPosition
      readonly goal: SolveGoal
      /** The most positions to visit. */
      readonly nodes: number
    }
  | {
      readonly kind: 'perft'
      readonly id: number
      readonly position: PackedPosition
      readonly depth: number
    }

/** The reports of a worker. */
export type Response =
  | { readonly kind: 'info'; readonly id: number; readonly info: PackedInfo }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: PackedProgress }
  | { readonly kind: 'done'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

/** The result of a request; a search has already reported everything. */
export type Answer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'solve'; readonly proof: PackedProof }
  | { readonly kind: 'perft'; readonly count: number | undefined }

/** The settings that a worker gets when it starts. */
export interface WorkerSettings {
  readonly parts: CoreParts
  /**
   * Shared words for stopping and counting, read by {@link sharedWords}; absent if nothing is
   * shared.
   */
  readonly words: SharedArrayBuffer | undefined
}

/** The index of the word that holds the last request that must stop. */
export const STOP_WORD = 0
/** The index of the word that holds the last request whose helpers must stop. */
export const HELP_WORD = 1

/** The words that the threads of a team share beside the tables. */
export interface SharedWords {
  /** Indexed by `STOP_WORD` and `HELP_WORD`. */
  readonly stops: Int32Array
  /**
   * Positions visited by each thread for the current request. A search without limits visits more
   * than 2^31.
   */
  readonly nodes: Float64Array
}

/** Makes room for the words of this many threads. */
export function makeWords(threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(NODES_AT + threads * Float64Array.BYTES_PER_ELEMENT)
}

export function sharedWords(buffer: SharedArrayBuffer): SharedWords {
  return { stops: new Int32Array(buffer, 0, 2), nodes: new Float64Array(buffer, NODES_AT) }
}

// --- internal ---

/** The offset after the two words for stopping, in bytes. */
const NODES_AT = 8
