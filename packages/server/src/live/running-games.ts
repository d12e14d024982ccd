import type { GameId, GameSummary } from '@hokito/protocol'
import type { Game } from '../game/game.ts'
import type { Cluster } from './cluster.ts'
import { LinkedMap } from './linked-map.ts'
import type { LiveGame } from './live-game.ts'
import { summaryOf } from './summary.ts'

/** The games that anyone may watch: listed, running, and open on some connection. */
export class RunningGames {
  readonly #now: () => number
  readonly #games = new LinkedMap<GameId, LiveGame>()
  #latest: readonly GameSummary[] = []
  #latestAt: number | undefined

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Call this whenever a game is opened, closed or changed. */
  consider(live: LiveGame): void {
    const { id } = live.game.view
    if (isWatchable(live.game) && live.isOpen) this.#games.set(id, live)
    else this.#games.delete(id)
  }

  /** The games that were opened last, the last one first. */
  newest(count: number): readonly LiveGame[] {
    return this.#games.newest(count)
  }

  /**
   * The newest games here, newest first and up to a second old, then those that someone has open on
   * another node.
   */
  async everywhere(cluster: Pick<Cluster, 'listedGames'>): Promise<readonly GameSummary[]> {
    const now = this.#now()
    if (this.#latestAt === undefined || now - this.#latestAt >= FRESH_MS) {
      this.#latestAt = now
      this.#latest = this.newest(MOST_SHOWN).map(({ game }) => summaryOf(game))
    }
    const here = this.#latest
    const known = new Set(here.map(({ id }) => id))
    const elsewhere = await cluster.listedGames()
    return [...here, ...elsewhere.filter(({ id }) => !known.has(id))]
  }
}

/** May anyone watch the game, and is there something to see? */
export function isWatchable({ view }: Game): boolean {
  return view.isListed === true && view.deal !== undefined && view.ending === undefined
}

// --- internal ---

const FRESH_MS = 1000
const MOST_SHOWN = 50
