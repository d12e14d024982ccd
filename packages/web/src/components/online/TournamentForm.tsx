import {
  MOST_ROUNDS,
  QUICK_TIME_CONTROLS,
  TOURNAMENT_KINDS,
  type TournamentId,
  type TournamentKind,
  type TournamentWish,
} from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { tournamentRoute } from '../../models/online/tournament-route.ts'
import {
  makeTournament,
  type PressRefusal,
  pressTournament,
} from '../../models/online/tournaments.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { describeTime } from '../../words/online.ts'
import { describeMinutes } from '../../words/tournaments.ts'
import { RatedCheck } from './RatedCheck.tsx'
import { useHasAccount } from './use-has-account.ts'

/** The form to create a tournament; without an account it says first that one is needed. */
export function TournamentForm() {
  const t = useTranslate()
  const hasAccount = useHasAccount()
  return (
    <details class="wide">
      <summary>
        <h2>{t('tournaments.make')}</h2>
      </summary>
      {hasAccount === false ? (
        <p>
          {t('tournaments.refusal.needsAccount')} <a href={ROUTES.account}>{t('nav.account')}</a>
        </p>
      ) : (
        <Form hasAccount={hasAccount} />
      )}
    </details>
  )
}

// --- internal ---

/** The kind of a tournament, the settings of that kind, and whether its creator takes part. */
function Form({ hasAccount }: { hasAccount: boolean | undefined }) {
  const t = useTranslate()
  const { route } = useLocation()
  const { language } = useServices().language.speech.value
  const [kind, setKind] = useState<TournamentKind>('swiss')
  const [time, setTime] = useState(1)
  const [rounds, setRounds] = useState(5)
  const [lasts, setLasts] = useState(60)
  const [notice, setNotice] = useState(15)
  const [isRated, setRated] = useState(false)
  const [admitsBots, setAdmitsBots] = useState(false)
  const [playsToo, setPlaysToo] = useState(true)
  const [refusal, setRefusal] = useState<PressRefusal | undefined>(undefined)
  // The id of a tournament that was created but that its creator could not enter.
  const [unentered, setUnentered] = useState<TournamentId | undefined>(undefined)
  const make = async () => {
    const timeControl = TIMES[time]
    if (timeControl === undefined) return
    const common = { timeControl, startsInMinutes: notice }
    const made = await makeTournament(wishOf({ kind, rounds, lasts, isRated, admitsBots }, common))
    if (!made.ok) return setRefusal(made.error)
    const entered = playsToo ? await pressTournament('enter', made.value) : undefined
    if (entered === undefined || entered.ok) return route(tournamentRoute(made.value))
    setUnentered(made.value)
    setRefusal(entered.error)
  }
  const minutes = (value: number) => ({ value, words: describeMinutes(language, value) })
  return (
    <form
      class="terms-form"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Field
        label={t('tournaments.kind')}
        value={TOURNAMENT_KINDS.indexOf(kind)}
        onChange={(index) => setKind(TOURNAMENT_KINDS[index] ?? 'swiss')}
      >
        {TOURNAMENT_KINDS.map((one, value) => ({ value, words: t(`tournaments.kinds.${one}`) }))}
      </Field>
      <p class="note" role="status">
        {t(`tournaments.rules.${kind}`)}
      </p>
      <Field label={t('online.time')} value={time} onChange={setTime}>
        {TIMES.map((one, index) => ({ value: index, words: describeTime(t, one) }))}
      </Field>
      {kind === 'swiss' && (
        <Field label={t('tournaments.rounds')} value={rounds} onChange={setRounds}>
          {ROUNDS.map((value) => ({ value, words: String(value) }))}
        </Field>
      )}
      {kind === 'arena' && (
        <Field label={t('tournaments.lasts')} value={lasts} onChange={setLasts}>
          {DURATIONS.map(minutes)}
        </Field>
      )}
      <Field label={t('tournaments.starts')} value={notice} onChange={setNotice}>
        {NOTICES.map(minutes)}
      </Field>
      {kind === 'arena' ? (
        <Check label={t('tournaments.admitsBots')} isOn={admitsBots} onChange={setAdmitsBots} />
      ) : (
        <RatedCheck hasAccount={hasAccount} isRated={isRated} onChange={setRated} />
      )}
      <Check label={t('tournaments.playToo')} isOn={playsToo} onChange={setPlaysToo} />
      {unentered === undefined && (
        <button type="submit" class="button button-main">
          {t('tournaments.make')}
        </button>
      )}
      {refusal !== undefined && (
        <p class="fault" role="alert">
          {t(`tournaments.refusal.${refusal}`)}{' '}
          {refusal === 'needsAccount' && <a href={ROUTES.account}>{t('nav.account')}</a>}
          {unentered !== undefined && (
            <a href={tournamentRoute(unentered)}>{t('tournaments.notIn')}</a>
          )}
        </p>
      )}
    </form>
  )
}

const TIMES = QUICK_TIME_CONTROLS.filter(({ kind }) => kind === 'fischer')
/** Minutes until it starts, and minutes that an arena lasts. */
const NOTICES = [1, 2, 5, 10, 15, 30, 60, 120, 1440]
const DURATIONS = [10, 20, 30, 45, 60, 90, 120, 180]
const ROUNDS = Array.from({ length: MOST_ROUNDS }, (_, index) => index + 1)

interface Chosen {
  readonly kind: TournamentKind
  readonly rounds: number
  readonly lasts: number
  readonly isRated: boolean
  readonly admitsBots: boolean
}

function wishOf(
  { kind, rounds, lasts, isRated, admitsBots }: Chosen,
  common: Pick<TournamentWish, 'timeControl' | 'startsInMinutes'>,
): TournamentWish {
  const rated = isRated ? ({ isRated: true } as const) : {}
  switch (kind) {
    case 'swiss':
      return { kind, ...common, rounds, ...rated }
    case 'roundRobin':
      return { kind, ...common, ...rated }
    case 'arena':
      return { kind, ...common, lastsMinutes: lasts, ...(admitsBots && { admitsBots }) }
  }
}

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}

interface FieldProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly children: readonly { readonly value: number; readonly words: string }[]
}

function Field({ label, value, onChange, children }: FieldProps) {
  return (
    <label class="field">
      {label}
      <select
        class="select"
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        {children.map((option) => (
          <option key={option.value} value={option.value}>
            {option.words}
          </option>
        ))}
      </select>
    </label>
  )
}
