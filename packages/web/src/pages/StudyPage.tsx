import { StudyList } from '../components/analysis/StudyList.tsx'
import { StudyView } from '../components/analysis/StudyView.tsx'
import { withTexts } from '../components/site/with-texts.tsx'
import { SAMPLE_STUDY } from '../routes.ts'
import { lazily } from '../ui/lazily.tsx'
import { PositionEditor } from './lazy-editor.ts'

/** The player's studies, the sample, or the study with the given id. */
export function StudyPage({ id }: { id?: string | undefined }) {
  if (id === undefined) return <StudyList />
  return id === SAMPLE_STUDY ? (
    <SampleStudy />
  ) : (
    <StudyView key={id} id={id} Editor={PositionEditor} />
  )
}

// --- internal ---

/** Loaded apart, because its positions are those of the course. */
const SampleStudy = lazily(async () =>
  withTexts(
    ['chapters', 'course', 'played', 'puzzles'],
    (await import('../components/analysis/SampleStudy.tsx')).SampleStudy,
  ),
)
