import { firstMoveMs, type GameSummary, type GameView } from '@hokito/protocol'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { playRoute } from '../../routes.ts'
import { useOnline } from './use-connection.ts'
import { useCountdown } from './use-countdown.ts'

/**
 * Whole seconds of the pause before the second game of a match; 0 if there is none. The game opens
 * by itself when the pause ends on this page, because its clock runs from then on.
 */
export function useSecondGame(game: GameView, called: GameSummary | undefined): number {
  const { connection } = useOnline()
  const { route } = useLocation()
  const second = game.match?.game === 1 && called?.id === game.next ? called : undefined
  // Its first move is not timed before that.
  const begins =
    second?.ply === 0 && second.deadline !== undefined
      ? second.deadline - firstMoveMs(game)
      : undefined
  // However far off: the page may not have heard yet that the server's clock was set forward.
  const rest = useCountdown(begins, connection, Number.POSITIVE_INFINITY) ?? 0
  const wasPaused = useRef(false)
  const id = second?.id
  const isPaused = rest > 0
  useEffect(() => {
    if (isPaused) wasPaused.current = true
    else if (id !== undefined && wasPaused.current) route(playRoute(id))
  }, [id, isPaused, route])
  return rest
}
