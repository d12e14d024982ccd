import type { GameId, GameSummary } from '@hokito/protocol'
import type { Summaries } from '../live/summaries.ts'
import type { NodeId } from '../store/shared.ts'
import { type Here, type Hint, MOST_LISTED } from './hint.ts'

/** Public games that someone has open on another node. */
export class ListedGames {
  /** The games of each node, with when each began or was first heard of. */
  readonly #nodes = new Map<NodeId, Map<GameId, number>>()
  #latest: Promise<readonly GameSummary[]> = Promise.resolve([])
  #latestAt = Number.NEGATIVE_INFINITY

  /** A node lists its newest games. */
  hearAll(node: NodeId, games: Extract<Hint, { kind: 'listed' }>['games']): void {
    this.#nodes.set(node, new Map(games.map(({ game, at }) => [game, at])))
  }

  /** A node of the previous version reports its connections to a game. */
  hear(node: NodeId, { game, seated, watchers, isListed }: Here, now: number): void {
    const games = this.#nodes.get(node) ?? new Map<GameId, number>()
    this.#nodes.set(node, games)
    const isOpen = seated.length + watchers > 0
    if (!isListed || !isOpen) games.delete(game)
    else if (!games.has(game)) games.set(game, now)
    const [oldest] = games.keys()
    if (games.size > MOST_KEPT && oldest !== undefined) games.delete(oldest)
  }

  forget(gone: NodeId): void {
    this.#nodes.delete(gone)
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
    const all = new Map([...this.#nodes.values()].flatMap((games) => [...games]))
    const newest = [...all].sort(([, a], [, b]) => b - a).slice(0, MOST_LISTED)
    const found: GameSummary[] = []
    for (const [id] of newest) {
      const summary = await summaries.of(id)
      if (summary !== undefined && summary.ending === undefined) found.push(summary)
    }
    return found
  }
}

// --- internal ---

const MOST_KEPT = 2000
const FRESH_MS = 2000
