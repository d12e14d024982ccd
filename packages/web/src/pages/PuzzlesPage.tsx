import { PuzzlesHome } from '../components/puzzles/PuzzlesHome.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { useTitle } from '../ui/tab.ts'
import '../components/puzzles/puzzles.css'

/** The start page of the puzzles. */
export function PuzzlesPage() {
  useTitle(useTranslate()('puzzles.title'))
  return <PuzzlesHome />
}
