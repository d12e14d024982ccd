import type { GameView } from '@hokito/protocol'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { playRoute } from '../../routes.ts'

/** Opens the next game when a rematch is agreed; `useSecondGame` opens the second of a match. */
export function useRematch({ own }: OnlineGame, { next, offers }: GameView): void {
  const { route } = useLocation()
  const wasOffered = useRef(false)
  const isOffered = offers.some(({ kind }) => kind === 'rematch')
  useEffect(() => {
    if (next !== undefined && wasOffered.current && own.peek() !== undefined) route(playRoute(next))
    wasOffered.current = isOffered
  }, [next, isOffered, own, route])
}
