import type { PuzzleSummary, Theme } from '@hokito/engine/puzzles'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Catalogue, nextPuzzle } from '../../models/puzzles/catalogue.ts'
import { practiceWish } from '../../models/puzzles/practice-wish.ts'
import { isSettled } from '../../models/puzzles/puzzle-rating.ts'
import type { PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { NoPuzzle } from './NoPuzzle.tsx'
import { SolvePuzzle } from './SolvePuzzle.tsx'
import { useRefuter } from './use-refuter.ts'

interface PracticeProps {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
  /** Only puzzles of this theme, if there is one. */
  readonly theme: Theme | undefined
}

/** One puzzle after another, about as hard as one's own rating. */
export function Practice({ catalogue, store, theme }: PracticeProps) {
  const t = useTranslate()
  const refuter = useRefuter()
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const [summary, setSummary] = useState(() => choose(catalogue, store, theme, passed))
  const { rating } = store.value.value
  if (summary === undefined) return <NoPuzzle />
  const onNext = () => {
    const met = new Set([...passed, summary.id])
    setPassed(met)
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
        isSettled(rating)
          ? t('puzzles.rating.is', { rating: Math.round(rating.rating) })
          : t('puzzles.practice.title')
      }
      refuter={refuter}
      // Whoever knows the theme knows where to look: that says nothing about a rating.
      isRated={theme === undefined}
      onNext={onNext}
    />
  )
}

// --- internal ---

function choose(
  catalogue: Catalogue,
  store: PuzzleStore,
  theme: Theme | undefined,
  passed: ReadonlySet<string>,
): PuzzleSummary | undefined {
  return nextPuzzle(catalogue, practiceWish(store.value.peek(), theme, passed), Math.random())
}
