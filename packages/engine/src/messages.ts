import type { CoreParts } from './core.ts'
import type { SolveGoal } from './engine.ts'
import type {
  PackedInfo,
  PackedLimits,
  PackedPosition,
  PackedProgress,
  PackedProof,
} from './packed.ts'

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
  | {
      readonly kind: 'solve'
      readonly id: number
      readonly position: PackedPosition
      readonly goal: SolveGoal
      /** Most positions to visit. */
      readonly nodes: number
    }
  | {
      readonly kind: 'perft'
      readonly id: number
      readonly position: PackedPosition
      readonly depth: number
    }

/** What a worker reports. */
export type Response =
  | { readonly kind: 'info'; readonly id: number; readonly info: PackedInfo }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: PackedProgress }
  | { readonly kind: 'done'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

/** What a request came to; a search has reported everything before. */
export type Answer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'solve'; readonly proof: PackedProof }
  | { readonly kind: 'perft'; readonly count: number | undefined }

/** Handed to a worker when it starts. */
export interface WorkerSettings {
  readonly parts: CoreParts
  /** Shared words for stopping and counting, read by {@link sharedWords}; absent where nothing is shared. */
  readonly words: SharedArrayBuffer | undefined
}

/** This word is the last request that has to stop. */
export const STOP_WORD = 0
/** This word is the last request whose helpers have to stop. */
export const HELP_WORD = 1

/** What the threads of a team share beside the tables. */
export interface SharedWords {
  /** By `STOP_WORD` and `HELP_WORD`. */
  readonly stops: Int32Array
  /** Positions visited by each thread for the present request. A search without limits visits more than 2^31. */
  readonly nodes: Float64Array
}

/** Room for the words of so many threads. */
export function makeWords(threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(NODES_AT + threads * Float64Array.BYTES_PER_ELEMENT)
}

export function sharedWords(buffer: SharedArrayBuffer): SharedWords {
  return { stops: new Int32Array(buffer, 0, 2), nodes: new Float64Array(buffer, NODES_AT) }
}

// --- internal ---

/** Behind the two words for stopping, in bytes. */
const NODES_AT = 8
