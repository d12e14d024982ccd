import { StudyList } from '../components/analysis/StudyList.tsx'
import { StudyView } from '../components/analysis/StudyView.tsx'

/** The player's studies, or the one with the given id. */
export function StudyPage({ id }: { id?: string | undefined }) {
  return id === undefined ? <StudyList /> : <StudyView key={id} id={id} />
}
