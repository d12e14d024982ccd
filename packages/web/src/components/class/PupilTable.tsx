import type { Card, Class, ClassChange, HttpRefusal, Pupil } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { chaptersDone, highestLevel, isDone } from '../../models/class/tasks.ts'
import { CHAPTERS } from '../../models/learn/course/chapters.ts'
import { LESSON_IDS } from '../../models/learn/lesson-ids.ts'
import { PupilDialog } from './PupilDialog.tsx'

interface PupilTableProps {
  readonly taught: Class
  readonly change: (change: ClassChange) => Promise<Result<unknown, HttpRefusal | undefined>>
  readonly onCards: (cards: readonly Card[]) => void
}

/** What the pupils of a class have done. A name opens what can be done with the account. */
export function PupilTable({ taught, change, onCards }: PupilTableProps) {
  const t = useTranslate()
  const [chosen, choose] = useState<Pupil | undefined>(undefined)
  const { pupils, tasks } = taught
  return (
    <>
      <div class="class-table">
        <table>
          <caption class="visually-hidden">{t('class.pupils.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('class.pupils.name')}</th>
              <th scope="col">{t('class.pupils.lessons')}</th>
              <th scope="col">{t('class.pupils.chapters')}</th>
              <th scope="col">{t('class.pupils.puzzles')}</th>
              <th scope="col">{t('class.pupils.level')}</th>
              {tasks.length > 0 && <th scope="col">{t('class.tasks.title')}</th>}
            </tr>
          </thead>
          <tbody>
            {pupils.map((pupil) => (
              <Row key={pupil.id} pupil={pupil} tasks={tasks} onChoose={() => choose(pupil)} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">{t('class.pupils.trust')}</p>
      {chosen !== undefined && (
        <PupilDialog
          id={taught.id}
          pupil={chosen}
          change={change}
          onCards={onCards}
          onClose={() => choose(undefined)}
        />
      )}
    </>
  )
}

// --- internal ---

interface RowProps extends Pick<Class, 'tasks'> {
  readonly pupil: Pupil
  readonly onChoose: () => void
}

function Row({ pupil: { name, done, isOffered }, tasks, onChoose }: RowProps) {
  const t = useTranslate()
  const chapters = chaptersDone(done)
  const tasksDone = tasks.filter(({ task }) => isDone(task, done)).length
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          class="button button-text"
          aria-label={t('class.pupils.choose', { name })}
          onClick={onChoose}
        >
          {name}
        </button>
        {isOffered && <span class="note">{t('class.pupils.offered')}</span>}
      </th>
      <td>{`${done.lessons.length}/${LESSON_IDS.length}`}</td>
      <td>{`${chapters}/${CHAPTERS.length}`}</td>
      <td>{done.puzzles}</td>
      <td>{highestLevel(done) || '–'}</td>
      {tasks.length > 0 && <td>{`${tasksDone}/${tasks.length}`}</td>}
    </tr>
  )
}
