import { colorOf, type GameId, type GameSummary, type PlayerId } from '@hokito/protocol'
import { LRUCache } from 'lru-cache'
import type { Game } from '../game/game.ts'
import { summaryOf } from './summary.ts'

/**
 * Games as lists show them, without keeping whole games in memory for it. What is over changes by nothing but
 * an offer of a rematch, so it is replayed once and remembered until then.
 */
export class Summaries {
  readonly #look: (id: GameId) => Promise<Game | undefined>
  readonly #over = new LRUCache<GameId, GameSummary>({ max: MOST_KEPT })

  constructor(look: (id: GameId) => Promise<Game | undefined>) {
    this.#look = look
  }

  /** A game's summary; undefined where there is none, or a damaged one. */
  async of(id: GameId): Promise<GameSummary | undefined> {
    const known = this.#over.get(id)
    if (known !== undefined) return known
    const game = await this.#look(id)
    if (game === undefined) return undefined
    const summary = summaryOf(game)
    if (summary.ending !== undefined) this.#over.set(id, summary)
    return summary
  }

  /** A game has gone on, perhaps after its end. */
  forget(id: GameId): void {
    this.#over.delete(id)
  }

  /** A player is called otherwise from now on. */
  forgetOf(player: PlayerId): void {
    for (const [id, { seats }] of this.#over.entries()) {
      if (colorOf({ seats }, player) !== undefined) this.#over.delete(id)
    }
  }

  /** Any of them may have gone on unheard. */
  forgetAll(): void {
    this.#over.clear()
  }
}

// --- internal ---

/** About half a kilobyte each. */
const MOST_KEPT = 20_000
