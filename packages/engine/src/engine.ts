import type { ByColor, Move, Position } from '@hokito/rules'
import type { Evaluation, Solved, Verdict } from './evaluation.ts'

/** When a search stops: at the first limit it reaches, or when there is nothing left to find. */
export interface SearchLimits {
  /** Plies of the last iteration. */
  readonly depth?: number
  /** Positions visited. */
  readonly nodes?: number
  /** Time for this move. */
  readonly timeMs?: number
  /** A game clock to share out over the rest of the game. */
  readonly clock?: { readonly remainingMs: ByColor<number>; readonly incrementMs: ByColor<number> }
  /** The number of best moves to report; 1 by default. */
  readonly lines?: number
  /** The only moves to compare; all possible ones by default. */
  readonly moves?: readonly Move[]
  /**
   * Is best play wanted, rather than a move to play? Otherwise a lost game is played so that it is
   * hard to win, and the last line is that of the chosen move.
   */
  readonly isAnalysis?: boolean
  /** 1–10 for a weaker opponent (see `LEVELS`); full strength by default. */
  readonly level?: number
}

/** One candidate: the expected moves from here, with best play by both sides, and their value. */
export interface Line {
  readonly moves: readonly Move[]
  readonly value: Evaluation | Solved
}

/** The progress of a search. */
export interface SearchInfo {
  /**
   * Plies of the iteration that found the lines; a stopped search may have cut the last one short.
   */
  readonly depth: number
  /** Best first. */
  readonly lines: readonly Line[]
  readonly nodes: number
  readonly elapsedMs: number
  /** Share of the transposition table in use, in thousandths. */
  readonly hashPermille: number
}

/** The result of a search. */
export interface SearchResult {
  /**
   * The first move of the first line of `info`. Undefined if the game is over, or if the search was
   * stopped before it had found a move.
   */
  readonly move: Move | undefined
  /** The last information, as `onInfo` received it. */
  readonly info: SearchInfo | undefined
}

/** How to follow and stop long work. */
export interface SearchOptions {
  readonly onInfo?: (info: SearchInfo) => void
  /** Stops the search; it then resolves with its best result so far. */
  readonly signal?: AbortSignal
}

/** The goal of a proof: who wins, or also by how many points, which takes far longer. */
export const SOLVE_GOALS = ['verdict', 'margin'] as const
export type SolveGoal = (typeof SOLVE_GOALS)[number]

/** The progress of a proof. */
export interface SolveProgress {
  readonly nodes: number
  readonly elapsedMs: number
  /** The proved verdict for the side to move, while the margin is still open. */
  readonly verdict: Verdict | undefined
  /** A move that keeps the verdict; undefined without one. */
  readonly move: Move | undefined
  /** Share of the transposition table in use, in thousandths. */
  readonly hashPermille: number
}

/** What to prove, and how to follow and stop it. */
export interface SolveOptions {
  /** `margin` by default. */
  readonly goal?: SolveGoal
  /** The most positions to visit; a proof that needs more stops with its result so far. */
  readonly nodes?: number
  /** Called a few times a second, and as soon as the verdict is proved. */
  readonly onProgress?: (progress: SolveProgress) => void
  readonly signal?: AbortSignal
}

/** The result of a proof. */
export interface SolveResult {
  /**
   * Undefined if it stopped before anything was proved. Its margin is undefined if only the verdict
   * was wanted, or was all that was proved when it stopped.
   */
  readonly solved: Solved | undefined
  /**
   * Best play by both sides to the end of the game, if the margin was proved; otherwise at most one
   * move.
   */
  readonly moves: readonly Move[]
  readonly nodes: number
  readonly elapsedMs: number
}

/** Settings of an engine; changing them clears its tables. */
export interface EngineSettings {
  /** Size of the transposition tables in MiB, 1 to 4096; initially 32. */
  readonly hashMiB: number
  /**
   * Threads that search together, 1 to 64; initially 1, and always 1 if memory cannot be shared.
   */
  readonly threads: number
}

/**
 * A searcher that works in its own worker, so that it never blocks its owner.
 *
 * Calls run one after another in the order in which they were made.
 */
export interface Engine {
  search(position: Position, limits: SearchLimits, options?: SearchOptions): Promise<SearchResult>
  /** Proves the value for the side to move: its exact margin, or only the verdict. */
  solve(position: Position, options?: SolveOptions): Promise<SolveResult>
  /** Counts move sequences of exactly `depth` plies; undefined if it was stopped. */
  perft(position: Position, depth: number, signal?: AbortSignal): Promise<number | undefined>
  /** @throws RangeError for settings out of range; the engine then keeps its previous settings */
  configure(settings: Partial<EngineSettings>): Promise<void>
  /** Forgets everything learned in the last game. */
  newGame(): Promise<void>
  /** Stops everything and frees the worker; pending calls settle first. */
  close(): Promise<void>
}
