import type { PuzzleSummary } from '@hokito/engine/puzzles'
import { useState } from 'preact/hooks'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import { type PuzzleStore, type RatedTry, withTry } from '../../models/puzzles/puzzle-store.ts'
import type { Refuter } from '../../models/puzzles/refuter.ts'
import { createSolveModel, type SolveModel } from '../../models/puzzles/solve-model.ts'
import type { SolveEnd } from '../../models/puzzles/solve-state.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { puzzlePause } from './puzzle-moment.ts'

/** A puzzle to solve, and where its results are kept. */
export interface SolvingOptions {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
  readonly summary: PuzzleSummary
  readonly refuter: Refuter | undefined
  /** How it ended on an earlier visit. */
  readonly ended?: SolveEnd | undefined
  /** Whether the first try may change the rating; true by default. */
  readonly isRated?: boolean
  readonly onTried?: (isSolved: boolean) => void
  readonly onEnded?: (end: SolveEnd) => void
}

/** The puzzle on the board, and its first try on this visit, which is stored. */
export function useSolving(options: SolvingOptions): {
  readonly model: SolveModel
  readonly tried: RatedTry | undefined
  /** Whether a first try would still change the rating. */
  readonly mayCount: boolean
} {
  const { catalogue, store, summary, refuter, ended, isRated = true } = options
  const { now } = useServices()
  const [tried, setTried] = useState<RatedTry | undefined>(undefined)
  const [isFirst] = useState(() => isRated && !store.value.peek().tried.includes(summary.id))
  const model = useOwned(() =>
    createSolveModel(catalogue.open(summary), {
      refuter,
      pause: puzzlePause,
      onTried: (isSolved) => {
        const { rating: before, tried: earlier } = store.value.peek()
        const counts = isRated && !earlier.includes(summary.id)
        store.change((kept) => withTry(kept, summary, { isSolved, counts, at: now() }))
        setTried({ isSolved, counts, before, after: store.value.peek().rating })
        options.onTried?.(isSolved)
      },
      onEnded: options.onEnded ?? (() => undefined),
      ended,
    }),
  )
  const mayCount = isFirst && tried === undefined && !model.isEnded.value
  return { model, tried, mayCount }
}
