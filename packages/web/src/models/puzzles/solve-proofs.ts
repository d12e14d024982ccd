import type { Puzzle } from '@hokito/engine/puzzles'
import { play } from '@hokito/rules'
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Refutation, Refuter } from './refuter.ts'
import {
  type Refuting,
  refutationIn,
  type SolveState,
  type WrongMove,
  withRefuting,
} from './solve-state.ts'

/** What the computer proves about a puzzle, one thing after another. */
export interface Proofs {
  /** Black's points minus White's with best play from the first position, once that is proved. */
  readonly worth: ReadonlySignal<number | undefined>
  /**
   * Proves the worth of the puzzle's first position. The replies in a solution show that it holds,
   * and may give away more than the best replies would.
   */
  proveWorth(): Promise<void>
  /**
   * Proves the result of the wrong move, which is worth knowing before the next try; then that of
   * the right move, to compare. What is proved already, or being proved, is not begun again.
   */
  weigh(): Promise<void>
  /** Ends the proof that is being made. */
  stop(): void
}

/** Shows in the state of a puzzle what is proved about its wrong moves. */
export function createProofs(
  { position, solution }: Puzzle,
  refuter: Refuter | undefined,
  state: Signal<SolveState>,
): Proofs {
  const worth = signal<number | undefined>(undefined)
  let working = new AbortController()
  let weighing: Promise<void> | undefined

  function begin(): AbortSignal {
    working = new AbortController()
    return working.signal
  }

  async function proveCost({ found, move }: WrongMove, own: AbortSignal): Promise<void> {
    const after = [...solution.slice(0, found), move].reduce(play, position)
    state.value = withRefuting(state.peek(), { kind: 'working' })
    const refutation = await refuter?.refute(after, own)
    if (own.aborted) return
    state.value = withRefuting(state.peek(), toRefuting(refutation))
    if (refutation === undefined) return
    const instead = solution.slice(0, found + 1).reduce(play, position)
    const rightLead = (await refuter?.refute(instead, own))?.lead
    const known = refutationIn(state.peek())
    if (!own.aborted && known) state.value = withRefuting(state.peek(), { ...known, rightLead })
  }

  return {
    worth,
    proveWorth: async () => {
      const own = begin()
      const proved = await refuter?.refute(position, own)
      if (!own.aborted) worth.value = proved?.lead
    },
    weigh: async () => {
      const wrong = state.peek()
      const isOpen = wrong.kind === 'wrong' && (wrong.refuting?.kind ?? 'failed') === 'failed'
      if (refuter !== undefined && isOpen) weighing = proveCost(wrong, begin())
      await weighing
    },
    stop: () => working.abort(),
  }
}

// --- internal ---

function toRefuting(refutation: Refutation | undefined): Refuting {
  if (refutation === undefined) return { kind: 'failed' }
  return { kind: 'known', refutation, step: 0, rightLead: undefined }
}
