import { useTranslate } from '../../i18n/i18n.ts'
import type { Day } from '../../models/device/days.ts'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import type { PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { useServices } from '../../services.ts'
import { nameOfDay } from '../../words/dates.ts'
import { NoPuzzle } from './NoPuzzle.tsx'
import { SolvePuzzle } from './SolvePuzzle.tsx'
import { usePuzzleOfDay } from './use-puzzle-of-day.ts'
import { useRefuter } from './use-refuter.ts'

interface DayPuzzleProps {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
  readonly day: Day
}

/** The puzzle of a day on a page of its own. */
export function DayPuzzle({ catalogue, store, day }: DayPuzzleProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const refuter = useRefuter()
  const { summary, ...results } = usePuzzleOfDay(catalogue, store, day)
  if (summary === undefined) return <NoPuzzle />
  return (
    <SolvePuzzle
      catalogue={catalogue}
      store={store}
      summary={summary}
      title={t('puzzles.day.title')}
      caption={t('puzzles.day.of', { date: nameOfDay(language, day) })}
      refuter={refuter}
      {...results}
    />
  )
}
