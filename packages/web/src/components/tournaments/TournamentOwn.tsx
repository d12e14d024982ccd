import { isLive, MOST_MISSED, type TournamentDetail } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import {
  currentGame,
  endOf,
  isOpen,
  type TournamentPress,
} from '../../models/tournaments/tournaments.ts'
import { playRoute } from '../../routes.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { useConnection, useOnline } from '../online/use-connection.ts'
import { useCountdown } from '../online/use-countdown.ts'

interface TournamentOwnProps {
  readonly detail: TournamentDetail
  /** Undefined until the server has replied. */
  readonly hasAccount: boolean | undefined
  readonly onPress: (what: TournamentPress) => void
}

/**
 * The player's next step: their game, the reason for waiting, and buttons to enter, pause or leave.
 * Its maker can also call off a tournament that has not begun.
 */
export function TournamentOwn(props: TournamentOwnProps) {
  const { player } = useConnection()
  const { maker, day, round, endedAt } = props.detail.tournament
  const isMaker = day === undefined && player.value?.name === maker
  return (
    <>
      <NextStep {...props} />
      {isMaker && round === 0 && endedAt === undefined && (
        <Cancel onYes={() => props.onPress('cancel')} />
      )}
    </>
  )
}

// --- internal ---

function NextStep({ detail, hasAccount, onPress }: TournamentOwnProps) {
  const t = useTranslate()
  const { url } = useLocation()
  const { tournament, you } = detail
  const { kind, round, endedAt } = tournament
  if (endedAt !== undefined) {
    if (round === 0) {
      const isOff = endOf(tournament) === 'calledOff'
      return <p role="status">{t(isOff ? 'tournaments.cancelled' : 'tournaments.tooFew')}</p>
    }
    // The list of matches shows a missed match. Only a player who was removed needs a message after
    // the end.
    const missed = you?.missed ?? 0
    return missed >= MOST_MISSED ? <Missed missed={missed} /> : null
  }
  const isArena = kind === 'arena'
  if (you === undefined) {
    if (!isOpen(tournament)) return null
    if (hasAccount === false) {
      return (
        <div class="tournament-own">
          <p>{t('tournaments.refusal.needsAccount')}</p>
          <a class="button button-main" href={accountRoute(url)}>
            {t('nav.join')}
          </a>
        </div>
      )
    }
    const isLate = round > 0 && !isArena
    return (
      <button type="button" class="button button-main" onClick={() => onPress('enter')}>
        {t(isLate ? 'tournaments.enterLate' : 'tournaments.enter')}
      </button>
    )
  }
  const game = currentGame(detail)
  const isLast = !isArena && round === tournament.rounds
  return (
    <div class="tournament-own">
      {you.missed !== undefined && <Missed missed={you.missed} isWarned={!you.isOut && !isLast} />}
      {game !== undefined ? (
        <a class="button button-main" href={playRoute(game)}>
          {t('tournaments.toGame')}
        </a>
      ) : (
        <Wait detail={detail} you={you} />
      )}
      {isArena && you.isOut && (
        <button type="button" class="button button-main" onClick={() => onPress('enter')}>
          {t('tournaments.resume')}
        </button>
      )}
      {!you.isOut && (
        <button type="button" class="button" onClick={() => onPress('leave')}>
          {t(isArena && round > 0 ? 'tournaments.pause' : 'tournaments.leave')}
        </button>
      )}
    </div>
  )
}

/** Asks first, because it cannot be undone. */
function Cancel({ onYes }: { readonly onYes: () => void }) {
  const t = useTranslate()
  const [isAsked, setAsked] = useState(false)
  return (
    <p>
      <button type="button" class="button" onClick={() => setAsked(true)}>
        {t('tournaments.cancel')}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={t('tournaments.cancel')}
          text={t('tournaments.cancelAsked')}
          yes={t('tournaments.cancelYes')}
          no={t('tournaments.cancelNo')}
          onYes={onYes}
          onClose={() => setAsked(false)}
        />
      )}
    </p>
  )
}

interface WaitProps {
  readonly detail: TournamentDetail
  readonly you: NonNullable<TournamentDetail['you']>
}

/**
 * Why the player has no game, and when the next one starts. Nothing if {@link Missed} has said that
 * they are out.
 */
function Wait({ detail: { tournament, nextRoundAt }, you }: WaitProps) {
  const t = useTranslate()
  const { kind, round, rounds } = tournament
  const { connection, ownGames, arrival } = useOnline()
  const botIn = useCountdown(you.botAt, connection)
  const isToBePaired = you.waits === 'nextPairing' || you.waits === 'noOpponent'
  const words = wordsOf()
  if (words.length === 0) return null
  return (
    <>
      <p role="status">{words.join(' ')}</p>
      {botIn !== undefined && (
        <p>
          {botIn > 0 ? t('tournaments.botSoon', { seconds: botIn }) : t('tournaments.botComes')}
        </p>
      )}
    </>
  )

  function wordsOf(): readonly string[] {
    if (you.waits !== undefined) {
      if (!isToBePaired) return [t(`tournaments.waits.${you.waits}`)]
      // Until the player's games are known, they may be in another one.
      if (!ownGames.isKnown.value) return []
      return [t(`tournaments.waits.${isElsewhere() ? 'otherGame' : you.waits}`)]
    }
    if (you.isOut) return (you.missed ?? 0) < MOST_MISSED ? [t('tournaments.out')] : []
    if (round === 0) return [t('tournaments.entered'), t('tournaments.orFree')]
    const toCome = you.next === undefined ? [] : [t('tournaments.nextOpponent', { name: you.next })]
    if (nextRoundAt !== undefined) {
      return [...toCome, t('tournaments.called'), ...(you.next ? [] : [t('tournaments.orFree')])]
    }
    if (you.match === undefined) return [t('tournaments.enteredLate')]
    return [
      ownRound(you.match.names.length > 1),
      round < rounds
        ? t('tournaments.nextRound', { round: round + 1 })
        : t('tournaments.lastRound'),
      ...toCome,
    ]
  }

  /** Is the player in another game with a clock? */
  function isElsewhere(): boolean {
    // One that has just begun may be the next game here.
    return ownGames.running.value.some(
      ({ id, terms }) => id !== arrival.told.value && isLive(terms.timeControl),
    )
  }

  function ownRound(hadMatch: boolean): string {
    if (hadMatch) return t('tournaments.waitsOthers')
    return t(kind === 'swiss' ? 'tournaments.waitsBye' : 'tournaments.waitsFree', { round })
  }
}

interface MissedProps {
  /** The number of matches that the player did not come to in time. */
  readonly missed: number
  /** Whether there are more matches that the player must not miss. */
  readonly isWarned?: boolean
}

/** The consequence of not coming to matches in time. */
function Missed({ missed, isWarned = false }: MissedProps) {
  const t = useTranslate()
  if (missed >= MOST_MISSED) return <p role="status">{t('tournaments.missed.out')}</p>
  return (
    <p role="status">
      {t('tournaments.missed.lost')} {isWarned && t('tournaments.missed.warned')}
    </p>
  )
}
