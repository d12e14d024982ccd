import type { PlayerId } from '@hokito/protocol'
import type { NodeId } from '../store/shared.ts'
import { type Hint, MOST_IN_HINT } from './hint.ts'

/** Makers of challenges who are connected to other nodes, by the nodes' reports. */
export class Makers {
  readonly #byNode = new Map<NodeId, Reported>()

  /** A node sends a part of its list. */
  hear(node: NodeId, { players, part, parts }: Extract<Hint, { kind: 'makers' }>): void {
    const reported = this.#byNode.get(node) ?? { coming: [], players: new Set(), at: 0 }
    if (part === 0) reported.coming = []
    reported.coming.push(players)
    this.#byNode.set(node, reported)
    if (part !== parts - 1 || reported.coming.length !== parts) return
    reported.players = new Set(reported.coming.flat())
    reported.at = performance.now()
  }

  forget(node: NodeId): void {
    this.#byNode.delete(node)
  }

  has(player: PlayerId): boolean {
    const now = performance.now()
    for (const { players, at } of this.#byNode.values()) {
      if (now - at < REPORT_MS && players.has(player)) return true
    }
    return false
  }

  /** A node's own list, in as many hints as it needs. */
  static hintsOf(players: readonly PlayerId[]): readonly Hint[] {
    const parts = Math.max(1, Math.ceil(players.length / MOST_IN_HINT))
    return Array.from({ length: parts }, (_, part) => ({
      kind: 'makers',
      players: players.slice(part * MOST_IN_HINT, (part + 1) * MOST_IN_HINT),
      part,
      parts,
    }))
  }
}

// --- internal ---

/** Nodes send their lists every two seconds. */
const REPORT_MS = 7000

interface Reported {
  coming: (readonly PlayerId[])[]
  players: ReadonlySet<PlayerId>
  at: number
}
