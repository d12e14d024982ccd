import { type GameSummary, isLive, type PlayerId } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import { isToPlace } from '../../models/online/own-games-state.ts'
import { opponentIn } from '../../models/online/own-seat.ts'
import { playRoute } from '../../routes.ts'
import { formatClock } from '../game/SeatCard.tsx'
import { useTicking } from '../online/use-ticking.ts'

interface RunningCallProps {
  readonly game: GameSummary
  readonly player: PlayerId | undefined
  readonly isTurn: boolean
  readonly isUrgent: boolean
  readonly more: number
  readonly connection: Pick<Connection, 'now'>
  /** When the opponent may claim the win, because the player has left. */
  readonly claimableAt: number | undefined
}

/** A running game of the player's. */
export function RunningCall(props: RunningCallProps) {
  const { game, claimableAt, isTurn } = props
  const ownTimeEnds = isTurn && isLive(game.terms.timeControl) ? game.deadline : undefined
  const isClaimFirst = claimableAt !== undefined && claimableAt < (ownTimeEnds ?? Infinity)
  return isClaimFirst ? <ClaimCall {...props} claimableAt={claimableAt} /> : <TurnCall {...props} />
}

// --- internal ---

/** The player has left a live game, in which the opponent need not wait for ever. */
function ClaimCall({
  game,
  player,
  claimableAt,
  connection,
}: RunningCallProps & { readonly claimableAt: number }) {
  const t = useTranslate()
  const { name } = opponentIn(game, player)
  const leftMs = useTicking(() => claimableAt - connection.now(), true)
  return (
    <a class="call call-turn" href={playRoute(game.id)}>
      <strong>{t('online.call.game')}</strong>
      {/* Short, because it has to fit on a phone in all languages. */}
      <small title={t('online.call.mayClaim', { name })}>
        {leftMs > 0 && (
          <span class="call-time" role="timer">
            {formatClock(leftMs)}
          </span>
        )}
        {t('online.call.orLose')}
      </small>
    </a>
  )
}

function TurnCall({ game, player, isTurn, isUrgent, more, connection }: RunningCallProps) {
  const t = useTranslate()
  const { name } = opponentIn(game, player)
  const { deadline, terms } = game
  // In the pause before the second game of a match its first turn is still to begin.
  const isSecond = game.match?.game === 2 && game.ply === 0 && isLive(terms.timeControl)
  const pauseMs = useTicking(() => game.since - connection.now(), isSecond)
  const isPaused = isSecond && pauseMs > 0
  const isRunning = isTurn && deadline !== undefined && isLive(terms.timeControl)
  const leftMs = useTicking(() => (deadline ?? 0) - connection.now(), isRunning)
  const isOurMove = isTurn && game.isDealt
  return (
    <a class={isUrgent ? 'call call-turn' : 'call'} href={playRoute(game.id)}>
      <strong>
        {isPaused
          ? t('online.call.second')
          : isToPlace(game, player)
            ? t('games.place')
            : t(isOurMove ? 'online.call.yourTurn' : 'online.call.game')}
      </strong>
      <small title={name}>
        {(isPaused || isRunning) && (
          <span class="call-time" role="timer">
            {formatClock(isPaused ? pauseMs : Math.max(0, leftMs))}
          </span>
        )}
        {/* Without "against", because on a phone there is hardly room for the name. */}
        {name}
        {more > 0 && <span class="call-more"> {t('online.call.more', { count: more })}</span>}
      </small>
    </a>
  )
}
