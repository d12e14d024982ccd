import type { Engine } from '@hokito/engine'
import { type Move, outcome, type Position, score } from '@hokito/rules'
import { startOnce } from '../device/start-once.ts'

/** The proved end of the game from a position with best play by both sides. */
export interface Refutation {
  /** The best moves of both sides, to the end of the game. */
  readonly moves: readonly Move[]
  /** Black's points minus White's at that end. */
  readonly lead: number
}

export type Refuter = ReturnType<typeof createRefuter>

/**
 * Proves the result of a wrong move. `start` starts an engine on first use; call `dispose` at the
 * end.
 */
export function createRefuter(start: () => Promise<Engine>) {
  const { get, close } = startOnce(start)
  return {
    /** Undefined if it was stopped, or if the computer failed, which is reported. */
    refute: async (position: Position, signal: AbortSignal): Promise<Refutation | undefined> => {
      if (outcome(position) !== undefined) return { moves: [], lead: leadOn(position) }
      try {
        const { solved, moves } = await (await get()).solve(position, { signal })
        if (solved?.margin === undefined) return undefined
        const { margin } = solved
        return { moves, lead: position.turn === 'black' ? margin : 0 - margin }
      } catch (error) {
        if (!signal.aborted) reportError(error)
        return undefined
      }
    },
    dispose: close,
  }
}

// --- internal ---

function leadOn(position: Position): number {
  const { black, white } = score(position)
  return black - white
}
