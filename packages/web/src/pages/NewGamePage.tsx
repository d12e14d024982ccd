import { COLORS, END_RULES } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ArrangingUnderWay } from '../components/local/HandmadeSetup.tsx'
import { formOfHistory, formOfStep, keepInHistory } from '../components/local/use-step.ts'
import { withTexts } from '../components/site/with-texts.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { createKeptForm } from '../models/local/kept-form.ts'
import {
  beginnerOf,
  CLOCKS,
  type FormError,
  formDefaults,
  formToKeep,
  givenPosition,
  HANDMADE_SETUPS,
  handmadeIn,
  isUnmade,
  type NewGameForm,
  OPPONENTS,
  readForm,
  SETUP_CHOICES,
  withBeginning,
  withColor,
} from '../models/local/new-game-form.ts'
import { COMPUTER_LEVELS, parseLevel } from '../models/local/seat.ts'
import { startGame } from '../models/local/start-game.ts'
import { gameRoute } from '../routes.ts'
import { useServices } from '../services.ts'
import { Choice } from '../ui/Choice.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useTitle } from '../ui/tab.ts'
import { describeFormError } from '../words/errors.ts'

/**
 * A form for opponent, colour, setup, end rule and clock; then, if chosen, a board to make the
 * setup.
 */
export function NewGamePage() {
  // A link with another opponent or beginning opens a new form.
  return <OneForm key={useLocation().url} />
}

// --- internal ---

function OneForm() {
  const services = useServices()
  const { route, query } = useLocation()
  const drawn = (filled: NewGameForm) => withColor(filled, services.randomBytes)
  const [step] = useState(formOfStep)
  const [kept] = useState(() => createKeptForm(() => localStorage))
  const { hasComputer } = services
  const defaults = () => formDefaults(query, { hasComputer, last: kept.read() })
  const [form, setForm] = useState<NewGameForm>(() => step ?? withHistory(defaults()))
  const isMadeFirst = query.edit !== undefined && step === undefined
  const [made, setMade] = useState(() =>
    isMadeFirst || step !== undefined ? drawn(form) : undefined,
  )
  const [error, setError] = useState<FormError | undefined>(undefined)
  const [isFirst, setFirst] = useState(isMadeFirst)
  const underWay = useRef<ArrangingUnderWay | undefined>(undefined)
  useEffect(() => {
    const follow = () => {
      const next = formOfStep()
      if (next !== undefined) setMade(withColor(next, services.randomBytes))
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [services])
  const start = (filled: NewGameForm) => {
    const terms = readForm(filled, services.randomBytes)
    // The game replaces the setup in the browser's history, so that Back leads to the form.
    const isInPlace = made !== undefined && !isFirst
    if (terms.ok) {
      kept.write(formToKeep(form, query, kept.read()))
      return route(gameRoute(startGame(services, terms.value)), isInPlace)
    }
    if (terms.error.kind === 'unmade') return setMade(drawn(filled))
    setError(terms.error)
    setMade(undefined)
  }
  if (made !== undefined) {
    return (
      <HandmadeSetup
        form={made}
        isFirst={isFirst}
        underWay={underWay}
        onStart={(text) => start(withBeginning(made, text))}
        onBack={(text) => {
          if (text !== undefined) setForm(withBeginning(form, text))
          setMade(undefined)
          setFirst(false)
        }}
      />
    )
  }
  return (
    <FormView
      form={form}
      error={error}
      change={(changes) => {
        const changed = { ...form, ...changes }
        setForm(changed)
        keepInHistory(changed)
        setError(undefined)
      }}
      onSubmit={() => start(form)}
      onEdit={() => setMade(drawn(form))}
    />
  )
}

/** The form as it was left, after Back or Forward. The setup text still comes from the address. */
function withHistory(form: NewGameForm): NewGameForm {
  const left = formOfHistory()
  if (left === undefined) return form
  return { ...left, setupText: left.setup === form.setup ? form.setupText : '' }
}

/** The setup board is loaded on demand. */
const HandmadeSetup = lazily(async () =>
  withTexts(['setup'], (await import('../components/local/HandmadeSetup.tsx')).HandmadeSetup),
)

/** A picture of the beginning; few forms begin with a position, so it is loaded on demand. */
const DiagramBoard = lazily(
  async () => (await import('../components/game/DiagramBoard.tsx')).DiagramBoard,
)

interface FieldsProps {
  readonly form: NewGameForm
  readonly change: (changes: Partial<NewGameForm>) => void
}

interface FormViewProps extends FieldsProps {
  readonly error: FormError | undefined
  readonly onSubmit: () => void
  /** Called when the player wants to edit the form's position. */
  readonly onEdit: () => void
}

function FormView({ form, change, error, onSubmit, onEdit }: FormViewProps) {
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
          note={services.hasComputer ? undefined : t('notice.noComputer')}
        />
        {form.opponent === 'computer' ? (
          <ComputerFields form={form} change={change} />
        ) : (
          <FriendFields form={form} change={change} />
        )}
      </div>
      <div class="new-game-half">
        <SetupFields form={form} change={change} error={error} />
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
            label:
              minutes === 0 ? t('terms.noClock') : t('terms.clockChoice', { minutes, seconds }),
          }))}
          value={form.clock}
          onChange={(clock) => change({ clock })}
          note={form.clock === 'none' ? undefined : t('terms.clockNote')}
        />
      </div>
      <button type="submit" class="button button-main button-big">
        {isUnmade(form) ? t('terms.setUp') : t('newGame.start')}
      </button>
    </form>
  )
}

/** The beginning of the game, above all choices; as text if it is not a position. */
function GivenPosition({ form, onEdit }: Pick<FormViewProps, 'form' | 'onEdit'>) {
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

type SetupFieldsProps = Omit<FormViewProps, 'onSubmit' | 'onEdit'>

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
        options={COMPUTER_LEVELS.map((level) => ({
          value: String(level),
          label: level === 'best' ? t('terms.levelBest') : String(level),
          name: level === 'best' ? t('terms.levelBest') : t('newGame.levelIs', { level }),
        }))}
        value={String(form.level)}
        onChange={(text) => change({ level: parseLevel(text) ?? form.level })}
        about={t(`terms.levelNote.${levelKind(form.level)}`)}
      />
      <Choice
        legend={t('terms.color')}
        options={[
          ...COLORS.map((color) => ({ value: color, label: t(`color.${color}`) })),
          { value: 'random' as const, label: t('newGame.random') },
        ]}
        value={form.color}
        onChange={(color) => change({ color })}
        note={t(`terms.${beginnerOf(form)}First`)}
      />
    </>
  )
}

function FriendFields({ form, change }: FieldsProps) {
  const t = useTranslate()
  return (
    <fieldset class="player-names">
      <legend>{t('terms.names')}</legend>
      {COLORS.map((color) => (
        <label key={color} class="field">
          {t('terms.nameOf', { color: t(`color.${color}`) })}
          <input
            type="text"
            maxLength={30}
            autocomplete="off"
            placeholder={t(`color.${color}`)}
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

function levelKind(level: NewGameForm['level']) {
  if (level === 'best') return 'best'
  if (level === 1) return 'weakest'
  if (level <= 3) return 'weak'
  return level <= 6 ? 'middle' : 'strong'
}
