import type { GameId, GameSummary } from '@hokito/protocol'
import type { Summaries } from '../live/summaries.ts'
import type { NodeId } from '../store/shared.ts'
import type { Here } from './hint.ts'

/** Public games that someone has open on another node. */
export class ListedGames {
  readonly #nodes = new Map<GameId, NodeId>()
  #latest: Promise<readonly GameSummary[]> = Promise.resolve([])
  #latestAt = Number.NEGATIVE_INFINITY

  /** A node reports its connections to a game. */
  hear(node: NodeId, { game, seated, watchers, isListed }: Here): void {
    const isOpen = seated.length + watchers > 0
    if (!isListed || !isOpen) {
      if (this.#nodes.get(game) === node) this.#nodes.delete(game)
      return
    }
    this.#nodes.set(game, node)
    const [oldest] = this.#nodes.keys()
    if (this.#nodes.size > MOST_KEPT && oldest !== undefined) this.#nodes.delete(oldest)
  }

  forget(gone: NodeId): void {
    for (const [game, node] of this.#nodes) if (node === gone) this.#nodes.delete(game)
  }

  /**
   * The latest games, newest first. The list may be up to two seconds old, as each game has to be
   * read.
   */
  latest(summaries: Summaries): Promise<readonly GameSummary[]> {
    const now = performance.now()
    if (now - this.#latestAt >= FRESH_MS) {
      this.#latestAt = now
      this.#latest = this.#read(summaries)
      this.#latest.catch(() => {
        this.#latestAt = Number.NEGATIVE_INFINITY
      })
    }
    return this.#latest
  }

  async #read(summaries: Summaries): Promise<readonly GameSummary[]> {
    const newest = [...this.#nodes.keys()].slice(-MOST_SHOWN).reverse()
    const found: GameSummary[] = []
    for (const id of newest) {
      const summary = await summaries.of(id)
      if (summary !== undefined && summary.ending === undefined) found.push(summary)
    }
    return found
  }
}

// --- internal ---

const MOST_KEPT = 2000
const MOST_SHOWN = 50
const FRESH_MS = 2000
