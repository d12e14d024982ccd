import type { GameId, GameSummary } from '@hokito/protocol'
import { Line } from './line.ts'
import type { LiveGame } from './live-game.ts'
import { summaryOf } from './summary.ts'

/** The games that anybody may watch: listed, running, and open on some connection. */
export class RunningGames {
  readonly #now: () => number
  readonly #games = new Line<GameId, LiveGame>()
  #latest: readonly GameSummary[] = []
  #latestAt: number | undefined

  /** `now` in milliseconds from any moment on, never going back. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** To be called whenever a game is opened, closed or changed. */
  consider(live: LiveGame): void {
    const { view } = live.game
    const isRunning = view.deal !== undefined && view.ending === undefined
    if (view.isListed === true && isRunning && live.isOpen) this.#games.set(view.id, live)
    else this.#games.delete(view.id)
  }

  /** The latest, newest first; up to a second old. */
  latest(): readonly GameSummary[] {
    const now = this.#now()
    if (this.#latestAt === undefined || now - this.#latestAt >= FRESH_MS) {
      this.#latestAt = now
      this.#latest = this.#games.newest(MOST_SHOWN).map(({ game }) => summaryOf(game))
    }
    return this.#latest
  }
}

// --- internal ---

const FRESH_MS = 1000
const MOST_SHOWN = 50
