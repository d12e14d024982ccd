import type { PuzzleSummary } from '@hokito/engine/puzzles'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import type { Refuter } from '../../models/puzzles/refuter.ts'
import { createSolveModel } from '../../models/puzzles/solve-model.ts'
import { useOwned } from '../../ui/hooks.ts'
import { PuzzleActions, PuzzleFacts, PuzzleScreen } from './PuzzleScreen.tsx'
import { puzzlePause } from './puzzle-moment.ts'

interface SolvePuzzleProps {
  readonly catalogue: Catalogue
  readonly summary: PuzzleSummary
  readonly title: string
  readonly caption: string
  readonly refuter: Refuter | undefined
  /** How it ended another time. */
  readonly ended?: 'solved' | 'shown' | undefined
  readonly onTried: (isSolved: boolean) => void
  readonly onEnded?: (end: 'solved' | 'shown') => void
  readonly onNext?: () => void
}

/** One puzzle to be solved; for another one it is to have another key. */
export function SolvePuzzle(props: SolvePuzzleProps) {
  const { catalogue, summary, title, caption, refuter, ended, onNext } = props
  const model = useOwned(() =>
    createSolveModel(catalogue.open(summary), {
      refuter,
      pause: puzzlePause,
      onTried: props.onTried,
      onEnded: props.onEnded ?? (() => undefined),
      ended,
    }),
  )
  return (
    <PuzzleScreen
      title={title}
      caption={caption}
      model={model}
      actions={<PuzzleActions model={model} onNext={onNext} />}
      side={<PuzzleFacts model={model} />}
    />
  )
}
