import type { PuzzleSummary } from '@hokito/engine/puzzles'
import { useState } from 'preact/hooks'
import type { Day } from '../../models/device/days.ts'
import { type Catalogue, puzzleOfDay } from '../../models/puzzles/catalogue.ts'
import {
  endOfDay,
  type KeptDay,
  type PuzzleStore,
  withDay,
} from '../../models/puzzles/puzzle-store.ts'
import type { SolveEnd } from '../../models/puzzles/solve-state.ts'

/** The puzzle of a day on this device. */
export interface PuzzleOfDay {
  /** Undefined if there is no puzzle for the day. */
  readonly summary: PuzzleSummary | undefined
  /** How it ended on an earlier visit. */
  readonly ended: SolveEnd | undefined
  readonly onTried: (isSolved: boolean) => void
  readonly onEnded: (end: SolveEnd) => void
}

/** The puzzle of a day. Its result is stored, and opening the puzzle again does not change it. */
export function usePuzzleOfDay(catalogue: Catalogue, store: PuzzleStore, day: Day): PuzzleOfDay {
  const [before] = useState(() => store.value.peek().days[day])
  // A puzzle that was begun continues, even if a newer pack has another one for the day.
  const [summary] = useState(
    () => (before && catalogue.find(before.id)) ?? puzzleOfDay(catalogue, day),
  )
  const keep = (result: KeptDay['result']) => {
    if (summary !== undefined) store.change((now) => withDay(now, day, { id: summary.id, result }))
  }
  return {
    summary,
    ended: endOfDay(before),
    onTried: (isFirst) => keep(isFirst ? 'first' : 'tried'),
    onEnded: keep,
  }
}
