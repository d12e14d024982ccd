import { useState } from 'preact/hooks'
import { LOCALES, useTranslate } from '../../i18n/i18n.ts'
import type { Day } from '../../models/device/days.ts'
import { type Catalogue, puzzleOfDay } from '../../models/puzzles/catalogue.ts'
import {
  isSolved,
  type KeptDay,
  type PuzzleStore,
  withDay,
} from '../../models/puzzles/puzzle-store.ts'
import { useServices } from '../../services.ts'
import { nameOfDay } from '../../words/puzzles.ts'
import { NoPuzzle } from './NoPuzzle.tsx'
import { SolvePuzzle } from './SolvePuzzle.tsx'
import { useRefuter } from './use-refuter.ts'

interface DayPuzzleProps {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
  readonly day: Day
}

/** The puzzle of a day. Its result is stored, and opening the puzzle again does not change it. */
export function DayPuzzle({ catalogue, store, day }: DayPuzzleProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const refuter = useRefuter()
  const [before] = useState(() => store.value.peek().days[day])
  // A puzzle that was begun continues, even if a newer pack has another one for the day.
  const summary = (before && catalogue.find(before.id)) ?? puzzleOfDay(catalogue, day)
  if (summary === undefined) return <NoPuzzle />
  const { id } = summary
  const keep = (result: KeptDay['result']) =>
    store.change((now) => withDay(now, day, { id, result }))
  return (
    <SolvePuzzle
      catalogue={catalogue}
      store={store}
      summary={summary}
      title={t('puzzles.day.title')}
      caption={t('puzzles.day.of', { date: nameOfDay(day, LOCALES[language]) })}
      refuter={refuter}
      ended={endedBefore(before)}
      onTried={(isSolved) => keep(isSolved ? 'first' : 'tried')}
      onEnded={(end) => keep(end === 'solved' ? 'later' : 'shown')}
    />
  )
}

// --- internal ---

function endedBefore(kept: KeptDay | undefined): 'solved' | 'shown' | undefined {
  if (kept?.result === 'shown') return 'shown'
  return isSolved(kept) ? 'solved' : undefined
}
