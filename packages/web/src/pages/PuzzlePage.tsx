import { Solving } from '../components/puzzles/Solving.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { isDay } from '../models/device/days.ts'
import { useTitle } from '../ui/tab.ts'
import '../components/puzzles/puzzles.css'

/** Puzzles to solve. A page of its own, because it needs nothing of the days that have passed. */
export function PuzzlePage({ id }: { id: string }) {
  const t = useTranslate()
  useTitle(t(id === 'daily' || isDay(id) ? 'puzzles.day.title' : 'puzzles.title'))
  return <Solving id={id} />
}
