import { colorOf, type GameId, type GameSummary, type PlayerId } from '@hokito/protocol'
import { LRUCache } from 'lru-cache'
import type { Game } from '../game/game.ts'
import { summaryOf } from './summary.ts'

/**
 * Summaries of games for lists, without keeping whole games in memory. A finished game changes only
 * through an offer of a rematch, so its summary is cached until then.
 */
export class Summaries {
  readonly #look: (id: GameId) => Promise<Game | undefined>
  readonly #over = new LRUCache<GameId, GameSummary>({ max: MOST_KEPT })
  /** The latest reading of each game that is being read and has not changed since. */
  readonly #reading = new Map<GameId, Promise<Game | undefined>>()

  constructor(look: (id: GameId) => Promise<Game | undefined>) {
    this.#look = look
  }

  /** A game's summary; undefined if the game is unknown or damaged. */
  async of(id: GameId): Promise<GameSummary | undefined> {
    const known = this.#over.get(id)
    if (known !== undefined) return known
    const reading = this.#look(id)
    this.#reading.set(id, reading)
    const isLatest = () => this.#reading.get(id) === reading
    try {
      const game = await reading
      if (game === undefined) return undefined
      const summary = summaryOf(game)
      if (summary.ending !== undefined && isLatest()) this.#over.set(id, summary)
      return summary
    } finally {
      if (isLatest()) this.#reading.delete(id)
    }
  }

  /** A game has changed, perhaps after its end. */
  forget(id: GameId): void {
    this.#reading.delete(id)
    this.#over.delete(id)
  }

  /** A player has a new name. */
  forgetOf(player: PlayerId): void {
    this.#reading.clear()
    for (const [id, { seats }] of this.#over.entries()) {
      if (colorOf({ seats }, player) !== undefined) this.#over.delete(id)
    }
  }

  /** Any of the games may have changed without notice. */
  forgetAll(): void {
    this.#reading.clear()
    this.#over.clear()
  }
}

// --- internal ---

/** About half a kilobyte each. */
const MOST_KEPT = 20_000
