import type { GameId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Erasures } from './accounts/erasure.ts'
import type { Orders } from './admin/orders.ts'
import type { Walk } from './explorer/walk.ts'
import type { ServerClock } from './ground/clock.ts'
import type { Rhythm } from './ground/rhythm.ts'
import type { LongTask, LongWork } from './limiting/long-work.ts'
import type { Games } from './live/games.ts'
import type { Lobby } from './live/lobby.ts'
import type { GamePost } from './notify/mail/game-post.ts'
import type { Reminders } from './notify/reminders.ts'
import type { Cleanup } from './players/cleanup.ts'
import { writeAliveAt } from './store/facts.ts'
import type { GameStore } from './store/game-store.ts'
import type { Tables } from './store/schema.ts'
import type { Shared } from './store/shared.ts'
import type { Shifts } from './store/shifts.ts'
import type { Arenas } from './tournaments/arenas.ts'
import type { Rounds } from './tournaments/rounds.ts'

/** The parts that the keeper runs on a schedule. */
export interface KeeperDependencies {
  readonly db: Kysely<Tables>
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
  /** Reminds players of turns whose time is running out. */
  readonly reminders: Pick<Reminders, 'run'>
  /** Sends e-mails about games. */
  readonly gamePost: Pick<GamePost, 'run'>
  /** Orders given by the owner. */
  readonly orders: Pick<Orders, 'performWaiting'>
  readonly clock: ServerClock
  readonly rhythm: Rhythm
  /** The work that this node shares with other nodes; absent without other nodes. */
  readonly together?: Together | undefined
  /** Is no one connected? */
  readonly isAlone: () => boolean
  readonly onFailure: (what: string, error: unknown) => void
  /** Is it a database problem that goes away by itself? */
  readonly isPassing: (error: unknown) => boolean
  /** Called once when such a problem begins, not for every task that fails because of it. */
  readonly onTrouble: (what: string, error: unknown) => void
}

/** Work that nodes sharing a database do together, or one at a time. */
export interface Together extends Pick<Shared, 'claimDue' | 'unlessOthersDo' | 'leave'> {
  /** Sends this node's heartbeat. Returns how long games stood still while no node was running. */
  readonly giveSign: (start?: { readonly graceMs: number }) => Promise<number>
  /** Compares memory with the database, in case a message from another node was lost. */
  readonly catchUp: () => Promise<void>
  /**
   * Tells the other nodes who is connected here, and closes challenges that no connected player
   * offers any more.
   */
  readonly meet: () => Promise<void>
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
    const { shifts, games, together, orders, gamePost, rhythm } = this.#dependencies
    await shifts.load()
    const stoodMs =
      together === undefined
        ? await this.#startAlone()
        : await together.giveSign({ graceMs: RECONNECT_MS })
    this.#isOn = true
    games.start()
    this.#every(SWEEP_MS, 'checking deadlines', () => this.#sweep())
    this.#every(ALIVE_MS, 'storing the sign of life', () => this.#giveSign())
    this.#every(ALIVE_MS, 'giving time back', () => this.#settleOnce())
    this.#every(TIDY_MS, 'tidying up', () => this.#tidy())
    this.#every(rhythm.eraseMs, 'erasing deleted accounts', () => this.#erase())
    this.#every(rhythm.ordersMs, 'doing what the owner has ordered', () => orders.performWaiting())
    this.#every(rhythm.exploreMs, 'counting games for the explorer', () => this.#explore())
    this.#every(rhythm.tournamentsMs, 'going on with tournaments', () => this.#goOn())
    this.#every(rhythm.remindMs, 'reminding players of turns', () => this.#remind())
    this.#every(rhythm.lettersMs, 'sending letters about games', () => gamePost.run())
    if (together !== undefined) {
      this.#every(ALIVE_MS, 'catching up with other nodes', () => together.catchUp())
      this.#every(MEET_MS, 'meeting other nodes', () => together.meet())
    }
    return stoodMs
  }

  /** The same if no other node can have been running meanwhile. */
  async #startAlone(): Promise<number> {
    const { clock, shifts, db } = this.#dependencies
    const fromAt = await shifts.lastAliveAt()
    const aliveAt = clock.now()
    const toAt = aliveAt + RECONNECT_MS
    if (fromAt === undefined) await writeAliveAt(db, aliveAt)
    else await shifts.add({ fromAt, toAt }, aliveAt)
    return fromAt === undefined ? 0 : toAt - fromAt
  }

  /** Stops the timers and stores the time. A failed start stores nothing: it is not a heartbeat. */
  async close(): Promise<void> {
    const { db, clock, together } = this.#dependencies
    const wasOn = this.#isOn
    this.#isOn = false
    this.#end.abort()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#running
    if (wasOn) await (together?.leave() ?? writeAliveAt(db, clock.now()))
  }

  async #sweep(): Promise<void> {
    const { store, games, longWork, clock, together, isPassing, onFailure } = this.#dependencies
    const task = longWork.begin(this.#end.signal)
    const look = (id: GameId) =>
      games.lookAt(id).catch((error: unknown) => {
        if (isPassing(error)) throw error
        onFailure(`checking the time of game ${id}`, error)
      })
    for (let page = 0; page < SWEPT_PAGES && this.#isOn; page++) {
      const now = clock.now()
      const due = await (together?.claimDue(now, AT_ONCE) ?? store.dueAt(now, AT_ONCE))
      await inChunks(due, look, task)
      if (due.length < AT_ONCE) return
      await pause()
    }
  }

  async #giveSign(): Promise<void> {
    const { db, clock, together } = this.#dependencies
    if (together !== undefined) await together.giveSign()
    else if (!(await this.#takeWallClock())) await writeAliveAt(db, clock.now())
  }

  /**
   * Adopts the wall clock when the two clocks are far apart, because the wall clock was corrected
   * or the machine slept. Only while no one is playing, as pages and games measure by the current
   * clock.
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

  /** One node is enough, and it does not matter which. */
  async #settleOnce(): Promise<void> {
    const { shifts, together } = this.#dependencies
    if (shifts.latest === undefined) return
    const settle = () => this.#settle()
    await (together?.unlessOthersDo('giveBack', settle) ?? settle())
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
      await pause()
      games.forget(owing)
      after = last.key
    }
  }

  async #tidy(): Promise<void> {
    const { games, lobby, cleanup, clock, together } = this.#dependencies
    games.forgetIdle(clock.now() - IDLE_MS)
    await lobby.dropExpired()
    if (together !== undefined) await cleanup.noteConnected(clock.now())
    const clean = () => cleanup.run(clock.now())
    await (together?.unlessOthersDo('cleanup', clean) ?? clean())
  }

  /** One node at a time: two would write the same first events. */
  async #erase(): Promise<void> {
    const { erasures, together } = this.#dependencies
    const erase = () => erasures.run(this.#end.signal)
    await (together?.unlessOthersDo('erase', erase) ?? erase())
  }

  /**
   * One node is enough. Games that ended before the explorer existed are counted in the same way.
   */
  async #explore(): Promise<void> {
    const { walk, clock, together } = this.#dependencies
    const explore = async () => {
      for (let part = 0; part < EXPLORED_PARTS && this.#isOn; part++) {
        if (!(await walk.run(clock.now()))) return
        await pause()
      }
    }
    await (together?.unlessOthersDo('explore', explore) ?? explore())
  }

  /** One node is enough, although two would do no harm. */
  async #goOn(): Promise<void> {
    const { rounds, arenas, together } = this.#dependencies
    const run = async () => {
      await rounds.run()
      await arenas.run()
    }
    await (together?.unlessOthersDo('tournaments', run) ?? run())
  }

  /** One node is enough; if two ran, only one would send each reminder. */
  async #remind(): Promise<void> {
    const { reminders, together } = this.#dependencies
    const run = () => reminders.run()
    await (together?.unlessOthersDo('remind', run) ?? run())
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
/** Larger than network time corrections, which happen all the time. */
const MOST_DRIFT_MS = 60_000
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

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
