import { type GameSummary, isLateLoss, type PlayerId } from '@hokito/protocol'
import { useEffect } from 'preact/hooks'
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
}

/** The opponent offers a rematch, or a new game after one that was called off. */
export function RematchCall({ game, player }: RematchCallProps) {
  const t = useTranslate()
  const { name } = opponentIn(game, player)
  return (
    <a class="call" href={playRoute(game.id)}>
      <strong>
        {t(game.ending?.kind === 'aborted' ? 'online.call.again' : 'online.call.rematch')}
      </strong>
      <small title={name}>{t('online.call.from', { name })}</small>
    </a>
  )
}

interface OverCallProps extends RematchCallProps {
  readonly more: number
  readonly ownGames: Pick<OwnGames, 'read'>
}

/** A game of the player's has ended while they were elsewhere; `more` of them have, before it. */
export function OverCall({ game, player, ownGames, more }: OverCallProps) {
  const t = useTranslate()
  useReading(ownGames)
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
    <div class="call call-over">
      <a href={playRoute(game.id)}>
        <strong>{result?.headline}</strong>
        <small title={name}>
          {reason}
          {more > 0 && <span class="call-more"> {t('online.call.more', { count: more })}</span>}
        </small>
      </a>
      <button
        type="button"
        class="button-quiet"
        aria-label={t('game.close')}
        onClick={() => ownGames.read()}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

// --- internal ---

/** How long a result must be visible to count as read. */
const READING_MS = 60_000
/** How long it must be shown to count as read when its page is left. */
const GLANCE_MS = 10_000

/**
 * A result takes the place of running games. After a while in view it counts as read, and only
 * "Your games" lists it. So does a result on a page that the player leaves after a glance: otherwise
 * its time would start again with each page that is loaded.
 */
function useReading(ownGames: Pick<OwnGames, 'read'>): void {
  const { now } = useServices()
  useEffect(() => {
    const since = now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => ownGames.read(), READING_MS)
    }
    const leave = () => {
      if (now() - since >= GLANCE_MS) ownGames.read()
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
      window.removeEventListener('pagehide', leave)
    }
  }, [ownGames, now])
}
