import { PuzzlesHome } from '../components/puzzles/PuzzlesHome.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { lazily } from '../ui/lazily.tsx'
import { useTitle } from '../ui/tab.ts'
import '../components/puzzles/puzzles.css'

/** The start page of the puzzles or, with an id, puzzles to solve. */
export function PuzzlesPage({ id }: { id?: string }) {
  const t = useTranslate()
  useTitle(t('puzzles.title'))
  return id === undefined ? <PuzzlesHome /> : <Solving id={id} />
}

// --- internal ---

// Loaded lazily: the first script of the site names its files, and each name there costs every
// page.
const Solving = lazily(async () => (await import('../components/puzzles/Solving.tsx')).Solving)
