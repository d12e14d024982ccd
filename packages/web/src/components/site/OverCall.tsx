import { type GameSummary, isLateLoss, type PlayerId } from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OwnGames } from '../../models/online/own-games.ts'
import { isMissed } from '../../models/online/own-games-state.ts'
import { opponentIn, ownColorIn } from '../../models/online/own-seat.ts'
import { playRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { describeResult } from '../../words/games.ts'
import { useTournamentOf } from '../online/use-tournament-of.ts'

interface RematchCallProps {
  readonly game: GameSummary
  readonly player: PlayerId | undefined
  readonly ownGames: Pick<OwnGames, 'read' | 'see'>
}

/**
 * The opponent offers a rematch, or a new game after one that was called off. The page of the game
 * keeps the offer; here it makes room after a while, since the opponent may have gone too.
 */
export function RematchCall({ game, player, ownGames }: RematchCallProps) {
  const t = useTranslate()
  const { name } = opponentIn(game, player)
  return (
    <PassingCall game={game} onRead={() => ownGames.see(game.id)}>
      <strong>
        {t(game.ending?.kind === 'aborted' ? 'online.call.again' : 'online.call.rematch')}
      </strong>
      <small title={name}>{t('online.call.from', { name })}</small>
    </PassingCall>
  )
}

interface OverCallProps extends RematchCallProps {
  readonly more: number
}

/** A game of the player's has ended while they were elsewhere; `more` of them have, before it. */
export function OverCall({ game, player, ownGames, more }: OverCallProps) {
  const t = useTranslate()
  // Asked only about missed games; for other results the tournament makes no difference.
  const isOfTournament = useTournamentOf(game.missedBy && game) !== undefined
  const counted = isOfTournament ? { ...game, isOfTournament } : game
  const result = describeResult(t, { kind: 'online', game: counted }, player)
  const { name } = opponentIn(game, player)
  const own = ownColorIn(game, player)
  const wasLate =
    (own !== undefined && game.missedBy?.includes(own) === true) ||
    (isMissed(game, player) && isLateLoss(game.ending, game.ply))
  const reason = wasLate
    ? t('online.call.late')
    : t(isMissed(game, player) ? 'online.call.awayTooLong' : 'online.call.against', { name })
  return (
    <PassingCall game={game} onRead={ownGames.read}>
      <strong>{result?.headline}</strong>
      <small title={name}>
        {reason}
        {more > 0 && (
          <span class="call-more"> · {t('online.call.moreResults', { count: more })}</span>
        )}
      </small>
    </PassingCall>
  )
}

// --- internal ---

interface PassingCallProps {
  readonly game: GameSummary
  /** It was in view for long enough, or the player has closed it. */
  onRead(): void
  readonly children: ComponentChildren
}

/** A call that leads to its game, until the player closes it or has had time to read it. */
function PassingCall({ game, onRead, children }: PassingCallProps) {
  const t = useTranslate()
  useReading(onRead)
  return (
    <div class="call call-over">
      <a href={playRoute(game.id)}>{children}</a>
      <button type="button" class="button-quiet" aria-label={t('game.close')} onClick={onRead}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** How long a call must be visible to count as read. */
const READING_MS = 60_000
/** How long it must be shown to count as read when its page is left. */
const GLANCE_MS = 10_000

/**
 * A result or an offer takes the place of running games. After a while in view it counts as read,
 * and you find it only in "Your games". The same happens when the player leaves its page after a
 * glance: otherwise its time would start again with each page that is loaded.
 */
function useReading(onRead: () => void): void {
  const { now } = useServices()
  const read = useRef(onRead)
  read.current = onRead
  useEffect(() => {
    const since = now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => read.current(), READING_MS)
    }
    const leave = () => {
      if (now() - since >= GLANCE_MS) read.current()
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
      window.removeEventListener('pagehide', leave)
    }
  }, [now])
}
