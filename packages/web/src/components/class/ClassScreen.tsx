import type { ClassChange, ClassesReply, HttpRefusal } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { changeClass, fetchClasses } from '../../models/class/class-api.ts'
import { CARD_ROUTE } from '../../routes.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useTitle } from '../../ui/tab.ts'
import { describeClassRefusal } from '../../words/class.ts'
import { PagePicture } from '../game/PagePicture.tsx'
import { AskToTeach } from './AskToTeach.tsx'
import { useClassTournaments } from './ClassTournaments.tsx'
import { NewClass } from './NewClass.tsx'
import { PupilClass } from './PupilClass.tsx'
import { TaughtClass } from './TaughtClass.tsx'

/** What the player teaches, or the class that the player attends. */
export function ClassScreen() {
  const t = useTranslate()
  const [reply, setReply] = useState<ClassesReply | 'unanswered' | undefined>(undefined)
  useTitle(t('class.title'))
  const ask = async () => {
    const answer = await fetchClasses()
    setReply(answer.ok ? answer.value : 'unanswered')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page asks once, when it opens.
  useEffect(() => void ask(), [])
  return (
    <div class="page class-page">
      <h1 class="screen-only">{t('class.title')}</h1>
      {reply === 'unanswered' && (
        <Notice
          text={t('class.unanswered')}
          action={t('class.again')}
          onAction={() => void ask()}
        />
      )}
      {typeof reply === 'object' && <Known reply={reply} onReply={setReply} onAsk={ask} />}
    </div>
  )
}

// --- internal ---

const GIVES = ['accounts', 'tasks', 'play'] as const

interface KnownProps {
  readonly reply: ClassesReply
  readonly onReply: (reply: ClassesReply) => void
  readonly onAsk: () => Promise<void>
}

function Known({ reply, onReply, onAsk }: KnownProps) {
  const t = useTranslate()
  const { own, player, isTeacher } = reply
  if (own !== undefined && player !== undefined) {
    return <PupilClass key={player.id} pupil={player.id} first={own} />
  }
  if (isTeacher) return <Taught reply={reply} onReply={onReply} onAsk={onAsk} />
  return (
    <>
      <PagePicture />
      <p class="lead">{t('class.lead')}</p>
      <ul class="gives">
        {GIVES.map((what) => (
          <li key={what}>{t(`class.gives.${what}`)}</li>
        ))}
      </ul>
      <div class="button-row">
        <a class="button" href={CARD_ROUTE}>
          {t('class.haveCard')}
        </a>
      </div>
      <AskToTeach reply={reply} onReply={onReply} />
    </>
  )
}

function Taught({ reply: { classes }, onReply, onAsk }: KnownProps) {
  const t = useTranslate()
  const tournaments = useClassTournaments()
  const [fault, setFault] = useState<{ readonly refusal: HttpRefusal | undefined } | undefined>()
  const change = async (
    wish: ClassChange,
  ): Promise<Result<ClassesReply, HttpRefusal | undefined>> => {
    const answer = await changeClass(wish)
    setFault(answer.ok ? undefined : { refusal: answer.error })
    if (answer.ok) onReply(answer.value)
    return answer
  }
  return (
    <>
      <p class="lead screen-only">{t('class.lead')}</p>
      <p class="fault" role="alert">
        {fault && describeClassRefusal(t, fault.refusal)}
      </p>
      {classes.length === 0 && <p>{t('class.none')}</p>}
      {classes.map((each) => (
        <TaughtClass
          key={each.id}
          taught={each}
          tournaments={tournaments}
          change={change}
          onCards={onAsk}
        />
      ))}
      <NewClass change={change} />
    </>
  )
}
