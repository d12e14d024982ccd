import {
  firstMoveMs,
  type GameId,
  type GameSummary,
  type GameView,
  isAwaitingReady,
} from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import { effect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Connection } from '../../models/online/connection.ts'
import { createFollowedGame } from '../../models/online/followed-game.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { ownColorIn } from '../../models/online/own-seat.ts'
import { playRoute } from '../../routes.ts'
import { useOnline } from './use-connection.ts'
import { useCountdown } from './use-countdown.ts'

/** The pause before the second game of a match. */
export interface Pause {
  /** Whole seconds until it ends by itself. */
  readonly seconds: number
  /** The second game. */
  readonly game: Pick<GameView, 'seats' | 'ready'>
  /** The player's colour in it. */
  readonly own: Color
}

/**
 * The pause before the second game of a match, on the page of the first; undefined if there is
 * none. The game opens by itself when the pause ends on this page, because its clock runs from then
 * on.
 */
export function useSecondGame(game: GameView, called: GameSummary | undefined): Pause | undefined {
  const { connection } = useOnline()
  const second = game.match?.game === 1 && called?.id === game.next ? called : undefined
  const id = second?.id
  const [view, setView] = useState<GameView | undefined>(undefined)
  const known = view?.id === id ? view : undefined
  // Its first move is not timed before that.
  const summed =
    second?.ply === 0 && second.deadline !== undefined
      ? second.deadline - firstMoveMs(game)
      : undefined
  const rest = useRestUntil(known === undefined ? summed : pauseEndOf(known), connection)
  const isPaused = rest > 0
  useOpening(id, isPaused)
  // Followed in the pause: the player is there, and reads that the other one is ready.
  useFollowed(isPaused ? id : undefined, setView)
  if (second === undefined || !isPaused) return undefined
  const own = ownColorIn(second, connection.player.value?.id)
  return { seconds: rest, game: known ?? { seats: second.seats }, own }
}

/**
 * The second game of a match as a watcher of the first one follows it. It opens by itself when the
 * pause before it ends on this page, unless this page shows one game after another anyway.
 */
export function useWatchedSecond(game: GameView, own: Color | undefined): GameView | undefined {
  const { connection } = useOnline()
  const { path } = useLocation()
  const [view, setView] = useState<GameView | undefined>(undefined)
  const id = own === undefined && game.match?.game === 1 ? game.next : undefined
  useFollowed(id, setView)
  const rest = useRestUntil(view && pauseEndOf(view), connection)
  useOpening(path === playRoute(game.id) ? id : undefined, rest > 0)
  return view
}

/** Whole seconds of the pause before a game, on its own page; 0 without one. */
export function useRest(game: GameView, connection: Pick<Connection, 'now'>): number {
  return useRestUntil(pauseEndOf(game), connection)
}

/**
 * Does a player or watcher of a game wait for its pause to end? A player who is not ready yet may
 * also end it by a move.
 */
export function useIsToWait(
  { own }: Pick<OnlineGame, 'own'>,
  game: GameView,
  connection: Pick<Connection, 'now'>,
): boolean {
  const rest = useRest(game, connection)
  return rest > 0 && (own.value === undefined || game.ready?.[own.value] !== undefined)
}

// --- internal ---

/** Opens a game, if there is one, when the pause before it ends on this page. */
function useOpening(id: GameId | undefined, isPaused: boolean): void {
  const { route } = useLocation()
  const wasPaused = useRef(false)
  useEffect(() => {
    if (isPaused) wasPaused.current = true
    else if (id !== undefined && wasPaused.current) route(playRoute(id))
  }, [id, isPaused, route])
}

/** Follows another game than that of the page, if there is one. */
function useFollowed(id: GameId | undefined, setView: (view: GameView | undefined) => void): void {
  const { connection } = useOnline()
  useEffect(() => {
    if (id === undefined) return
    const followed = createFollowedGame({ id, connection, onCaughtUp: () => {} })
    const stop = effect(() => setView(followed.game.value))
    return () => {
      stop()
      // Its own page has opened it before this one is gone.
      followed.dispose(location.pathname === playRoute(id))
    }
  }, [id, connection, setView])
}

function pauseEndOf(game: GameView): number | undefined {
  return isAwaitingReady(game) ? game.clock.standsUntil : undefined
}

/** However far off: the page may not have heard yet that the server's clock was set forward. */
function useRestUntil(at: number | undefined, connection: Pick<Connection, 'now'>): number {
  return useCountdown(at, connection, Number.POSITIVE_INFINITY) ?? 0
}
