import {
  DAY_MS,
  type GameId,
  TOURNAMENT_PAGE,
  type Tournament,
  type TournamentDetail,
} from '@hokito/protocol'
import { effect, type ReadonlySignal, type Signal } from '@preact/signals'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import {
  currentGame,
  endOf,
  fetchOverlapping,
  fetchTournament,
  isOpen,
  type NoTournament,
  type PressRefusal,
  pressTournament,
  type TournamentPress,
} from '../../models/tournaments/tournaments.ts'
import { playRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useTitle } from '../../ui/tab.ts'
import { useAskedAgain } from '../../ui/use-asked-again.ts'
import { useLatestRequest } from '../../ui/use-latest-request.ts'
import { shownName } from '../../words/shown-name.ts'
import { describeFacts, formatCountdown, tournamentName } from '../../words/tournaments.ts'
import { useHasAccount } from '../account/use-has-account.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { useConnection, useOnline } from '../online/use-connection.ts'
import { useCountdown } from '../online/use-countdown.ts'
import { FinishedGames } from './FinishedGames.tsx'
import { LeadersBoards } from './LeadersBoards.tsx'
import { NextTournament } from './NextTournament.tsx'
import { Podium } from './Podium.tsx'
import { TournamentLinks } from './TournamentLinks.tsx'
import { TournamentMatches } from './TournamentMatches.tsx'
import { TournamentOwn } from './TournamentOwn.tsx'
import { TournamentStandings } from './TournamentStandings.tsx'
import '../online/online.css'
import './tournaments.css'

interface TournamentViewProps {
  readonly id: string
}

/** A tournament: its facts, the player's next step, the standings and the matches of a round. */
export function TournamentView({ id }: TournamentViewProps) {
  const t = useTranslate()
  const { url } = useLocation()
  const { connection, arrival } = useOnline()
  const [from, setFrom] = useState(1)
  const [round, setRound] = useState<number | undefined>(undefined)
  const [refusal, setRefusal] = useState<PressRefusal | undefined>(undefined)
  const { called } = connection
  const { detail, answered, ask } = useTournament({ id, from, round, called })
  const begun = called.value
  // A page in view opens the game as soon as it begins, not when it asks again.
  useEffect(() => {
    if (begun !== undefined && !document.hidden) void ask()
  }, [begun, ask])
  const hasAccount = useHasAccount()
  const isKnown = typeof detail === 'object'
  const known = isKnown ? detail : undefined
  const awaitGame = useOpenedGame(known)
  useQuiet({ isAwaiting: isAwaitingGame(known), called, answered, told: arrival.told })
  const { language } = useServices().language.speech.value
  const title = isKnown ? tournamentName(t, language, detail.tournament) : t('tournaments.title')
  useTitle(title)
  const [overlapping, setOverlapping] = useState<Tournament | undefined>(undefined)
  const press = async (what: TournamentPress, isSure = false) => {
    if (!isKnown) return
    if (what === 'enter' && !isSure) {
      const other = await fetchOverlapping(detail.tournament, connection.now())
      if (other !== undefined) return setOverlapping(other)
    }
    const pressed = await pressTournament(what, detail.tournament.id)
    setRefusal(pressed.ok ? undefined : pressed.error)
    if (pressed.ok && what === 'enter') awaitGame()
    await ask()
  }
  return (
    <div class="page online tournaments">
      <h1>{title}</h1>
      {typeof detail === 'string' && detail !== 'asked' && (
        <p role="alert">{t(`tournaments.refusal.${detail}`)}</p>
      )}
      {detail === undefined && (
        <p class="fault" role="alert">
          {t('tournaments.refusal.other')}
        </p>
      )}
      {isKnown && (
        <>
          <Lead detail={detail} />
          <div class="online-main">
            <Countdown detail={detail} />
            <TournamentOwn
              detail={detail}
              hasAccount={hasAccount}
              onPress={(what) => void press(what)}
            />
            {overlapping !== undefined && (
              <ConfirmDialog
                title={t('tournaments.overlapTitle')}
                text={t('tournaments.overlaps', { name: tournamentName(t, language, overlapping) })}
                yes={t('tournaments.enter')}
                onYes={() => void press('enter', true)}
                onClose={() => setOverlapping(undefined)}
              />
            )}
            {refusal !== undefined && (
              <p class="fault" role="alert">
                {t(`tournaments.refusal.${refusal}`)}{' '}
                {refusal === 'needsAccount' && <a href={accountRoute(url)}>{t('nav.join')}</a>}
              </p>
            )}
            <Outcome detail={detail} />
            <Podium detail={detail} />
            <LeadersBoards detail={detail} />
            {endOf(detail.tournament) !== 'calledOff' && <TournamentStandings detail={detail} />}
            <TournamentMatches detail={detail} onRound={setRound} />
            <FinishedGames detail={detail} />
            <Pages detail={detail} from={from} onChange={setFrom} />
          </div>
          <Aside detail={detail} />
        </>
      )}
      <p>
        <a href={ROUTES.tournaments}>{t('tournaments.title')}</a>
      </p>
    </div>
  )
}

// --- internal ---

/** A countdown longer than a day says too much. */
const COUNTED_MS = DAY_MS

/** The page is refreshed at this interval while it is in view. */
const ASK_MS = 4000

/** Undefined if the first question got no answer. */
type Found = TournamentDetail | NoTournament | 'asked' | undefined

interface AskedTournament {
  readonly id: string
  readonly from: number
  readonly round: number | undefined
  /** The player's game that has begun last. */
  readonly called: ReadonlySignal<GameId | undefined>
}

/** The tournament, and which game of the player's had begun last when the server was asked. */
function useTournament({ id, from, round, called }: AskedTournament) {
  const [answer, setAnswer] = useState<{ detail: Found; answered: GameId | undefined }>(() => ({
    detail: 'asked',
    answered: called.peek(),
  }))
  const begin = useLatestRequest()
  const ask = useCallback(async () => {
    const isLatest = begin()
    const answered = called.peek()
    const found = await fetchTournament(id, from, round)
    if (!isLatest()) return
    setAnswer(({ detail }) => ({ detail: found ?? shownBefore(detail, id), answered }))
  }, [begin, id, from, round, called])
  useAskedAgain(ask, ASK_MS)
  return { ...answer, ask }
}

/**
 * Without an answer the previous one stays. A player who awaits a game must not miss its beginning
 * because of a short outage.
 */
function shownBefore(before: Found, id: string): TournamentDetail | undefined {
  return typeof before === 'object' && before.tournament.id === id ? before : undefined
}

/**
 * Opens a game that begins while the player has this page open, because a player who is not there
 * loses it. A game that had begun earlier only gets its link, for a player who has come back from
 * it. Call what it returns when the player has joined: the game may begin, and this page may show
 * it, before the answer says that they have.
 */
function useOpenedGame(detail: TournamentDetail | undefined): () => void {
  const { route } = useLocation()
  const awaited = useRef(false)
  const seen = useRef<GameId | undefined>(undefined)
  const [hasJoined, setHasJoined] = useState(false)
  const game = detail && currentGame(detail)
  const isAwaiting = isAwaitingGame(detail)
  useEffect(() => {
    const hasBegun = hasJoined || (awaited.current && game !== seen.current)
    if (game !== undefined && hasBegun) route(playRoute(game))
    seen.current = game
    awaited.current = isAwaiting
  }, [game, isAwaiting, hasJoined, route])
  return () => setHasJoined(true)
}

/** Does a player expect that this page opens their next game? */
function isAwaitingGame(detail: TournamentDetail | undefined): boolean {
  return detail?.you !== undefined && !detail.you.isOut
}

interface Quiet extends Pick<AskedTournament, 'called'> {
  readonly isAwaiting: boolean
  readonly answered: GameId | undefined
  readonly told: Signal<GameId | undefined>
}

/**
 * Lets nothing else call to a game that begins until the server has said whether it is one of this
 * tournament, which the page then opens: a dialog would lie over the words that promise it.
 */
function useQuiet({ isAwaiting, called, answered, told }: Quiet): void {
  useEffect(() => {
    if (!isAwaiting) return
    const stop = effect(() => {
      told.value = called.value === answered ? undefined : called.value
    })
    return () => {
      stop()
      told.value = undefined
    }
  }, [isAwaiting, called, answered, told])
}

interface DetailProps {
  readonly detail: TournamentDetail
}

function Aside({ detail }: DetailProps) {
  const t = useTranslate()
  const { kind, day, endedAt } = detail.tournament
  return (
    <aside class="online-aside">
      {endedAt !== undefined && <NextTournament />}
      <p class="note">
        {t(`tournaments.rules.${kind}`)} {day !== undefined && t('tournaments.aloneBot')}
      </p>
      {isOpen(detail.tournament) && <TournamentLinks />}
    </aside>
  )
}

/** The clock below it says how much time is left. */
function Lead({ detail: { tournament } }: DetailProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  return <p class="lead">{describeFacts(t, language, tournament).join(' · ')}</p>
}

/** Who has won; nothing before the end, and if it did not take place. */
function Outcome({ detail: { tournament, standings } }: DetailProps) {
  const t = useTranslate()
  const [first] = standings
  if (tournament.endedAt === undefined || tournament.round === 0) return null
  if (first?.place !== 1) return null
  return (
    <p role="status">
      {first.score === 0
        ? t('tournaments.outcome.none')
        : t('tournaments.outcome.won', { name: shownName(first) })}
    </p>
  )
}

/** The time until the start, until the next round between two, or until the end of an arena. */
function Countdown({ detail: { tournament, nextRoundAt } }: DetailProps) {
  const t = useTranslate()
  const connection = useConnection()
  const { startsAt, round, endsAt, endedAt } = tournament
  const isToStart = startsAt > connection.now()
  const dueAt = isToStart ? startsAt : (nextRoundAt ?? endsAt)
  // Until the server has sent its time, the device's clock may be minutes off.
  const isTimeKnown = connection.status.value === 'online'
  const seconds = useCountdown(isTimeKnown ? dueAt : undefined, connection, COUNTED_MS)
  if (seconds === undefined || endedAt !== undefined) return null
  const time = formatCountdown(seconds)
  const isToEnd = !isToStart && nextRoundAt === undefined
  return (
    <div class="tournament-clock">
      <p class="tournament-pause" role="timer">
        {isToStart && t('tournaments.startsIn', { time })}
        {isToEnd && t('tournaments.endsIn', { time })}
        {!isToStart && !isToEnd && t('tournaments.beginsIn', { round: round + 1, time })}
      </p>
      {isToEnd && endsAt !== undefined && (
        <progress
          aria-hidden="true"
          max={endsAt - startsAt}
          value={endsAt - startsAt - seconds * 1000}
        />
      )}
    </div>
  )
}

interface PagesProps extends DetailProps {
  readonly from: number
  readonly onChange: (from: number) => void
}

function Pages({ detail: { tournament }, from, onChange }: PagesProps) {
  const t = useTranslate()
  if (tournament.entered <= TOURNAMENT_PAGE) return null
  return (
    <div class="button-row">
      <button
        type="button"
        class="button"
        disabled={from === 1}
        onClick={() => onChange(Math.max(1, from - TOURNAMENT_PAGE))}
      >
        {t('tournaments.earlier')}
      </button>
      <button
        type="button"
        class="button"
        disabled={from + TOURNAMENT_PAGE > tournament.entered}
        onClick={() => onChange(from + TOURNAMENT_PAGE)}
      >
        {t('tournaments.later')}
      </button>
    </div>
  )
}
