import type { PlayerId } from '@hokito/protocol'
import { isForThisMoment } from '../live/offer-limits.ts'
import type { Makers } from './makers.ts'
import type { World } from './own-node.ts'

/**
 * Makers of challenges who are not connected to any node, since when, and whether their offers were
 * closed.
 */
export class AbsentMakers {
  readonly #absent = new Map<PlayerId, { readonly since: number; hasLeft: boolean }>()

  /** May a maker be connected to another node, as too little time has passed without a report? */
  isMaybeElsewhere(player: PlayerId): boolean {
    const absent = this.#absent.get(player)
    return absent === undefined || performance.now() - absent.since < AWAY_AFTER_MS
  }

  /** A node that is not heard may have any player connected. */
  clear(): void {
    this.#absent.clear()
  }

  /**
   * Closes live offers of players who are no longer connected to any node.
   * @param elsewhere the makers on other nodes
   */
  async close({ lobby, rooms }: Pick<World, 'lobby' | 'rooms'>, elsewhere: Makers): Promise<void> {
    const now = performance.now()
    const makers = new Set(lobby.makers())
    for (const player of this.#absent.keys()) if (!makers.has(player)) this.#absent.delete(player)
    for (const player of makers) {
      const isElsewhere = elsewhere.has(player)
      if (isElsewhere) lobby.enter(player)
      if (isElsewhere && this.#absent.has(player)) rooms.cameBack(player)
      if (isElsewhere || rooms.isHere(player)) {
        this.#absent.delete(player)
        continue
      }
      const absent = this.#absent.get(player) ?? { since: now, hasLeft: false }
      this.#absent.set(player, absent)
      if (now - absent.since < LEAVE_AFTER_MS) continue
      if (absent.hasLeft && !lobby.ofPlayer(player).some(isForThisMoment)) continue
      absent.hasLeft = true
      await lobby.leave(player)
    }
  }
}

// --- internal ---

/** A page that is reloaded comes back within seconds, possibly on another node. */
const LEAVE_AFTER_MS = 8000
/** Twice the time within which every node reports its connected players. */
const AWAY_AFTER_MS = 4000
