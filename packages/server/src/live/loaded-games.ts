import type { GameId } from '@hokito/protocol'
import type { LiveGame } from './live-game.ts'

/** The games in memory by their ids. Their number is bounded: idle ones make room for others. */
export class LoadedGames implements Iterable<LiveGame> {
  readonly #games = new Map<GameId, LiveGame>()
  readonly #most: number

  /** @param most how many games may be loaded before idle ones are dropped */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#games.size
  }

  /** Are all games idle? */
  get areIdle(): boolean {
    for (const live of this.#games.values()) if (!live.isIdle) return false
    return true
  }

  [Symbol.iterator](): Iterator<LiveGame> {
    return this.#games.values()
  }

  has(id: GameId): boolean {
    return this.#games.has(id)
  }

  get(id: GameId): LiveGame | undefined {
    return this.#games.get(id)
  }

  /** Adds a game, unless it is in memory already. Returns the one that is in memory. */
  add(live: LiveGame): LiveGame {
    const { id } = live.game.view
    const held = this.#games.get(id)
    if (held !== undefined) return held
    if (this.#games.size >= this.#most) this.#makeRoom()
    this.#games.set(id, live)
    return live
  }

  delete(id: GameId): void {
    this.#games.delete(id)
  }

  clear(): void {
    this.#games.clear()
  }

  /** Drops these games from memory unless they are in use. */
  forget(ids: readonly GameId[]): void {
    for (const id of ids) if (this.#games.get(id)?.isIdle) this.#games.delete(id)
  }

  /** Drops games that are idle and have not been used since an instant. */
  forgetIdle(olderThan: number): void {
    for (const [id, live] of this.#games) {
      if (live.isIdle && live.lastUsedAt < olderThan) this.#games.delete(id)
    }
  }

  /**
   * Drops some idle games. Finished games go first, because players may still return to the others.
   */
  #makeRoom(): void {
    const isOver = ({ game }: LiveGame) => game.view.ending !== undefined
    const idle = [...this.#games].filter(([, live]) => live.isIdle)
    const order = [
      ...idle.filter(([, live]) => isOver(live)),
      ...idle.filter(([, live]) => !isOver(live)),
    ]
    for (const [id] of order.slice(0, ROOM)) this.#games.delete(id)
  }
}

// --- internal ---

/** Drops this many at a time, because finding idle games takes a while. */
const ROOM = 1000
