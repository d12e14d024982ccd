import { COLORS, type Color, END_RULES, FAIR_COMPENSATION } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import {
  beginnerOf,
  CLOCKS,
  type FormError,
  givenPosition,
  HANDMADE_SETUPS,
  handmadeIn,
  isUnmade,
  type NewGameForm,
  OPPONENTS,
  previewOf,
  SETUP_CHOICES,
} from '../../models/local/new-game-form.ts'
import { COMPUTER_LEVELS, parseLevel } from '../../models/local/seat.ts'
import { useServices } from '../../services.ts'
import { Choice } from '../../ui/Choice.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useTitle } from '../../ui/tab.ts'
import { describeFormError } from '../../words/errors.ts'
import { describeLevel } from '../../words/levels.ts'
import { CompensationInput } from '../game/CompensationInput.tsx'
import { PagePicture } from '../game/PagePicture.tsx'

interface FieldsProps {
  readonly form: NewGameForm
  readonly change: (changes: Partial<NewGameForm>) => void
}

interface NewGameFormViewProps extends FieldsProps {
  readonly error: FormError | undefined
  readonly onSubmit: () => void
  /** The idea of the chapter that led here, if one did. */
  readonly idea: ComponentChildren
  /** Called when the player wants to edit the form's position. */
  readonly onEdit: () => void
}

/** The form for a new game: opponent, points, setup, end rule and clock. */
export function NewGameFormView(props: NewGameFormViewProps) {
  const { form, change, error, idea, onSubmit, onEdit } = props
  const t = useTranslate()
  const services = useServices()
  useTitle(t('newGame.title'))
  return (
    <form
      class="page new-game"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      noValidate
    >
      <h1>{t('newGame.title')}</h1>
      {idea}
      <Preview form={form} />
      <div class="new-game-half">
        {form.setup === 'custom' && form.setupText !== '' && (
          <GivenPosition form={form} onEdit={onEdit} />
        )}
        <Choice
          legend={t('terms.opponent')}
          options={OPPONENTS.filter((value) => value === 'friend' || services.hasComputer).map(
            (value) => ({ value, label: t(`newGame.${value}`) }),
          )}
          value={form.opponent}
          onChange={(opponent) => change({ opponent })}
          columns={2}
          note={services.hasComputer ? undefined : t('notice.noComputer')}
        />
        {form.opponent === 'computer' ? (
          <ComputerFields form={form} change={change} />
        ) : (
          <FriendFields form={form} change={change} />
        )}
      </div>
      <div class="new-game-half new-game-terms">
        <SetupFields form={form} change={change} error={error} />
        <TermFields form={form} change={change} />
        <CompensationField form={form} change={change} />
      </div>
      <button type="submit" class="button button-main button-big">
        {isUnmade(form) ? t('terms.setUp') : t('newGame.start')}
      </button>
    </form>
  )
}

// --- internal ---

/** A picture of the beginning; few forms begin with a position, so it is loaded on demand. */
const DiagramBoard = lazily(async () => (await import('../game/DiagramBoard.tsx')).DiagramBoard)

/** The picture of another beginning. */
const PaintedBoard = lazily(async () => (await import('../game/PaintedBoard.tsx')).PaintedBoard)

/** The end rule and the clock. */
function TermFields({ form, change }: FieldsProps) {
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
      <Choice
        legend={t('terms.clock')}
        options={CLOCKS.map(({ key, minutes, seconds }) => ({
          value: key,
          label: minutes === 0 ? t('terms.noClock') : t('terms.clockChoice', { minutes, seconds }),
        }))}
        value={form.clock}
        onChange={(clock) => change({ clock })}
        note={form.clock === 'none' ? undefined : t('terms.clockNote')}
      />
    </>
  )
}

/** The points that White gets: none, the fair ones, those that a player names, or a typed number. */
function CompensationField({ form, change }: FieldsProps) {
  const t = useTranslate()
  const { compensation, isDivided } = form
  const points = FAIR_COMPENSATION
  const [isTyped, setTyped] = useState(false)
  const kind = kindOf()
  const labels = {
    none: t('terms.noPoints'),
    fair: t('game.fair', { points }),
    divide: t('terms.divide'),
    other: t('terms.otherPoints'),
  }
  return (
    <>
      <Choice
        legend={t('terms.compensation')}
        options={COMPENSATION_KINDS.map((value) => ({ value, label: labels[value] }))}
        value={kind}
        onChange={(next) => {
          setTyped(next === 'other')
          const typed = next === 'other' ? compensation : 0
          change({
            compensation: next === 'fair' ? points : typed,
            isDivided: next === 'divide',
          })
        }}
        about={about()}
      />
      {kind === 'other' && (
        <CompensationInput
          value={compensation}
          onChange={(other) => change({ compensation: other })}
        />
      )}
    </>
  )

  function kindOf(): (typeof COMPENSATION_KINDS)[number] {
    if (isDivided) return 'divide'
    if (isTyped) return 'other'
    if (compensation === 0) return 'none'
    return compensation === points ? 'fair' : 'other'
  }

  function about(): string | undefined {
    if (kind === 'divide') return t('terms.divideNote')
    return kind === 'fair' ? t('terms.compensationNotes.fair', { points }) : undefined
  }
}

const COMPENSATION_KINDS = ['none', 'fair', 'divide', 'other'] as const

/** What the board will look like; an empty place while that is still to be made. */
function Preview({ form }: Pick<NewGameFormViewProps, 'form'>) {
  const { setup, setupText, endRule, compensation } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other fields change no piece.
  const position = useMemo(() => previewOf(form), [setup, setupText, endRule, compensation])
  return (
    <PagePicture>
      {position !== undefined && <PaintedBoard position={position} size={800} alt="" />}
    </PagePicture>
  )
}

/** The beginning of the game, above all choices; as text if it is not a position. */
function GivenPosition({ form, onEdit }: Pick<NewGameFormViewProps, 'form' | 'onEdit'>) {
  const t = useTranslate()
  const position = givenPosition(form)
  return (
    <div class="given-position">
      {position === undefined ? (
        <code>{form.setupText}</code>
      ) : (
        <DiagramBoard position={position} label={t('game.boardLabel')} />
      )}
      <button type="button" class="button" onClick={onEdit}>
        {t('newGame.edit')}
      </button>
    </div>
  )
}

type SetupFieldsProps = Pick<NewGameFormViewProps, 'form' | 'change' | 'error'>

function SetupFields({ form, change, error }: SetupFieldsProps) {
  const t = useTranslate()
  const handmade = handmadeIn(form)
  const isBoth = form.setup === 'arranged' && form.opponent === 'friend'
  const note = t(`terms.setupNotes.${isBoth ? 'arrangedBoth' : form.setup}`)
  const whyNot = useRef<HTMLParagraphElement>(null)
  // On a phone the button stays in view while the form scrolls, so the error may be out of view.
  useEffect(() => {
    if (error !== undefined) whyNot.current?.scrollIntoView({ block: 'center' })
  }, [error])
  // A deal number is not a position, nor the other way round.
  const choose = (setup: NewGameForm['setup']) => change({ setup, setupText: '' })
  return (
    <>
      <Choice
        legend={t('newGame.setup')}
        options={SETUP_CHOICES.map((value) => ({ value, label: t(`newGame.setups.${value}`) }))}
        value={handmade === undefined ? form.setup : 'handmade'}
        onChange={(setup) => choose(setup === 'handmade' ? HANDMADE_SETUPS[0] : setup)}
        about={handmade === undefined ? note : undefined}
      />
      {handmade !== undefined && (
        <Choice
          legend={t('terms.handmade')}
          options={HANDMADE_SETUPS.map((value) => ({
            value,
            label: t(`newGame.setups.${value}`),
          }))}
          value={handmade}
          onChange={choose}
          about={note}
        />
      )}
      {form.setup === 'deal' && (
        <label class="field">
          {t('newGame.dealNumber')}
          <input
            type="text"
            spellcheck={false}
            autocomplete="off"
            value={form.setupText}
            aria-invalid={error !== undefined}
            aria-describedby="setup-fault"
            onInput={(event) => change({ setupText: event.currentTarget.value })}
          />
        </label>
      )}
      <p id="setup-fault" class="fault" role="alert" ref={whyNot}>
        {error && describeFormError(t, error)}
      </p>
    </>
  )
}

function ComputerFields({ form, change }: FieldsProps) {
  const t = useTranslate()
  return (
    <>
      <Choice
        legend={t('newGame.level')}
        columns={5}
        options={COMPUTER_LEVELS.map((level) => ({
          value: String(level),
          label: level === 'best' ? t('terms.levelBest') : String(level),
          name: level === 'best' ? t('terms.levelBest') : t('newGame.levelIs', { level }),
          isAlone: level === 'best',
        }))}
        value={String(form.level)}
        onChange={(text) => change({ level: parseLevel(text) ?? form.level })}
        about={aboutLevel(t, form.level)}
      />
      <Choice
        legend={t(form.isDivided ? 'terms.whoNames' : 'terms.color')}
        options={[
          ...COLORS.map((color) => ({ value: color, label: sideLabel(t, form, color) })),
          { value: 'random' as const, label: t('newGame.random') },
        ]}
        value={form.color}
        onChange={(color) => change({ color })}
        note={form.isDivided ? undefined : t(`terms.${beginnerOf(form)}First`)}
      />
    </>
  )
}

/** The colour, or who names the points: the player in Black's seat. */
function sideLabel(t: Translate, { isDivided }: NewGameForm, color: Color): string {
  if (!isDivided) return t(`color.${color}`)
  return t(color === 'black' ? 'game.you' : 'newGame.computer')
}

function FriendFields({ form, change }: FieldsProps) {
  const t = useTranslate()
  return (
    <fieldset class="player-names">
      <legend>{t('terms.names')}</legend>
      {COLORS.map((color) => (
        <label key={color} class="field">
          {form.isDivided
            ? t(color === 'black' ? 'terms.whoNames' : 'terms.whoChooses')
            : t('terms.nameOf', { color: t(`color.${color}`) })}
          <input
            type="text"
            maxLength={30}
            autocomplete="off"
            placeholder={form.isDivided ? '' : t(`color.${color}`)}
            value={form.names[color]}
            onInput={(event) =>
              change({ names: { ...form.names, [color]: event.currentTarget.value } })
            }
          />
        </label>
      ))}
    </fieldset>
  )
}

function aboutLevel(t: Translate, level: NewGameForm['level']): string {
  const note = t(`terms.levelNote.${levelKind(level)}`)
  return level === 'best' ? note : describeLevel(t, level, note)
}

function levelKind(level: NewGameForm['level']) {
  if (level === 'best') return 'best'
  if (level === 1) return 'weakest'
  if (level <= 3) return 'weak'
  return level <= 6 ? 'middle' : 'strong'
}
