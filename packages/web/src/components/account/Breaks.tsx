import { type BreakState, type HttpRefusal, MOST_BREAK_DAYS } from '@hokito/protocol'
import { useId, useState } from 'preact/hooks'
import { LOCALES, type Saying, useTranslate } from '../../i18n/i18n.ts'
import { sendWish } from '../../models/account/account.ts'
import { useServices } from '../../services.ts'
import { describeAccountRefusal } from '../../words/account.ts'
import { formatMoment } from '../../words/dates.ts'
import { AccountForm } from './AccountForm.tsx'

interface BreaksProps {
  readonly breaks: BreakState
  readonly onChanged: (told: Saying) => void
}

/** Starts or ends a break from all correspondence games. */
export function Breaks({ breaks, onChanged }: BreaksProps) {
  const t = useTranslate()
  const { until, daysLeft } = breaks
  return (
    <>
      <p class="note">{t('account.breaks.text', { most: MOST_BREAK_DAYS })}</p>
      {until !== undefined && <OnBreak until={until} onChanged={onChanged} />}
      {until === undefined && daysLeft === 0 && <p>{t('account.breaks.none')}</p>}
      {until === undefined && daysLeft > 0 && <Take daysLeft={daysLeft} onChanged={onChanged} />}
    </>
  )
}

// --- internal ---

interface TakeProps extends Pick<BreaksProps, 'onChanged'> {
  readonly daysLeft: number
}

function Take({ daysLeft, onChanged }: TakeProps) {
  const t = useTranslate()
  const id = useId()
  const { language } = useServices()
  const [chosen, setDays] = useState(1)
  const days = Math.min(chosen, daysLeft)
  const format = new Intl.NumberFormat(LOCALES[language.speech.value.language], {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
  })
  return (
    <>
      <p>{t('account.breaks.left', { n: daysLeft })}</p>
      <AccountForm
        fields={[]}
        send={() => sendWish('break', { days })}
        action={t('account.breaks.take')}
        onDone={() => onChanged((t) => t('account.breaks.taken'))}
      >
        <div class="account-field">
          <label class="field" for={id}>
            {t('account.breaks.days')}
          </label>
          <select
            id={id}
            class="input"
            value={days}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          >
            {Array.from({ length: daysLeft }, (_, index) => (
              <option key={index} value={index + 1}>
                {format.format(index + 1)}
              </option>
            ))}
          </select>
        </div>
      </AccountForm>
    </>
  )
}

interface OnBreakProps extends Pick<BreaksProps, 'onChanged'> {
  readonly until: number
}

function OnBreak({ until, onChanged }: OnBreakProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [fault, setFault] = useState<{ readonly refusal: HttpRefusal | undefined } | undefined>()
  const end = async () => {
    const answer = await sendWish('break-end', {})
    if (answer.ok) onChanged((t) => t('account.breaks.ended'))
    else setFault({ refusal: answer.error })
  }
  return (
    <>
      <p>{t('account.breaks.until', { date: formatMoment(language, until, 'long') })}</p>
      <p class="note">{t('account.breaks.endNote')}</p>
      <button type="button" class="button" onClick={() => void end()}>
        {t('account.breaks.end')}
      </button>
      <p class="fault" role="alert">
        {fault !== undefined && describeAccountRefusal(t, fault.refusal)}
      </p>
    </>
  )
}
