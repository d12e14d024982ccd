import {
  type ClassId,
  isLive,
  MOST_ROUNDS,
  QUICK_TIME_CONTROLS,
  TOURNAMENT_KINDS,
  type Tournament,
  type TournamentId,
  type TournamentKind,
  type TournamentWish,
  USUAL_TIME_CONTROL,
} from '@hokito/protocol'
import { FAIR_COMPENSATION } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import { tournamentRoute } from '../../models/tournaments/tournament-route.ts'
import {
  fetchOverlapping,
  fetchTournament,
  makeTournament,
  type PressRefusal,
  pressTournament,
} from '../../models/tournaments/tournaments.ts'
import { useServices } from '../../services.ts'
import { describeTime } from '../../words/online.ts'
import { describeMinutes, tournamentName } from '../../words/tournaments.ts'
import { useHasAccount } from '../account/use-has-account.ts'
import { RatedCheck } from '../lobby/RatedCheck.tsx'
import { useConnection } from '../online/use-connection.ts'

/** The form to create a tournament, or the way to the account that it needs. */
export function TournamentForm() {
  const t = useTranslate()
  const { url } = useLocation()
  const hasAccount = useHasAccount()
  if (hasAccount === false) {
    return (
      <section class="wide">
        <h2>{t('tournaments.make')}</h2>
        <p>{t('tournaments.refusal.needsAccount')}</p>
        <div class="button-row">
          <a class="button" href={accountRoute(url)}>
            {t('nav.join')}
          </a>
        </div>
      </section>
    )
  }
  return (
    <details class="wide">
      <summary>
        <h2>{t('tournaments.make')}</h2>
      </summary>
      <Form hasAccount={hasAccount} />
    </details>
  )
}

/** The form to create a tournament for a class. */
export function ClassTournamentForm({ ofClass }: { readonly ofClass: ClassId }) {
  const t = useTranslate()
  return (
    <details>
      <summary>{t('tournaments.make')}</summary>
      <Form hasAccount ofClass={ofClass} />
    </details>
  )
}

// --- internal ---

interface FormProps {
  readonly hasAccount: boolean | undefined
  /** The class that the tournament is for; undefined if it is for everyone. */
  readonly ofClass?: ClassId | undefined
}

/** The kind of a tournament, the settings of that kind, and whether its creator takes part. */
function Form({ hasAccount, ofClass }: FormProps) {
  const t = useTranslate()
  const minutes = useMinutes()
  const [chosen, setChosen] = useState(FIRST)
  const change = (changes: Partial<Chosen>) => setChosen((now) => ({ ...now, ...changes }))
  const [time, setTime] = useState(USUAL)
  const [notice, setNotice] = useState(15)
  const [playsToo, setPlaysToo] = useState(ofClass === undefined)
  const [name, setName] = useState('')
  const { unentered, refusal, overlapping, make } = useMaking()
  const submit = () => {
    const timeControl = TIMES[time]
    if (timeControl === undefined) return
    const own = name.trim()
    const common = {
      ...{ timeControl, startsInMinutes: notice },
      ...(own !== '' && { name: own }),
      ...(ofClass !== undefined && { class: ofClass }),
    }
    void make(wishOf(chosen, common), playsToo)
  }
  return (
    <form
      class="terms-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TournamentNameField name={name} onChange={setName} />
      <KindField kind={chosen.kind} onChange={(kind) => change({ kind })} />
      <Field label={t('online.time')} value={time} onChange={setTime}>
        {TIMES.map((one, index) => ({ value: index, words: describeTime(t, one) }))}
      </Field>
      <LengthFields chosen={chosen} change={change} />
      <Field label={t('tournaments.starts')} value={notice} onChange={setNotice}>
        {NOTICES.map(minutes)}
      </Field>
      <TermsChecks {...{ chosen, change, hasAccount, ofClass }} />
      <Check label={t('tournaments.playToo')} isOn={playsToo} onChange={setPlaysToo} />
      {unentered === undefined && (
        <button type="submit" class="button button-main">
          {t('tournaments.make')}
        </button>
      )}
      <Refusal {...{ unentered, refusal, overlapping }} />
    </form>
  )
}

/** Makes the options of a field in minutes. */
function useMinutes() {
  const { language } = useServices().language.speech.value
  return (value: number) => ({ value, words: describeMinutes(language, value) })
}

interface TournamentNameFieldProps {
  readonly name: string
  readonly onChange: (name: string) => void
}

function TournamentNameField({ name, onChange }: TournamentNameFieldProps) {
  const t = useTranslate()
  return (
    <label class="field">
      {t('tournaments.ownName')}
      <input
        class="input"
        value={name}
        maxLength={MOST_LETTERS}
        autoComplete="off"
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}

interface ChosenProps {
  readonly chosen: Chosen
  readonly change: (changes: Partial<Chosen>) => void
}

/** How long a tournament is: the rounds of a Swiss one, the minutes of an arena. */
function LengthFields({ chosen: { kind, rounds, lasts }, change }: ChosenProps) {
  const t = useTranslate()
  const minutes = useMinutes()
  return (
    <>
      {kind === 'swiss' && (
        <Field
          label={t('tournaments.rounds')}
          value={rounds}
          onChange={(value) => change({ rounds: value })}
        >
          {ROUNDS.map((value) => ({ value, words: String(value) }))}
        </Field>
      )}
      {kind === 'arena' && (
        <Field
          label={t('tournaments.lasts')}
          value={lasts}
          onChange={(value) => change({ lasts: value })}
        >
          {DURATIONS.map(minutes)}
        </Field>
      )}
    </>
  )
}

/** An arena may be fair and may admit bots; another tournament may be rated. */
function TermsChecks({ chosen, change, hasAccount, ofClass }: ChosenProps & FormProps) {
  const t = useTranslate()
  const { kind, isRated, admitsBots, isFair } = chosen
  return kind === 'arena' ? (
    <>
      <Check
        label={t('game.fair', { points: FAIR_COMPENSATION })}
        isOn={isFair}
        onChange={(isOn) => change({ isFair: isOn })}
      />
      {ofClass === undefined && (
        <Check
          label={t('tournaments.admitsBots')}
          isOn={admitsBots}
          onChange={(isOn) => change({ admitsBots: isOn })}
        />
      )}
    </>
  ) : (
    ofClass === undefined && (
      <RatedCheck
        hasAccount={hasAccount}
        isRated={isRated}
        label={t('tournaments.ratedCheck')}
        onChange={(isOn) => change({ isRated: isOn })}
      />
    )
  )
}

interface Making {
  /** The id of a tournament that was created but that its creator could not enter. */
  readonly unentered: TournamentId | undefined
  readonly refusal: PressRefusal | undefined
  /** Another tournament of its creator, who has to decide first whether to enter both. */
  readonly overlapping: Tournament | undefined
  /** Creates a tournament, enters it if its creator plays too, and goes on to its page. */
  readonly make: (wish: TournamentWish, playsToo: boolean) => Promise<void>
}

function useMaking(): Making {
  const { route } = useLocation()
  const [refusal, setRefusal] = useState<PressRefusal | undefined>(undefined)
  const [unentered, setUnentered] = useState<TournamentId | undefined>(undefined)
  const [overlapping, setOverlapping] = useState<Tournament | undefined>(undefined)
  const connection = useConnection()
  const make = async (wish: TournamentWish, playsToo: boolean) => {
    const made = await makeTournament(wish)
    if (!made.ok) return setRefusal(made.error)
    const found = playsToo ? await fetchTournament(made.value, 1, undefined) : undefined
    if (typeof found === 'object') {
      const other = await fetchOverlapping(found.tournament, connection.now())
      setOverlapping(other)
      if (other !== undefined) return setUnentered(made.value)
    }
    const entered = playsToo ? await pressTournament('enter', made.value) : undefined
    if (entered === undefined || entered.ok) return route(tournamentRoute(made.value))
    setUnentered(made.value)
    setRefusal(entered.error)
  }
  return { unentered, refusal, overlapping, make }
}

interface KindFieldProps {
  readonly kind: TournamentKind
  readonly onChange: (kind: TournamentKind) => void
}

/** The kind of a tournament, with its rules. */
function KindField({ kind, onChange }: KindFieldProps) {
  const t = useTranslate()
  return (
    <>
      <Field
        label={t('tournaments.kind')}
        value={TOURNAMENT_KINDS.indexOf(kind)}
        onChange={(index) => onChange(TOURNAMENT_KINDS[index] ?? 'swiss')}
      >
        {TOURNAMENT_KINDS.map((one, value) => ({ value, words: t(`tournaments.kinds.${one}`) }))}
      </Field>
      <p class="note" role="status">
        {t(`tournaments.rules.${kind}`)}
      </p>
    </>
  )
}

function Refusal({ refusal, unentered, overlapping }: Omit<Making, 'make'>) {
  const t = useTranslate()
  const { url } = useLocation()
  const { language } = useServices().language.speech.value
  if (refusal === undefined && overlapping === undefined) return null
  return (
    <p class="fault" role="alert">
      {refusal !== undefined && t(`tournaments.refusal.${refusal}`)}
      {overlapping !== undefined &&
        t('tournaments.overlaps', { name: tournamentName(t, language, overlapping) })}{' '}
      {refusal === 'needsAccount' && <a href={accountRoute(url)}>{t('nav.join')}</a>}
      {unentered !== undefined && <a href={tournamentRoute(unentered)}>{t('tournaments.notIn')}</a>}
    </p>
  )
}

const TIMES = QUICK_TIME_CONTROLS.filter(isLive)
const USUAL = TIMES.indexOf(USUAL_TIME_CONTROL)
/** Minutes until it starts, and minutes that an arena lasts. */
const NOTICES = [1, 2, 5, 10, 15, 30, 60, 120, 1440]
const DURATIONS = [10, 20, 30, 45, 60, 90, 120, 180]
/** More than any name has, as some letters count twice here. */
const MOST_LETTERS = 64
const ROUNDS = Array.from({ length: MOST_ROUNDS }, (_, index) => index + 1)

interface Chosen {
  readonly kind: TournamentKind
  readonly rounds: number
  readonly lasts: number
  readonly isRated: boolean
  readonly admitsBots: boolean
  /** Does White get the fair compensation in every game? */
  readonly isFair: boolean
}

const FIRST: Chosen = {
  kind: 'swiss',
  rounds: 5,
  lasts: 60,
  isRated: false,
  admitsBots: false,
  isFair: false,
}

function wishOf(
  { kind, rounds, lasts, isRated, admitsBots, isFair }: Chosen,
  common: Pick<TournamentWish, 'timeControl' | 'startsInMinutes' | 'name' | 'class'>,
): TournamentWish {
  const rated = isRated ? ({ isRated: true } as const) : {}
  switch (kind) {
    case 'swiss':
      return { kind, ...common, rounds, ...rated }
    case 'roundRobin':
      return { kind, ...common, ...rated }
    case 'arena':
      return {
        kind,
        ...common,
        lastsMinutes: lasts,
        ...(admitsBots && { admitsBots }),
        ...(isFair && { compensation: FAIR_COMPENSATION }),
      }
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
