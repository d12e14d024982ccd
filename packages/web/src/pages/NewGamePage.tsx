import { COLORS, END_RULES } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../i18n/i18n.ts'
import {
  CLOCKS,
  formDefaults,
  type NewGameForm,
  readForm,
  SETUP_CHOICES,
} from '../models/local/new-game-form.ts'
import { COMPUTER_LEVELS, parseLevel } from '../models/local/seat.ts'
import { startGame } from '../models/local/start-game.ts'
import { gameRoute } from '../routes.ts'
import { useServices } from '../services.ts'
import { Choice } from '../ui/Choice.tsx'
import { useTitle } from '../ui/hooks.ts'
import { describeDealError, describeHfenError } from '../words/errors.ts'

/** Choosing opponent, colour, setup, end rule and clock. */
export function NewGamePage() {
  const t = useTranslate()
  const services = useServices()
  const { route, query } = useLocation()
  const [form, setForm] = useState<NewGameForm>(() => formDefaults(query))
  const [fault, setFault] = useState<string | undefined>(undefined)
  useTitle(t('newGame.title'))
  const change = (changes: Partial<NewGameForm>) => {
    setForm({ ...form, ...changes })
    setFault(undefined)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const terms = readForm(form, services.randomBytes)
    if (terms.ok) return route(gameRoute(startGame(services, terms.value)))
    const { error } = terms
    if (error.kind === 'deal') setFault(describeDealError(t, error.error))
    else if (error.kind === 'position') setFault(describeHfenError(t, error.error))
    else setFault(t('newGame.already'))
  }
  return (
    <form class="page new-game" onSubmit={submit} noValidate>
      <h1>{t('newGame.title')}</h1>
      <Choice
        legend={t('newGame.opponent')}
        options={[
          { value: 'computer', label: t('newGame.computer') },
          { value: 'friend', label: t('newGame.friend') },
        ]}
        value={form.opponent}
        onChange={(opponent) => change({ opponent })}
      />
      {form.opponent === 'computer' ? (
        <ComputerFields form={form} change={change} />
      ) : (
        <FriendFields form={form} change={change} />
      )}
      <Choice
        legend={t('newGame.setup')}
        options={SETUP_CHOICES.map((value) => ({ value, label: t(`newGame.setups.${value}`) }))}
        value={form.setup}
        onChange={(setup) => change({ setup })}
        note={t(`newGame.setupNotes.${form.setup}`)}
      />
      {(form.setup === 'deal' || form.setup === 'custom') && (
        <label class="field">
          {form.setup === 'deal' ? t('newGame.dealNumber') : t('newGame.position')}
          <input
            type="text"
            spellcheck={false}
            autocomplete="off"
            value={form.setupText}
            aria-invalid={fault !== undefined}
            aria-describedby="setup-fault"
            onInput={(event) => change({ setupText: event.currentTarget.value })}
          />
        </label>
      )}
      <p id="setup-fault" class="fault" role="alert">
        {fault}
      </p>
      <Choice
        legend={t('newGame.endRule')}
        options={END_RULES.map((value) => ({ value, label: t(`newGame.endRules.${value}`) }))}
        value={form.endRule}
        onChange={(endRule) => change({ endRule })}
        note={t(`newGame.endRuleNotes.${form.endRule}`)}
      />
      <Choice
        legend={t('newGame.clock')}
        options={CLOCKS.map(({ key, minutes, seconds }) => ({
          value: key,
          label:
            minutes === 0 ? t('newGame.noClock') : t('newGame.clockChoice', { minutes, seconds }),
        }))}
        value={form.clock}
        onChange={(clock) => change({ clock })}
      />
      <button type="submit" class="button button-main button-big">
        {t('newGame.start')}
      </button>
    </form>
  )
}

// --- internal ---

interface FieldsProps {
  readonly form: NewGameForm
  readonly change: (changes: Partial<NewGameForm>) => void
}

function ComputerFields({ form, change }: FieldsProps) {
  const t = useTranslate()
  return (
    <>
      <Choice
        legend={t('newGame.level')}
        options={COMPUTER_LEVELS.map((level) => ({
          value: String(level),
          label: level === 'best' ? t('newGame.levelBest') : String(level),
        }))}
        value={String(form.level)}
        onChange={(text) => change({ level: parseLevel(text) ?? form.level })}
        note={t(`newGame.levelNote.${levelKind(form.level)}`)}
      />
      <Choice
        legend={t('newGame.color')}
        options={[
          ...COLORS.map((color) => ({ value: color, label: t(`color.${color}`) })),
          { value: 'random' as const, label: t('newGame.random') },
        ]}
        value={form.color}
        onChange={(color) => change({ color })}
        note={t('newGame.blackFirst')}
      />
    </>
  )
}

function FriendFields({ form, change }: FieldsProps) {
  const t = useTranslate()
  return (
    <fieldset class="player-names">
      <legend>{t('newGame.names')}</legend>
      {COLORS.map((color) => (
        <label key={color} class="field">
          {t('newGame.nameOf', { color: t(`color.${color}`) })}
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

function levelKind(level: NewGameForm['level']): 'weak' | 'middle' | 'strong' | 'best' {
  if (level === 'best') return 'best'
  if (level <= 3) return 'weak'
  return level <= 6 ? 'middle' : 'strong'
}
