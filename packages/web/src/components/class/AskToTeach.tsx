import {
  ASK_AGAIN_DAYS,
  CLASS_PURPOSES,
  type ClassesReply,
  type ClassPurpose,
  DAY_MS,
  type HttpRefusal,
  LONGEST_SCHOOL_NAME,
  type TeachAnswer,
  type TeachRequest,
  type TeachWish,
} from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import { askToTeach } from '../../models/class/class-api.ts'
import { useServices } from '../../services.ts'
import { Choice } from '../../ui/Choice.tsx'
import { describeClassRefusal } from '../../words/class.ts'
import { formatDate } from '../../words/dates.ts'

interface AskToTeachProps {
  readonly reply: Pick<ClassesReply, 'request' | 'hasAccount'>
  readonly onReply: (reply: ClassesReply) => void
}

/** The request to be confirmed as a teacher: its form, and what has become of it. */
export function AskToTeach({ reply: { request, hasAccount }, onReply }: AskToTeachProps) {
  const t = useTranslate()
  const { url } = useLocation()
  const { now } = useServices()
  const [fault, setFault] = useState<{ readonly refusal: HttpRefusal | undefined } | undefined>()
  const [isSending, setIsSending] = useState(false)
  const send = async (wish: TeachWish) => {
    setIsSending(true)
    const answer = await askToTeach(wish)
    setIsSending(false)
    setFault(answer.ok ? undefined : { refusal: answer.error })
    if (answer.ok) onReply(answer.value)
  }
  return (
    <section class="class-teach" aria-labelledby="class-teach">
      <h2 id="class-teach">{t('class.ask.title')}</h2>
      {!hasAccount && (
        <>
          <p>{t('class.needsAccount')}</p>
          <a class="button button-main" href={accountRoute(url)}>
            {t('account.ways.signUp')}
          </a>
        </>
      )}
      {request !== undefined && <State request={request} />}
      {request !== undefined && request.answer === undefined && (
        <button
          type="button"
          class="button"
          disabled={isSending}
          onClick={() => void send({ type: 'withdraw' })}
        >
          {t('class.ask.withdraw')}
        </button>
      )}
      {hasAccount && mayAsk(request, now()) && <Form isSending={isSending} onSend={send} />}
      <p class="fault" role="alert">
        {fault && describeClassRefusal(t, fault.refusal)}
      </p>
    </section>
  )
}

// --- internal ---

function mayAsk(request: TeachRequest | undefined, now: number): boolean {
  if (request === undefined) return true
  return request.answer !== undefined && againAt(request.answer) <= now
}

const againAt = ({ at }: TeachAnswer) => at + ASK_AGAIN_DAYS * DAY_MS

/** What has become of the request. */
function State({ request: { at, purpose, school, answer } }: { readonly request: TeachRequest }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const what = [t(`class.ask.purposes.${purpose}`), ...(school === '' ? [] : [school])].join(' · ')
  return (
    <div class="class-request" role="status">
      <p>
        <strong>{t('class.ask.asked', { date: formatDate(language, at) })}</strong>
        <br />
        {what}
      </p>
      {answer === undefined ? (
        <p>{t('class.ask.waits')}</p>
      ) : (
        <p>
          {t('class.ask.refused', { date: formatDate(language, answer.at), why: answer.why })}{' '}
          {t('class.ask.again', { date: formatDate(language, againAt(answer)) })}
        </p>
      )}
    </div>
  )
}

interface FormProps {
  readonly isSending: boolean
  readonly onSend: (wish: TeachWish) => Promise<void>
}

function Form({ isSending, onSend }: FormProps) {
  const t = useTranslate()
  const [purpose, setPurpose] = useState<ClassPurpose>('school')
  const [school, setSchool] = useState('')
  return (
    <form
      class="class-form"
      onSubmit={(event) => {
        event.preventDefault()
        void onSend({ type: 'ask', purpose, school })
      }}
    >
      <p>{t('class.ask.lead')}</p>
      <Choice
        legend={t('class.ask.purpose')}
        options={CLASS_PURPOSES.map((value) => ({
          value,
          label: t(`class.ask.purposes.${value}`),
        }))}
        value={purpose}
        onChange={setPurpose}
      />
      {purpose !== 'family' && (
        <label class="field">
          {t('class.ask.school')}
          <input
            class="input"
            type="text"
            autocomplete="organization"
            maxLength={LONGEST_SCHOOL_NAME}
            value={school}
            onInput={(event) => setSchool(event.currentTarget.value)}
          />
        </label>
      )}
      <button type="submit" class="button button-main" disabled={isSending}>
        {t('class.ask.send')}
      </button>
    </form>
  )
}
