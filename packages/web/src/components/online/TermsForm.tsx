import { COLOR_CHOICES, type ColorChoice, type Terms, type TimeControl } from '@hokito/protocol'
import { parseDeal } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Choice } from '../../ui/Choice.tsx'
import { describeDealError } from '../../words/errors.ts'
import { describeTime } from '../../words/online.ts'

interface TermsFormProps {
  readonly onOffer: (terms: Terms, color: ColorChoice, isListed: boolean) => void
}

/** A challenge of one's own: for whom, how long, from which deal. */
export function TermsForm({ onOffer }: TermsFormProps) {
  const t = useTranslate()
  const [form, setForm] = useState<Form>(FIRST)
  const set = (changes: Partial<Form>) => setForm({ ...form, ...changes })
  const deal = parseDeal(form.deal.trim())
  const fault =
    form.setup === 'given' && form.deal.trim() !== '' && !deal.ok
      ? describeDealError(t, deal.error)
      : undefined
  const isReady = form.setup !== 'given' || deal.ok
  return (
    <form
      class="terms-form"
      onSubmit={(event) => {
        event.preventDefault()
        onOffer(termsOf(form), form.color, form.audience === 'listed')
      }}
    >
      <h2>{t('online.customTitle')}</h2>
      <Choice
        legend={t('online.who')}
        options={AUDIENCES.map((value) => ({ value, label: t(`online.${value}`) }))}
        value={form.audience}
        onChange={(audience) => set({ audience })}
      />
      <label class="field">
        {t('online.time')}
        <select
          class="select"
          value={form.time}
          onChange={(event) => set({ time: Number(event.currentTarget.value) })}
        >
          {TIMES.map((time, index) => (
            // The list never changes; its order is all that names its entries.
            <option key={`${index + 1}`} value={index}>
              {describeTime(t, time)}
            </option>
          ))}
        </select>
      </label>
      <Choice
        legend={t('online.match')}
        options={MATCHES.map((value) => ({ value, label: t(`online.matchOf.${value}`) }))}
        value={form.games}
        onChange={(games) => set({ games })}
        note={t('online.matchNote')}
      />
      <Choice
        legend={t('online.color')}
        options={COLOR_CHOICES.map((value) => ({
          value,
          label: value === 'random' ? t('newGame.random') : t(`color.${value}`),
        }))}
        value={form.color}
        onChange={(color) => set({ color })}
      />
      <Choice
        legend={t('newGame.setup')}
        options={SETUPS.map((value) => ({
          value,
          label: t(`newGame.setups.${value === 'given' ? 'deal' : value}`),
        }))}
        value={form.setup}
        onChange={(setup) => set({ setup })}
      />
      {form.setup === 'given' && (
        <label class="field">
          {t('newGame.dealNumber')}
          <input
            value={form.deal}
            placeholder="77.1234567"
            maxLength={40}
            aria-invalid={fault !== undefined}
            onInput={(event) => set({ deal: event.currentTarget.value })}
          />
        </label>
      )}
      <p class="fault" role="alert">
        {fault}
      </p>
      <Choice
        legend={t('newGame.endRule')}
        options={END_RULE_CHOICES.map((value) => ({
          value,
          label: t(`newGame.endRules.${value}`),
        }))}
        value={form.endRule}
        onChange={(endRule) => set({ endRule })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={form.takebacks}
          onChange={(event) => set({ takebacks: event.currentTarget.checked })}
        />
        {t('online.takebacks')}
      </label>
      <button type="submit" class="button button-main" disabled={!isReady}>
        {t('online.offer')}
      </button>
    </form>
  )
}

// --- internal ---

const AUDIENCES = ['private', 'listed'] as const
const MATCHES = ['2', '1'] as const
const SETUPS = ['standard', 'mirrored', 'scattered', 'given'] as const
const END_RULE_CHOICES = ['either', 'onTurn'] as const

/** Times to choose from, the shortest first. */
const TIMES: readonly TimeControl[] = [
  { kind: 'fischer', initialSeconds: 60, incrementSeconds: 1 },
  { kind: 'fischer', initialSeconds: 120, incrementSeconds: 2 },
  { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  { kind: 'fischer', initialSeconds: 600, incrementSeconds: 5 },
  { kind: 'fischer', initialSeconds: 1800, incrementSeconds: 10 },
  { kind: 'delay', initialSeconds: 300, delaySeconds: 5 },
  { kind: 'correspondence', daysPerMove: 1 },
  { kind: 'correspondence', daysPerMove: 2 },
  { kind: 'correspondence', daysPerMove: 7 },
  { kind: 'none' },
]

interface Form {
  readonly audience: (typeof AUDIENCES)[number]
  /** Index in {@link TIMES}. */
  readonly time: number
  readonly games: (typeof MATCHES)[number]
  readonly color: ColorChoice
  readonly setup: (typeof SETUPS)[number]
  readonly deal: string
  readonly endRule: (typeof END_RULE_CHOICES)[number]
  readonly takebacks: boolean
}

/** The match of two is the fair form, so it is what is offered first. */
const FIRST: Form = {
  audience: 'private',
  time: 3,
  games: '2',
  color: 'random',
  setup: 'standard',
  deal: '',
  endRule: 'either',
  takebacks: true,
}

function termsOf(form: Form): Terms {
  return {
    setup:
      form.setup === 'given' ? { kind: 'given', deal: form.deal.trim() } : { kind: form.setup },
    endRule: form.endRule,
    timeControl: TIMES[form.time] ?? { kind: 'none' },
    allowsTakebacks: form.takebacks,
    games: form.games === '2' ? 2 : 1,
  }
}
