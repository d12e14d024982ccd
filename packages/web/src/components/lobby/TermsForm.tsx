import { COLOR_CHOICES } from '@hokito/protocol'
import { END_RULES, FAIR_COMPENSATION } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import {
  AUDIENCES,
  changedForm,
  changeTo,
  FIRST_TERMS,
  FORMATS,
  type TermsForm as Form,
  formatOf,
  type OfferedTerms,
  ratedForm,
  readTermsForm,
  SETUP_CHOICES,
  TIMES,
  timeOf,
} from '../../models/lobby/terms-form.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useLostFocus } from '../../ui/hooks.ts'
import { useSeen } from '../../ui/use-seen.ts'
import { describeDealError } from '../../words/errors.ts'
import { describeFirstMove, describePlacing, describeTime } from '../../words/online.ts'
import { useHasAccount } from '../account/use-has-account.ts'
import { CompensationInput } from '../game/CompensationInput.tsx'
import { FormatChoice } from './FormatChoice.tsx'
import { RatedCheck } from './RatedCheck.tsx'

interface TermsFormProps {
  /** The initial values. */
  readonly first?: Form
  /** The title above the form. */
  readonly title?: string
  /** The label of its button. */
  readonly action?: string
  /** Whether it is fixed already who can accept. */
  readonly isAddressed?: boolean
  /** Whether it is the page's own form: no title, and the rarer terms are folded. */
  readonly isBrief?: boolean
  readonly onOffer: (offered: OfferedTerms) => void
  /** Called when the player does not want a challenge after all. */
  readonly onCancel?: () => void
}

/** The terms of the player's own challenge: opponent, time control and deal. */
export function TermsForm({
  first = FIRST_TERMS,
  title,
  action,
  isAddressed = false,
  isBrief = false,
  onOffer,
  onCancel,
}: TermsFormProps) {
  const t = useTranslate()
  const [form, setForm] = useState(first)
  const hasAccount = useHasAccount()
  const change = (changes: Partial<Form>) => setForm(changedForm(form, changes))
  const offered = readTermsForm(form)
  return (
    <form
      class="terms-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (offered.ok) onOffer(offered.value)
      }}
    >
      {!isBrief && <Heading title={title ?? t('online.customTitle')} />}
      {!isAddressed && (
        <Choice
          legend={t('online.who')}
          options={AUDIENCES.map((value) => ({ value, label: t(`online.${value}`) }))}
          value={form.audience}
          onChange={(audience) => change({ audience })}
        />
      )}
      <TimeField form={form} change={change} />
      <FormatFields form={form} change={change} isBrief={isBrief} />
      <Rare isFolded={isBrief}>
        {formatOf(form) !== 'divide' && <ColorField form={form} change={change} />}
        <SetupFields form={form} change={change} />
        <RuleFields form={form} change={change} />
        <RatedCheck
          hasAccount={hasAccount}
          isRated={form.isRated}
          isExplained
          onChange={(isRated) => setForm(ratedForm(form, isRated))}
        />
      </Rare>
      <div class="button-row">
        <button type="submit" class="button button-main" disabled={!offered.ok}>
          {action ?? t('online.offer')}
        </button>
        {onCancel !== undefined && (
          <button type="button" class="button button-text" onClick={onCancel}>
            {t('game.cancel')}
          </button>
        )}
      </div>
    </form>
  )
}

// --- internal ---

/** The title of a form that has just been opened on a page, so it takes the focus and is shown. */
function Heading({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLostFocus(heading)
  useSeen(heading)
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  )
}

interface RareProps {
  readonly isFolded: boolean
  readonly children: ComponentChildren
}

/** The terms that players seldom change. */
function Rare({ isFolded, children }: RareProps) {
  const t = useTranslate()
  if (!isFolded) return <>{children}</>
  return (
    <details>
      <summary>{t('online.custom')}</summary>
      <div class="terms-rare">{children}</div>
    </details>
  )
}

interface FieldsProps {
  readonly form: Form
  readonly change: (changes: Partial<Form>) => void
}

function TimeField({ form, change }: FieldsProps) {
  const t = useTranslate()
  const noteId = useId()
  const note = firstMoveNote(t, form)
  return (
    <div>
      <label class="field">
        {t('online.time')}
        <select
          class="select"
          value={form.time}
          aria-describedby={noteId}
          onChange={(event) => change({ time: Number(event.currentTarget.value) })}
        >
          {TIMES.map((time, index) => (
            // The list never changes, so the index is the key.
            <option key={`${index + 1}`} value={index}>
              {describeTime(t, time)}
            </option>
          ))}
        </select>
      </label>
      <p class="note" id={noteId}>
        {note}
      </p>
    </div>
  )
}

/**
 * The time for the first move; if both players place their pieces, the note on the setup gives it.
 */
function firstMoveNote(t: Translate, form: Form): string {
  const isListed = form.audience === 'listed'
  return form.setup === 'placed'
    ? ''
    : describeFirstMove(t, { terms: { timeControl: timeOf(form) }, isListed })
}

/** The format, with a field for the points if they are given. */
function FormatFields({ form, change, isBrief }: FieldsProps & Pick<TermsFormProps, 'isBrief'>) {
  const t = useTranslate()
  // The fair points can be typed too, and then the field stays.
  const [isTyped, setTyped] = useState(formatOf(form) === '1')
  const format = isTyped && formatOf(form) === 'fair' ? '1' : formatOf(form)
  return (
    <>
      <FormatChoice
        formats={FORMATS}
        value={format}
        onChange={(chosen) => {
          setTyped(chosen === '1')
          change(changeTo(chosen))
        }}
        note={
          isBrief && format === '2'
            ? t('online.quickNote')
            : t('online.matchNote', { points: FAIR_COMPENSATION })
        }
      />
      {format === '1' && (
        <CompensationInput
          value={form.compensation}
          onChange={(compensation) => change({ compensation })}
        />
      )}
    </>
  )
}

/** The player's own colour. */
function ColorField({ form, change }: FieldsProps) {
  const t = useTranslate()
  return (
    <Choice
      legend={t('online.color')}
      options={COLOR_CHOICES.map((value) => ({
        value,
        label: value === 'random' ? t('newGame.random') : t(`color.${value}`),
      }))}
      value={form.color}
      onChange={(color) => change({ color })}
    />
  )
}

/** A deal that both have placed has no sides to choose from. */
function setupsFor(form: Form): readonly Form['setup'][] {
  return SETUP_CHOICES.filter((value) => value !== 'placed' || formatOf(form) !== 'divide')
}

/** The source of the deal, with a field for its number if it is given. */
function SetupFields({ form, change }: FieldsProps) {
  const t = useTranslate()
  const offered = readTermsForm(form)
  // An empty field is not an error yet.
  const isFaulty = !offered.ok && form.dealText.trim() !== ''
  return (
    <>
      <Choice
        legend={t('newGame.setup')}
        options={setupsFor(form).map((value) => ({
          value,
          label: t(`newGame.setups.${value === 'given' ? 'deal' : value}`),
        }))}
        value={form.setup}
        onChange={(setup) => change({ setup })}
        about={
          form.setup === 'placed'
            ? describePlacing(t, timeOf(form))
            : t(`terms.setupNotes.${form.setup === 'given' ? 'deal' : form.setup}`)
        }
      />
      {form.setup === 'given' && (
        <label class="field">
          {t('newGame.dealNumber')}
          <input
            value={form.dealText}
            placeholder="77.1234567"
            maxLength={40}
            aria-invalid={isFaulty}
            onInput={(event) => change({ dealText: event.currentTarget.value })}
          />
        </label>
      )}
      <p class="fault" role="alert">
        {isFaulty && describeDealError(t, offered.error)}
      </p>
    </>
  )
}

/** When a game ends, and whether moves may be taken back. */
function RuleFields({ form, change }: FieldsProps) {
  const t = useTranslate()
  return (
    <>
      <Choice
        legend={t('newGame.endRule')}
        options={END_RULES.map((value) => ({ value, label: t(`newGame.endRules.${value}`) }))}
        value={form.endRule}
        onChange={(endRule) => change({ endRule })}
        about={t(`terms.endRuleNotes.${form.endRule}`)}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={form.allowsTakebacks}
          onChange={(event) => change({ allowsTakebacks: event.currentTarget.checked })}
        />
        {t('online.takebacks')}
      </label>
    </>
  )
}
