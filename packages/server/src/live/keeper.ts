import type { Kysely } from 'kysely'
import type { Cleanup } from '../players/cleanup.ts'
import { readAliveAt, writeAliveAt } from '../store/facts.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Tables } from '../store/schema.ts'
import type { Games } from './games.ts'
import type { Lobby } from './lobby.ts'

/** What the keeper keeps going. */
export interface KeeperOptions {
  readonly db: Kysely<Tables>
  readonly store: GameStore
  readonly games: Games
  readonly lobby: Lobby
  readonly cleanup: Cleanup
  readonly now: () => number
  readonly onFailure: (what: string, error: unknown) => void
}

/** Everything that happens because time passes, with nobody connected. */
export class Keeper {
  readonly #options: KeeperOptions
  readonly #timers: NodeJS.Timeout[] = []
  #running: Promise<void> = Promise.resolve()

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  /**
   * Gives running games back the time since the server was last known to run, and a few seconds in
   * which pages find it again; then watches the time. Says how many games went on.
   */
  async start(): Promise<number> {
    const { db, now } = this.#options
    const aliveAt = await readAliveAt(db)
    const resumed =
      aliveAt === undefined ? 0 : await this.#resume(Math.max(0, now() - aliveAt) + RECONNECT_MS)
    await writeAliveAt(db, now())
    this.#every(SWEEP_MS, 'the deadlines', () => this.#sweep())
    this.#every(ALIVE_MS, 'the sign of life', () => writeAliveAt(db, now()))
    this.#every(TIDY_MS, 'tidying up', () => this.#tidy())
    return resumed
  }

  /** Stops watching, and remembers when. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#running
    await writeAliveAt(this.#options.db, this.#options.now())
  }

  async #resume(ms: number): Promise<number> {
    const { store, games } = this.#options
    let after = 0
    let count = 0
    for (;;) {
      const page = await store.runningAfter(after, PAGE)
      const last = page.at(-1)
      if (last === undefined) return count
      await Promise.all(page.map(({ id }) => games.pause(id, ms)))
      after = last.key
      count += page.length
    }
  }

  async #sweep(): Promise<void> {
    const { store, games, now } = this.#options
    const due = await store.dueAt(now(), PAGE)
    await Promise.all(due.map((id) => games.lookAt(id)))
  }

  async #tidy(): Promise<void> {
    const { games, lobby, cleanup, now } = this.#options
    games.forgetIdle(now() - IDLE_MS)
    await lobby.dropExpired()
    await cleanup.run(now())
  }

  /** Repeats a task; never two at once, and one that fails is told and tried again the next time. */
  #every(milliseconds: number, what: string, task: () => Promise<void>): void {
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy) return
      isBusy = true
      const run = task()
        .catch((error: unknown) => this.#options.onFailure(what, error))
        .finally(() => {
          isBusy = false
        })
      this.#running = this.#running.then(() => run)
    }, milliseconds)
    this.#timers.push(timer)
  }
}

// --- internal ---

const SWEEP_MS = 250
const ALIVE_MS = 1000
const TIDY_MS = 60_000
const IDLE_MS = 600_000
const RECONNECT_MS = 3000
const PAGE = 500
