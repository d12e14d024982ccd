import type { PuzzleSummary, Theme } from '@hokito/engine/puzzles'
import { useLayoutEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Catalogue, nextPuzzle } from '../../models/puzzles/catalogue.ts'
import { practiceWish } from '../../models/puzzles/practice-wish.ts'
import type { PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { SOLVE_ENDS, type SolveEnd } from '../../models/puzzles/solve-state.ts'
import { describeRatingNumber } from '../../words/puzzles.ts'
import { NoPuzzle } from './NoPuzzle.tsx'
import { SolvePuzzle } from './SolvePuzzle.tsx'
import { useRefuter } from './use-refuter.ts'

interface PracticeProps {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
  /** The theme of all puzzles, if one is chosen. */
  readonly theme: Theme | undefined
}

/** One puzzle after another, about as hard as the player's rating. */
export function Practice({ catalogue, store, theme }: PracticeProps) {
  const t = useTranslate()
  const refuter = useRefuter()
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const [kept] = useState(() => keptPuzzle(catalogue))
  const [summary, setSummary] = useState(
    () => kept?.summary ?? choose(catalogue, store, theme, passed),
  )
  const [ended, setEnded] = useState(kept?.ended)
  useKeeping(summary, ended)
  const { rating } = store.value.value
  if (summary === undefined) return <NoPuzzle />
  const onNext = () => {
    const met = new Set([...passed, summary.id])
    setPassed(met)
    setEnded(undefined)
    setSummary(choose(catalogue, store, theme, met))
  }
  return (
    <SolvePuzzle
      key={summary.id}
      catalogue={catalogue}
      store={store}
      summary={summary}
      title={t('puzzles.practice.title')}
      caption={
        theme === undefined
          ? (describeRatingNumber(t, rating) ?? t('puzzles.practice.title'))
          : t(`puzzles.themes.${theme}`)
      }
      refuter={refuter}
      ended={ended}
      onEnded={setEnded}
      // The theme hints at the solution, so such puzzles do not change the rating.
      isRated={theme === undefined}
      onNext={onNext}
    />
  )
}

// --- internal ---

/**
 * Stores the puzzle in the browser's history, so that it is there again after a reload or on coming
 * Back from its analysis.
 */
function useKeeping(summary: PuzzleSummary | undefined, ended: SolveEnd | undefined): void {
  useLayoutEffect(() => {
    history.replaceState({ ...history.state, practice: { id: summary?.id, ended } }, '')
  }, [summary, ended])
}

function keptPuzzle(catalogue: Catalogue) {
  const { id, ended }: { id?: unknown; ended?: unknown } = Object(history.state?.practice)
  const summary = catalogue.summaries.find((each) => each.id === id)
  if (summary === undefined) return undefined
  return { summary, ended: SOLVE_ENDS.find((each) => each === ended) }
}

function choose(
  catalogue: Catalogue,
  store: PuzzleStore,
  theme: Theme | undefined,
  passed: ReadonlySet<string>,
): PuzzleSummary | undefined {
  return nextPuzzle(catalogue, practiceWish(store.value.peek(), theme, passed), Math.random())
}
