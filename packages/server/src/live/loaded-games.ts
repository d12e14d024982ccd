import type { GameId } from '@hokito/protocol'
import type { LiveGame } from './live-game.ts'

/** The games in memory by their ids. Their number is bounded: idle ones make room for others. */
export class LoadedGames implements Iterable<LiveGame> {
  readonly #games = new Map<GameId, LiveGame>()
  readonly #most: number

  /** @param most how many there may be before idle ones are forgotten */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#games.size
  }

  /** Does nobody use any of them? */
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

  add(live: LiveGame): void {
    if (this.#games.size >= this.#most) this.#makeRoom()
    this.#games.set(live.game.view.id, live)
  }

  delete(id: GameId): void {
    this.#games.delete(id)
  }

  clear(): void {
    this.#games.clear()
  }

  /** Forgets these games unless somebody uses them. */
  forget(ids: readonly GameId[]): void {
    for (const id of ids) if (this.#games.get(id)?.isIdle) this.#games.delete(id)
  }

  /** Forgets games that nobody has open and nobody has used since an instant. */
  forgetIdle(olderThan: number): void {
    for (const [id, live] of this.#games) {
      if (live.isIdle && live.lastUsedAt < olderThan) this.#games.delete(id)
    }
  }

  /** Forgets some idle games: those that are over before those that somebody may still come back to. */
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

/** So many at a time, as looking for them takes a while. */
const ROOM = 1000
