import type { OwnClass, PlayerId } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { takeOver } from '../../models/class/class-api.ts'
import { reportFrom } from '../../models/class/report.ts'
import { isDone, taskRoute } from '../../models/class/tasks.ts'
import { challengeRoute } from '../../models/people/ratings.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { describeTask } from '../../words/class.ts'
import { AccountForm } from '../account/AccountForm.tsx'
import { RecoveryCodes } from '../account/RecoveryCodes.tsx'
import { ClassTournaments, useClassTournaments } from './ClassTournaments.tsx'

interface PupilClassProps {
  readonly pupil: PlayerId
  /** The class as the server knew it before this device has reported. */
  readonly first: OwnClass
}

/** The class of a pupil: the tasks, the classmates, and taking the account over if it is offered. */
export function PupilClass({ pupil, first }: PupilClassProps) {
  const t = useTranslate()
  const own = useReported(pupil, first)
  const tournaments = useClassTournaments()
  const { name, teacher, tasks, done, classmates, isOffered } = own
  return (
    <>
      <p class="lead">{t('class.own.lead', { name, teacher })}</p>
      <h2>{t('class.tasks.title')}</h2>
      {tasks.length === 0 ? (
        <p>{t('class.tasks.none')}</p>
      ) : (
        <ul class="class-own-tasks">
          {tasks.map(({ n, task }) => (
            <li key={n}>
              <a href={taskRoute(task)}>{describeTask(t, task)}</a> ·{' '}
              <strong>{t(isDone(task, done) ? 'class.tasks.done' : 'class.tasks.open')}</strong>
            </li>
          ))}
        </ul>
      )}
      <p class="note">{t('class.own.seen', { teacher })}</p>
      <ClassTournaments seen={tournaments} />
      <h2>{t('class.own.mates')}</h2>
      {classmates.length === 0 ? (
        <p>{t('class.own.alone')}</p>
      ) : (
        <ul class="class-mates">
          {classmates.map(({ id, name: mate }) => (
            <li key={id}>
              {mate}{' '}
              <a href={challengeRoute(mate)} aria-label={`${t('people.challenge')}: ${mate}`}>
                {t('people.challenge')}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOffered && <TakeOver />}
    </>
  )
}

// --- internal ---

/** The class after this device has reported what was done on it; as before if it could not. */
function useReported(pupil: PlayerId, first: OwnClass): OwnClass {
  const services = useServices()
  const [own, setOwn] = useState(first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the class may change without another report, which is made once for each pupil.
  useEffect(() => {
    void reportFrom(services, pupil, first.done).then((answer) => {
      if (answer.ok && answer.value.own !== undefined) setOwn(answer.value.own)
    })
  }, [pupil])
  return own
}

function TakeOver() {
  const t = useTranslate()
  const [codes, setCodes] = useState<readonly string[]>([])
  if (codes.length > 0) {
    return <RecoveryCodes codes={codes} onKept={() => location.assign(ROUTES.account)} />
  }
  return (
    <section aria-labelledby="take-over">
      <h2 id="take-over">{t('class.own.takeOver')}</h2>
      <p>{t('class.own.takeOverText')}</p>
      <AccountForm
        fields={['next']}
        send={(typed) => takeOver(typed.next)}
        action={t('class.own.takeOver')}
        onDone={setCodes}
      />
    </section>
  )
}
