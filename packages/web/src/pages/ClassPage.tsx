import { CardEntry } from '../components/class/CardEntry.tsx'
import { ClassScreen } from '../components/class/ClassScreen.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import './account.css'
import '../components/class/class.css'

/** The classes of a teacher, the class of a pupil, and signing in with a card. */
export function ClassPage({ id = '' }: { id?: string }) {
  switch (id) {
    case '':
      return <ClassScreen />
    case 'enter':
      return <CardEntry />
    default:
      return <NotFoundPage />
  }
}
