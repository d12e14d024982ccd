import { setTimeout as wait } from 'node:timers/promises'
import type { GameId } from '@hokito/protocol'
import type { Erasures } from './accounts/erasure.ts'
import type { Orders } from './admin/orders.ts'
import type { Cleanup } from './cleanup.ts'
import type { Walk } from './explorer/walk.ts'
import type { ServerClock } from './ground/clock.ts'
import type { Rhythm } from './ground/rhythm.ts'
import type { LongTask, LongWork } from './limiting/long-work.ts'
import type { Cluster } from './live/cluster.ts'
import type { Games } from './live/games.ts'
import type { Lobby } from './live/lobby.ts'
import type { GamePost } from './notify/mail/game-post.ts'
import type { Reminders } from './notify/reminders.ts'
import type { GameStore } from './store/game-store.ts'
import type { Shifts } from './store/shifts.ts'
import type { Arenas } from './tournaments/arenas.ts'
import type { DailyArena } from './tournaments/daily-arena.ts'
import type { Rounds } from './tournaments/rounds.ts'

/** The parts that the keeper runs on a schedule. */
export interface KeeperDependencies {
  readonly store: GameStore
  readonly shifts: Shifts
  readonly games: Games
  readonly longWork: Pick<LongWork, 'begin'>
  readonly lobby: Lobby
  readonly cleanup: Cleanup
  /** Erases the remaining data of deleted accounts. */
  readonly erasures: Pick<Erasures, 'run'>
  /** Counts finished games for the explorer. */
  readonly walk: Walk
  /** Advances tournaments. */
  readonly rounds: Pick<Rounds, 'run'>
  readonly arenas: Pick<Arenas, 'run'>
  readonly dailyArena: Pick<DailyArena, 'run'>
  /** Reminds players of turns whose time is running out. */
  readonly reminders: Pick<Reminders, 'run'>
  /** Sends e-mails about games. */
  readonly gamePost: Pick<GamePost, 'run'>
  /** Orders given by the owner. */
  readonly orders: Pick<Orders, 'performWaiting'>
  readonly clock: ServerClock
  readonly rhythm: Rhythm
  readonly cluster: Cluster
  readonly onFailure: (what: string, error: unknown) => void
  /** Is it a database problem that goes away by itself? */
  readonly isPassing: (error: unknown) => boolean
  /** Called once when such a problem begins, not for every task that fails because of it. */
  readonly onTrouble: (what: string, error: unknown) => void
}

/** Runs everything that happens because time passes, even with no one connected. */
export class Keeper {
  readonly #dependencies: KeeperDependencies
  readonly #timers: NodeJS.Timeout[] = []
  /** Tasks that fail because of the database; they are repeated anyway. */
  readonly #kept = new Set<string>()
  #running: Promise<void> = Promise.resolve()
  readonly #end = new AbortController()
  #isOn = false

  constructor(dependencies: KeeperDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Records once, for all games, the time since the server was last known to run plus a few seconds
   * for pages to reconnect. Then opens the games and starts the timers. Returns how long games
   * stood still, in milliseconds; negative if the wall clock was set back.
   */
  async start(): Promise<number> {
    const { shifts, games, cluster, orders, gamePost, rhythm } = this.#dependencies
    await shifts.load()
    const stoodMs = await cluster.takeLease(RECONNECT_MS)
    this.#isOn = true
    games.start()
    this.#every(SWEEP_MS, 'checking deadlines', () => this.#sweep())
    this.#every(ALIVE_MS, 'storing the heartbeat', () => cluster.renewLease())
    this.#every(ALIVE_MS, 'giving time back', () => this.#settleOnce())
    this.#every(TIDY_MS, 'tidying up', () => this.#tidy())
    this.#every(rhythm.eraseMs, 'erasing deleted accounts', () => this.#erase())
    this.#every(rhythm.ordersMs, 'carrying out the owner’s orders', () => orders.performWaiting())
    this.#every(rhythm.exploreMs, 'counting games for the explorer', () => this.#explore())
    this.#every(rhythm.tournamentsMs, 'continuing tournaments', () => this.#goOn())
    this.#every(rhythm.remindMs, 'reminding players of turns', () => this.#remind())
    this.#every(rhythm.lettersMs, 'sending e-mails about games', () => gamePost.run())
    this.#every(ALIVE_MS, 'catching up with other nodes', () => cluster.catchUp())
    this.#every(MEET_MS, 'meeting other nodes', () => cluster.meet())
    return stoodMs
  }

  /** Stops the timers and stores the time. A failed start stores nothing: it is not a heartbeat. */
  async close(): Promise<void> {
    const wasOn = this.#isOn
    this.#isOn = false
    this.#end.abort()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#running
    if (wasOn) await this.#dependencies.cluster.leave()
  }

  async #sweep(): Promise<void> {
    const { games, longWork, clock, cluster, isPassing, onFailure } = this.#dependencies
    const task = longWork.begin(this.#end.signal)
    const look = (id: GameId) =>
      games.lookAt(id).catch((error: unknown) => {
        if (isPassing(error)) throw error
        onFailure(`checking the time of game ${id}`, error)
      })
    for (let page = 0; page < SWEPT_PAGES && this.#isOn; page++) {
      const now = clock.now()
      const due = await cluster.claimDue(now, AT_ONCE)
      await inChunks(due, look, task)
      if (due.length < AT_ONCE) return
      await wait(PAUSE_MS)
    }
  }

  /** One node is enough, and it does not matter which. */
  async #settleOnce(): Promise<void> {
    const { shifts, cluster } = this.#dependencies
    if (shifts.latest !== undefined) await cluster.unlessOthersDo('giveBack', () => this.#settle())
  }

  /**
   * Gives each running game the time it is owed, a few at a time, so that players hardly notice.
   */
  async #settle(): Promise<void> {
    const { shifts, store, games, longWork } = this.#dependencies
    const { latest } = shifts
    if (latest === undefined) return
    const task = longWork.begin(this.#end.signal)
    let after = 0
    while (this.#isOn) {
      const page = await store.runningAfter(after, AT_ONCE)
      const last = page.at(-1)
      if (last === undefined) return shifts.forget(latest)
      const owing = page
        .filter(({ latestEvent }) => shifts.owedBy(latestEvent ?? 0) !== 0)
        .map(({ id }) => id)
      // If another node has settled the game, it is read again; a game in memory that is still owed
      // time gets it.
      await inChunks(owing, (id) => games.openLatest(id), task)
      await wait(PAUSE_MS)
      games.forget(owing)
      after = last.key
    }
  }

  async #tidy(): Promise<void> {
    const { games, lobby, cleanup, clock, cluster } = this.#dependencies
    games.forgetIdle(clock.now() - IDLE_MS)
    await lobby.dropExpired()
    if (cluster.hasOthers) await cleanup.noteConnected(clock.now())
    await cluster.unlessOthersDo('cleanup', () => cleanup.run(clock.now()))
  }

  /** One node at a time: two would write the same first events. */
  async #erase(): Promise<void> {
    const { erasures, cluster } = this.#dependencies
    await cluster.unlessOthersDo('erase', () => erasures.run(this.#end.signal))
  }

  /**
   * One node is enough. Games that ended before the explorer existed are counted in the same way.
   */
  async #explore(): Promise<void> {
    const { walk, clock, cluster } = this.#dependencies
    await cluster.unlessOthersDo('explore', async () => {
      for (let part = 0; part < EXPLORED_PARTS && this.#isOn; part++) {
        if (!(await walk.run(clock.now()))) return
        await wait(PAUSE_MS)
      }
    })
  }

  /** One node is enough, although two would do no harm. */
  async #goOn(): Promise<void> {
    const { rounds, arenas, dailyArena, cluster } = this.#dependencies
    const run = async () => {
      await rounds.run()
      await arenas.run()
      // Last, because tournaments that run must not wait if no new one can be made.
      await dailyArena.run()
    }
    await cluster.unlessOthersDo('tournaments', run)
  }

  /** One node is enough; if two ran, only one would send each reminder. */
  async #remind(): Promise<void> {
    const { reminders, cluster } = this.#dependencies
    await cluster.unlessOthersDo('remind', () => reminders.run())
  }

  #report(what: string, error: unknown): void {
    const { isPassing, onTrouble, onFailure } = this.#dependencies
    if (!isPassing(error)) return onFailure(what, error)
    const isNew = this.#kept.size === 0
    this.#kept.add(what)
    if (isNew) onTrouble(what, error)
  }

  /**
   * Repeats a task, never overlapping with itself. A task that fails is reported and retried at the
   * next interval.
   */
  #every(milliseconds: number, what: string, task: () => Promise<void>): void {
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy) return
      isBusy = true
      const run = task()
        .then(
          () => void this.#kept.delete(what),
          (error: unknown) => this.#report(what, error),
        )
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
const MEET_MS = 2000
const TIDY_MS = 60_000
const EXPLORED_PARTS = 20
const IDLE_MS = 600_000
const RECONNECT_MS = 3000
/**
 * The number of game ids read in one query, and of games processed together: a few milliseconds of
 * work.
 */
const AT_ONCE = 20
const TOGETHER = 2
const PAUSE_MS = 20
/**
 * The most pages of games in one sweep. A game that fails is retried no more often than sweeps run.
 */
const SWEPT_PAGES = 25

/** Runs an action for each game, a few at a time, and pauses in between for players' requests. */
async function inChunks(
  ids: readonly GameId[],
  act: (id: GameId) => Promise<unknown>,
  task: LongTask,
): Promise<void> {
  for (let from = 0; from < ids.length && (await task.goOn()); from += TOGETHER) {
    await Promise.all(ids.slice(from, from + TOGETHER).map(act))
  }
}
