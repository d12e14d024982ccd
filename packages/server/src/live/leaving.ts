import type { PlayerId } from '@hokito/protocol'
import type { Lobby } from './lobby.ts'

/** What is needed to know that somebody has left. */
export interface LeavingDependencies {
  readonly lobby: Pick<Lobby, 'leave'>
  readonly isHere: (player: PlayerId) => boolean
  /** May a player have gone to another node? Whether it has come there is found out together. */
  readonly hasOthers: boolean
  readonly isClosing: () => boolean
  readonly onFailure: (what: string, error: unknown) => void
}

/** Says once a player has gone, and not only reloads a page: what was offered for this moment is closed then. */
export function leavingOf({
  lobby,
  isHere,
  hasOthers,
  isClosing,
  onFailure,
}: LeavingDependencies): (player: PlayerId) => void {
  return (player) => {
    if (hasOthers || isClosing()) return
    // A page that is reloaded comes back within seconds; its offer should still be there.
    setTimeout(() => {
      if (isHere(player) || isClosing()) return
      lobby.leave(player).catch((error: unknown) => onFailure('leaving the lobby', error))
    }, LEAVE_AFTER_MS).unref()
  }
}

// --- internal ---

const LEAVE_AFTER_MS = 8000
