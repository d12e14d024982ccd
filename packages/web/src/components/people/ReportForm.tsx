import {
  type GameId,
  LONGEST_REPORT,
  type PlayerId,
  REPORT_REASONS,
  type ReportReason,
} from '@hokito/protocol'
import { useId, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { sendPeople } from '../../models/people/people.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useSaying } from '../../ui/use-saying.ts'
import { describePeopleRefusal } from '../../words/people.ts'

interface ReportFormProps {
  readonly player: PlayerId
  /** The game in which it happened; the report includes what was said in it. */
  readonly game?: GameId
}

/** Reports a player to the moderators, and confirms that the report was sent. */
export function ReportForm({ player, game }: ReportFormProps) {
  const t = useTranslate()
  const id = useId()
  const [reason, setReason] = useState<ReportReason>(game === undefined ? 'name' : 'talk')
  const [words, setWords] = useState('')
  const [isSent, setSent] = useState(false)
  const [fault, setFault] = useSaying()
  const send = async () => {
    const answer = await sendPeople('report', { player, reason, words, ...(game && { game }) })
    setFault(answer.ok ? undefined : (t) => describePeopleRefusal(t, answer.error))
    setSent(answer.ok)
  }
  if (isSent) return <p role="status">{t('people.report.sent')}</p>
  return (
    <form
      class="report-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p class="note">{t('people.report.lead')}</p>
      <Choice
        legend={t('people.report.reason')}
        value={reason}
        options={REPORT_REASONS.map((value) => ({
          value,
          label: t(`people.report.reasons.${value}`),
        }))}
        onChange={setReason}
      />
      <label for={id}>{t('people.report.words')}</label>
      <textarea
        id={id}
        class="input"
        maxLength={LONGEST_REPORT}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <p class="fault" role="alert">
        {fault}
      </p>
      <button type="submit" class="button">
        {t('people.report.send')}
      </button>
    </form>
  )
}
