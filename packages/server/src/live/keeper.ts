import type { GameId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { ServerClock } from '../clock.ts'
import type { Cleanup } from '../players/cleanup.ts'
import { writeAliveAt } from '../store/facts.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Tables } from '../store/schema.ts'
import type { Shifts } from '../store/shifts.ts'
import type { Games } from './games.ts'
import type { Lobby } from './lobby.ts'

/** What the keeper keeps going. */
export interface KeeperDependencies {
  readonly db: Kysely<Tables>
  readonly store: GameStore
  readonly shifts: Shifts
  readonly games: Games
  readonly lobby: Lobby
  readonly cleanup: Cleanup
  readonly clock: ServerClock
  /** Is nobody connected? */
  readonly isAlone: () => boolean
  readonly onFailure: (what: string, error: unknown) => void
}

/** Everything that happens because time passes, with nobody connected. */
export class Keeper {
  readonly #dependencies: KeeperDependencies
  readonly #timers: NodeJS.Timeout[] = []
  #running: Promise<void> = Promise.resolve()
  #isOn = false

  constructor(dependencies: KeeperDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Notes, once for all games, the time since the server was last known to run and a few seconds in which
   * pages find it again; then lets everybody in and watches the time. Says how long games stood still, in
   * milliseconds; below zero where the wall clock was put back.
   */
  async start(): Promise<number> {
    const { clock, shifts, games, db } = this.#dependencies
    await shifts.load()
    const fromAt = await shifts.lastAliveAt()
    const aliveAt = clock.now()
    const toAt = aliveAt + RECONNECT_MS
    if (fromAt === undefined) await writeAliveAt(db, aliveAt)
    else await shifts.add({ fromAt, toAt }, aliveAt)
    this.#isOn = true
    games.start()
    this.#every(SWEEP_MS, 'checking deadlines', () => this.#sweep())
    this.#every(ALIVE_MS, 'storing the sign of life', () => this.#giveSign())
    this.#every(ALIVE_MS, 'giving time back', () => this.#settle())
    this.#every(TIDY_MS, 'tidying up', () => this.#tidy())
    return fromAt === undefined ? 0 : toAt - fromAt
  }

  /** Stops watching, and remembers when; that a start failed is no sign of life. */
  async close(): Promise<void> {
    const { db, clock } = this.#dependencies
    const wasOn = this.#isOn
    this.#isOn = false
    for (const timer of this.#timers) clearInterval(timer)
    await this.#running
    if (wasOn) await writeAliveAt(db, clock.now())
  }

  async #sweep(): Promise<void> {
    const { store, games, clock, onFailure } = this.#dependencies
    const look = (id: GameId) =>
      games
        .lookAt(id)
        .catch((error: unknown) => onFailure(`checking the time of game ${id}`, error))
    for (let page = 0; page < SWEPT_PAGES && this.#isOn; page++) {
      const due = await store.dueAt(clock.now(), AT_ONCE)
      await Promise.all(due.map(look))
      if (due.length < AT_ONCE) return
      await pause()
    }
  }

  async #giveSign(): Promise<void> {
    const { db, clock } = this.#dependencies
    if (!(await this.#takeWallClock())) await writeAliveAt(db, clock.now())
  }

  /**
   * Goes on from the wall clock where the two have come far apart: it was put right, or the machine has
   * slept. Nobody may be playing, as pages and games measure by the clock as it is.
   */
  async #takeWallClock(): Promise<boolean> {
    const { clock, shifts, games, isAlone } = this.#dependencies
    if (Math.abs(clock.wall() - clock.now()) <= MOST_DRIFT_MS || !isAlone()) return false
    return games.whileUnused(async () => {
      const toAt = clock.wall()
      await shifts.add({ fromAt: clock.now(), toAt }, toAt)
      clock.set(toAt)
    })
  }

  /** Gives each running game what it is owed, a few at a time, so that players hardly notice. */
  async #settle(): Promise<void> {
    const { shifts, store, games } = this.#dependencies
    const { latest } = shifts
    if (latest === undefined) return
    let after = 0
    while (this.#isOn) {
      const page = await store.runningAfter(after, AT_ONCE)
      const last = page.at(-1)
      if (last === undefined) return shifts.forget(latest)
      const owing = page
        .filter(({ latestEvent }) => shifts.owedBy(latestEvent ?? 0) !== 0)
        .map(({ id }) => id)
      await Promise.all(owing.map((id) => games.open(id)))
      await pause()
      games.forget(owing)
      after = last.key
    }
  }

  async #tidy(): Promise<void> {
    const { games, lobby, cleanup, clock } = this.#dependencies
    games.forgetIdle(clock.now() - IDLE_MS)
    await lobby.dropExpired()
    await cleanup.run(clock.now())
  }

  /** Repeats a task; never two at once, and one that fails is reported and tried again the next time. */
  #every(milliseconds: number, what: string, task: () => Promise<void>): void {
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy) return
      isBusy = true
      const run = task()
        .catch((error: unknown) => this.#dependencies.onFailure(what, error))
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
/** Corrections by the network are smaller and come all the time. */
const MOST_DRIFT_MS = 60_000
/** Games that are looked at together: a few milliseconds of work, then room for players. */
const AT_ONCE = 20
const PAUSE_MS = 20
/** What fails is tried again no more often than the sweep comes round. */
const SWEPT_PAGES = 25

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
