import type { Engine } from '@hokito/engine'
import { type Move, outcome, type Position, score } from '@hokito/rules'

/** How a game ends from a position if both sides play their best, proved. */
export interface Refutation {
  /** The best moves of both sides, to the end of the game. */
  readonly moves: readonly Move[]
  /** Black's points less White's at that end. */
  readonly lead: number
}

export type Refuter = ReturnType<typeof createRefuter>

/** Proves what a wrong move leads to. `start` brings up an engine, when it is first wanted; call `dispose` at the end. */
export function createRefuter(start: () => Promise<Engine>) {
  let engine: Promise<Engine> | undefined
  function started(): Promise<Engine> {
    engine ??= start().catch((error: unknown) => {
      // Not kept, so that the next attempt starts anew.
      engine = undefined
      throw error
    })
    return engine
  }
  return {
    /** Rejects where the computer fails; undefined where it was stopped. */
    refute: async (position: Position, signal: AbortSignal): Promise<Refutation | undefined> => {
      if (outcome(position) !== undefined) return { moves: [], lead: leadOn(position) }
      const { solved, moves } = await (await started()).solve(position, { signal })
      if (solved?.margin === undefined) return undefined
      const { margin } = solved
      return { moves, lead: position.turn === 'black' ? margin : 0 - margin }
    },
    dispose: () => {
      // A failed start has been told already.
      engine?.then((ready) => ready.close()).catch(() => undefined)
    },
  }
}

// --- internal ---

function leadOn(position: Position): number {
  const { black, white } = score(position)
  return black - white
}
