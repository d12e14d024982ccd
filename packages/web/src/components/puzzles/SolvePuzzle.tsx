import type { PuzzleSummary } from '@hokito/engine/puzzles'
import { useState } from 'preact/hooks'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import { type PuzzleStore, type RatedTry, withTry } from '../../models/puzzles/puzzle-store.ts'
import type { Refuter } from '../../models/puzzles/refuter.ts'
import { createSolveModel } from '../../models/puzzles/solve-model.ts'
import { useOwned } from '../../ui/hooks.ts'
import { PuzzleActions, PuzzleFacts, PuzzleScreen } from './PuzzleScreen.tsx'
import { puzzlePause } from './puzzle-moment.ts'

interface SolvePuzzleProps {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
  readonly summary: PuzzleSummary
  readonly title: string
  readonly caption: string
  readonly refuter: Refuter | undefined
  /** How it ended on an earlier visit. */
  readonly ended?: 'solved' | 'shown' | undefined
  /** Whether the first try may change the rating; true by default. */
  readonly isRated?: boolean
  readonly onTried?: (isSolved: boolean) => void
  readonly onEnded?: (end: 'solved' | 'shown') => void
  readonly onNext?: () => void
}

/** One puzzle to solve; each puzzle needs its own `key`. */
export function SolvePuzzle(props: SolvePuzzleProps) {
  const { catalogue, store, summary, title, caption, refuter, ended, onNext } = props
  const { isRated = true } = props
  const [isNew] = useState(() => store.value.peek().tried.length < FIRST_PUZZLES)
  const [tried, setTried] = useState<RatedTry | undefined>(undefined)
  const model = useOwned(() =>
    createSolveModel(catalogue.open(summary), {
      refuter,
      pause: puzzlePause,
      onTried: (isSolved) => {
        const { rating: before, tried: earlier } = store.value.peek()
        const counts = isRated && !earlier.includes(summary.id)
        store.change((now) => withTry(now, summary, { isSolved, counts, at: Date.now() }))
        setTried({ isSolved, counts, before, after: store.value.peek().rating })
        props.onTried?.(isSolved)
      },
      onEnded: props.onEnded ?? (() => undefined),
      ended,
    }),
  )
  return (
    <PuzzleScreen
      title={title}
      caption={caption}
      model={model}
      isNew={isNew}
      actions={<PuzzleActions model={model} onNext={onNext} />}
      side={<PuzzleFacts model={model} tried={tried} isThemed={!isRated} />}
    />
  )
}

// --- internal ---

/**
 * Until this number of puzzles has been tried, the page explains how puzzles differ from a game.
 */
const FIRST_PUZZLES = 3
