import type { Engine, SearchLimits, SearchResult } from '@hokito/engine'
import type { Move, Position } from '@hokito/rules'
import { startOnce } from '../device/start-once.ts'
import type { ComputerLevel } from './seat.ts'

/** The computer as an opponent and adviser. Its engine is loaded and started on first use. */
export interface Computer {
  /** Can it play in this browser at all? */
  readonly isAvailable: boolean
  /** Its move at a level; undefined if it was stopped or the game is over. */
  move(position: Position, level: ComputerLevel, signal: AbortSignal): Promise<SearchResult>
  /** Its best move at full strength, for a hint. */
  advise(position: Position, signal: AbortSignal): Promise<Move | undefined>
  close(): void
}

/**
 * Makes a computer over an engine that `start` starts; undefined if this browser cannot run one.
 */
export function createComputer(start: (() => Promise<Engine>) | undefined): Computer {
  const { get, close } = startOnce(start)
  async function search(position: Position, limits: SearchLimits, signal: AbortSignal) {
    const engine = await get()
    if (signal.aborted) return NOTHING
    const result = await engine.search(position, limits, { signal })
    return signal.aborted ? NOTHING : result
  }
  return {
    isAvailable: start !== undefined,
    move: (position, level, signal) => search(position, limitsOf(level), signal),
    advise: async (position, signal) =>
      (await search(position, { timeMs: THINKING_MS }, signal)).move,
    close,
  }
}

// --- internal ---

const NOTHING: SearchResult = { move: undefined, info: undefined }

/** As long as a player likes to wait; levels have limits of their own that are lower. */
const THINKING_MS = 1000

function limitsOf(level: ComputerLevel): SearchLimits {
  return level === 'best' ? { timeMs: THINKING_MS } : { level, timeMs: THINKING_MS }
}
