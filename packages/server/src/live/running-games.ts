import type { GameSummary } from '@hokito/protocol'
import { Line } from './line.ts'
import { summaryOf } from './summary.ts'
import type { Table } from './table.ts'

/** The games that anybody may watch: listed, running, and open on some connection. */
export class RunningGames {
  readonly #now: () => number
  readonly #tables = new Line<Table>()
  #latest: readonly GameSummary[] = []
  #latestAt: number | undefined

  /** `now` in milliseconds from any moment on, never going back. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** To be called whenever a game is opened, closed or changed. */
  consider(table: Table): void {
    const { view } = table.game
    const isRunning = view.deal !== undefined && view.ending === undefined
    if (view.isListed === true && isRunning && table.isOpen) this.#tables.set(view.id, table)
    else this.#tables.delete(view.id)
  }

  /** The latest, newest first; up to a second old. */
  latest(): readonly GameSummary[] {
    const now = this.#now()
    if (this.#latestAt === undefined || now - this.#latestAt >= FRESH_MS) {
      this.#latestAt = now
      this.#latest = this.#tables.newest(MOST_SHOWN).map(({ game }) => summaryOf(game.view))
    }
    return this.#latest
  }
}

// --- internal ---

const FRESH_MS = 1000
const MOST_SHOWN = 50
