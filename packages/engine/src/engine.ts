import type { ByColor, Move, Position } from '@hokito/rules'
import type { Evaluation, Solved, Verdict } from './evaluation.ts'

/** When a search stops; it stops at the first limit it meets, or when there is nothing left to find. */
export interface SearchLimits {
  /** Plies of the last iteration. */
  readonly depth?: number
  /** Positions visited. */
  readonly nodes?: number
  /** Time for this move. */
  readonly timeMs?: number
  /** A game clock to share out over the rest of the game. */
  readonly clock?: { readonly remainingMs: ByColor<number>; readonly incrementMs: ByColor<number> }
  /** How many best moves to tell apart; 1 if absent. */
  readonly lines?: number
  /**
   * Is best play wanted, and not a move to play? Otherwise a lost game is played so that it is hard to win, and the
   * last line is that of the move chosen.
   */
  readonly isAnalysis?: boolean
  /** 1–10 for a weaker opponent (see `LEVELS`); full strength if absent. */
  readonly level?: number
}

/** One candidate: the moves expected from here, best play by both sides, and what they come to. */
export interface Line {
  readonly moves: readonly Move[]
  readonly value: Evaluation | Solved
}

/** How far a search has come. */
export interface SearchInfo {
  /** Plies of the iteration that found the lines; a search that is stopped may have cut the last one short. */
  readonly depth: number
  /** Best first. */
  readonly lines: readonly Line[]
  readonly nodes: number
  readonly elapsedMs: number
  /** Share of the transposition table in use, in thousandths. */
  readonly hashPermille: number
}

/** What a search came to. */
export interface SearchResult {
  /**
   * The first move of the first line of `info`. Undefined where the game is over, and where the search was stopped
   * before it had found any.
   */
  readonly move: Move | undefined
  /** The last information, as `onInfo` heard it. */
  readonly info: SearchInfo | undefined
}

/** How to follow and to stop long work. */
export interface SearchOptions {
  readonly onInfo?: (info: SearchInfo) => void
  /** Stops the search; it then resolves with the best it has. */
  readonly signal?: AbortSignal
}

/** What a proof is to find: who wins, or by how many points as well, which takes far longer. */
export const SOLVE_GOALS = ['verdict', 'margin'] as const
export type SolveGoal = (typeof SOLVE_GOALS)[number]

/** How far a proof has come. */
export interface SolveProgress {
  readonly nodes: number
  readonly elapsedMs: number
  /** Proved already, for the side to move, while the margin is still open. */
  readonly verdict: Verdict | undefined
  /** A move that keeps the verdict; undefined without one. */
  readonly move: Move | undefined
  /** Share of the transposition table in use, in thousandths. */
  readonly hashPermille: number
}

/** What to prove, and how to follow and to stop it. */
export interface SolveOptions {
  /** `margin` if absent. */
  readonly goal?: SolveGoal
  /** Most positions to visit; a proof that needs more stops with what it has. */
  readonly nodes?: number
  /** Called a few times a second, and as soon as the verdict is proved. */
  readonly onProgress?: (progress: SolveProgress) => void
  readonly signal?: AbortSignal
}

/** What a proof came to. */
export interface SolveResult {
  /**
   * Undefined when it stopped before anything was proved. Its margin is undefined when only the verdict was
   * wanted, or was there when it stopped.
   */
  readonly solved: Solved | undefined
  /** Best play by both sides to the end of the game, where the margin was proved; otherwise one move at most. */
  readonly moves: readonly Move[]
  readonly nodes: number
  readonly elapsedMs: number
}

/** Settings of an engine; changing them forgets what it has learned. */
export interface EngineSettings {
  /** Size of the transposition tables in MiB, 1 to 4096; 32 to begin with. */
  readonly hashMiB: number
  /** Threads that search together, 1 to 64; 1 to begin with, and where memory cannot be shared. */
  readonly threads: number
}

/**
 * A searcher that works in a worker of its own, so that its owner is never blocked.
 * Calls run one after another in the order they were made.
 */
export interface Engine {
  search(position: Position, limits: SearchLimits, options?: SearchOptions): Promise<SearchResult>
  /** Proves the value for the side to move: its exact margin, or only the verdict. */
  solve(position: Position, options?: SolveOptions): Promise<SolveResult>
  /** Counts move sequences of exactly `depth` plies; undefined when it was stopped. */
  perft(position: Position, depth: number, signal?: AbortSignal): Promise<number | undefined>
  /** @throws RangeError for settings out of range; what was set before then stays */
  configure(settings: Partial<EngineSettings>): Promise<void>
  /** Forgets what it learned in the last game. */
  newGame(): Promise<void>
  /** Stops everything and frees the worker; pending calls settle first. */
  close(): Promise<void>
}
