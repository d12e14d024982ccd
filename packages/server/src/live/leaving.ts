import type { PlayerId } from '@hokito/protocol'
import type { Lobby } from './lobby.ts'

/** The parts needed to notice that a player has left. */
export interface LeavingDependencies {
  readonly lobby: Pick<Lobby, 'leave'>
  readonly isHere: (player: PlayerId) => boolean
  /** May a player be connected to another node? The nodes find that out together. */
  readonly hasOthers: boolean
  readonly isClosing: () => boolean
  readonly onFailure: (what: string, error: unknown) => void
}

/** Closes the live offers of a player who has left the site and is not just reloading a page. */
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
