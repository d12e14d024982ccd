import { PuzzlesHome } from '../components/puzzles/PuzzlesHome.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { lazily } from '../ui/lazily.tsx'
import { useTitle } from '../ui/tab.ts'
import '../components/puzzles/puzzles.css'

/** Puzzles: where they begin, or those to solve that an id names. */
export function PuzzlesPage({ id }: { id?: string }) {
  const t = useTranslate()
  useTitle(t('puzzles.title'))
  return id === undefined ? <PuzzlesHome /> : <Solving id={id} />
}

// --- internal ---

// Not with the first page: its files are named here, and each name in the site's beginning costs all pages.
const Solving = lazily(async () => (await import('../components/puzzles/Solving.tsx')).Solving)
