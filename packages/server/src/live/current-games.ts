import {
  type CommandId,
  colorOf,
  type GameEvent,
  type GameId,
  type PlayerCard,
  type PlayerId,
  phaseOf,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { deadlineOf } from '../game/ending.ts'
import { continueGame, isWithoutHidden, withNames } from '../game/game.ts'
import type { Chance } from '../ground/chance.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { Conflict } from '../store/conflict.ts'
import { type GameStore, updatesAfter } from '../store/game-store.ts'
import type { Shifts } from '../store/shifts.ts'
import type { Cluster } from './cluster.ts'
import type { GameWriter } from './game-writer.ts'
import { LiveGame } from './live-game.ts'
import type { LoadedGames } from './loaded-games.ts'

/** The parts of the server that current games work with. */
export interface CurrentGamesDependencies {
  readonly store: GameStore
  readonly loaded: LoadedGames
  readonly writer: GameWriter
  /** Time owed to running games, which they get back before any other change. */
  readonly shifts: Shifts
  readonly chance: Pick<Chance, 'fresh'>
  readonly now: () => number
  readonly longWork: Pick<LongWork, 'begin'>
  readonly cluster: Pick<Cluster, 'hasOthers' | 'sureSince' | 'ensureLease' | 'ask'>
}

/** Why there is no game to run a command on. */
export type NoGame = 'unknownGame' | 'damagedGame'

/** An event of a game, and the command that caused it, as another node has stored them. */
export interface Step {
  readonly event: GameEvent
  readonly command?: CommandId | undefined
}

/** Keeps the games in memory as they are stored, whichever node has written to them. */
export class CurrentGames {
  readonly #dependencies: CurrentGamesDependencies
  readonly #loaded: LoadedGames
  readonly #writer: GameWriter
  readonly #loading = new Map<GameId, Promise<Result<LiveGame, NoGame>>>()
  /**
   * Index of the first open game that the next partial {@link CurrentGames.catchUp} compares with
   * the store.
   */
  #compared = 0

  constructor(dependencies: CurrentGamesDependencies) {
    this.#dependencies = dependencies
    this.#loaded = dependencies.loaded
    this.#writer = dependencies.writer
  }

  /** All games in memory: open here, open on another node, or idle. */
  [Symbol.iterator](): Iterator<LiveGame> {
    return this.#loaded[Symbol.iterator]()
  }

  /** A game by its id, read from the store if it is not in memory. */
  async open(id: GameId): Promise<Result<LiveGame, NoGame>> {
    const live = this.#loaded.get(id)
    if (live !== undefined) return ok(live)
    const loading = this.#loading.get(id) ?? this.#load(id)
    this.#loading.set(id, loading)
    try {
      return await loading
    } finally {
      this.#loading.delete(id)
    }
  }

  /** Like {@link CurrentGames.open}, but includes events that another node has just written. */
  async openLatest(id: GameId): Promise<Result<LiveGame, NoGame>> {
    const opened = await this.open(id)
    if (!opened.ok || !this.#dependencies.cluster.hasOthers) return opened
    const live = opened.value
    // A game that is not open is compared in any case.
    if (live.isOpen) await this.#compare([live])
    const caughtUp = await this.inTurn(live, async () => ok(undefined))
    return caughtUp.ok ? opened : caughtUp
  }

  /**
   * Runs a task after all earlier tasks of the game. Rereads the game first if another node may
   * have changed it.
   */
  inTurn<T>(live: LiveGame, task: () => Promise<Result<T, NoGame>>): Promise<Result<T, NoGame>> {
    return live.alone(async () => {
      const { cluster } = this.#dependencies
      await cluster.ensureLease()
      // Other nodes tell only of games that are open here.
      if (cluster.hasOthers && !live.isOpen && !live.isStale) await this.#compare([live])
      const read = this.#mayBeBehind(live) ? await this.#readAgain(live) : ok(undefined)
      return read.ok ? task() : read
    })
  }

  /**
   * Runs a task on a game that is believed to be up to date. If another node has written to the
   * game, nothing of the task is stored. The game is then reread and the task run again. After
   * {@link MOST_LOSSES} conflicts the result is `otherwise`.
   */
  async retryOnConflict<T>(
    live: LiveGame,
    task: () => Promise<Result<T, Conflict>>,
    otherwise: () => T,
  ): Promise<Result<T, NoGame>> {
    for (let losses = 1; ; losses++) {
      const ran = await task()
      if (ran.ok) return ran
      const read = await this.#readAgain(live)
      if (!read.ok) return read
      if (losses === MOST_LOSSES) return ok(otherwise())
    }
  }

  /** Compares a game with the store. Returns whether another node has written to it. */
  async isBehind(live: LiveGame): Promise<boolean> {
    await this.#compare([live])
    return live.isStale
  }

  /** Another node reports that a game has reached a version. */
  hear(id: GameId, version: number): void {
    const live = this.#loaded.get(id)
    if (live === undefined || live.game.view.version >= version) return
    live.isStale = true
    if (live.isOpen) this.#catchUp(live)
  }

  /** Another node has taken a game to a version by these steps, or by others if there are none. */
  hearSteps(id: GameId, version: number, steps: readonly Step[]): void {
    const live = this.#loaded.get(id)
    if (live === undefined || live.game.view.version >= version) return
    if (!live.isOpen) {
      live.isStale = true
      return
    }
    this.#catchUp(live, async () => {
      const isKnown = live.game.view.version >= version
      return isKnown || this.#takeSteps(live, version, steps)
        ? ok(undefined)
        : this.#readAgain(live)
    })
  }

  /** Compares games with the store whose earlier news may have been missed. */
  async compare(games: readonly LiveGame[]): Promise<void> {
    for (let from = 0; from < games.length; from += MOST_COMPARED) {
      const part = games.slice(from, from + MOST_COMPARED)
      await this.#compare(part)
      for (const live of part) if (live.isStale) this.#catchUp(live)
    }
  }

  /** The stored versions of those of these games that are behind the store. */
  async newerOf(games: readonly LiveGame[]): Promise<ReadonlyMap<GameId, number>> {
    const newer = new Map<GameId, number>()
    for (let from = 0; from < games.length; from += MOST_COMPARED) {
      const part = games.slice(from, from + MOST_COMPARED)
      const versions = await this.#dependencies.store.versionsOf(part.map(({ key }) => key))
      for (const live of part) {
        const { id, version } = live.game.view
        const stored = versions.get(live.key) ?? 0
        if (stored > version) newer.set(id, stored)
      }
    }
    return newer
  }

  /** Compares open games with the store: all of them, or the next half. */
  async catchUp(isAll: boolean): Promise<void> {
    const open = [...this.#loaded].filter((live) => live.isOpen)
    for (const live of this.#loaded) if (!live.isOpen) live.isStale = true
    const from = isAll || this.#compared >= open.length ? 0 : this.#compared
    const half = Math.max(MOST_COMPARED, Math.ceil(open.length / 2))
    this.#compared = isAll ? 0 : from + half
    await this.compare(isAll ? open : open.slice(from, from + half))
  }

  /** Marks all games in memory as stale, because all games have been given time back. */
  refresh(): void {
    for (const live of this.#loaded) {
      live.isStale = true
      if (live.isOpen) this.#catchUp(live)
    }
  }

  /** Rereads a player's games in memory after their stored events were rewritten. */
  async rereadOf(player: PlayerId): Promise<void> {
    const task = this.#dependencies.longWork.begin()
    for (const live of [...this.#loaded]) {
      await task.goOn()
      if (colorOf(live.game.view, player) === undefined) continue
      await live.alone(() => this.#readAgain(live))
    }
  }

  /** Puts a player's new name on games in memory. */
  async rename({ id, name }: PlayerCard): Promise<void> {
    const task = this.#dependencies.longWork.begin()
    for (const live of [...this.#loaded]) {
      await task.goOn()
      const color = colorOf(live.game.view, id)
      if (color === undefined) continue
      await live.alone(async () => {
        live.game = withNames(live.game, { [color]: name })
      })
    }
  }

  async #load(id: GameId): Promise<Result<LiveGame, NoGame>> {
    const { store, shifts, now, cluster } = this.#dependencies
    await cluster.ensureLease()
    const stored = await store.read(id)
    if (stored === undefined) return err('unknownGame')
    if (stored.kind === 'damaged') return err('damagedGame')
    const live = new LiveGame(stored.key, stored.game, now(), cluster)
    const owedMs = shifts.owedBy(stored.latestEvent)
    const given = await this.#giveBack(live, owedMs)
    if (!given.ok) return given
    // The task that stored a new game may have added it meanwhile.
    const held = this.#loaded.add(live)
    if (held.game.view.ending === undefined) cluster.ask(held.game.view)
    return ok(held)
  }

  #mayBeBehind(live: LiveGame): boolean {
    // Hidden arrangements have no version, so another node may have received one unnoticed.
    const isHidden = phaseOf(live.game.view) === 'placing'
    return live.isStale || (isHidden && this.#dependencies.cluster.hasOthers)
  }

  /** Reads events that another node has written and publishes them to connections here. */
  #catchUp(
    live: LiveGame,
    task: () => Promise<Result<void, NoGame>> = async () => ok(undefined),
  ): void {
    const { id } = live.game.view
    this.inTurn(live, task).catch(() => {
      // The next caller tries again and gets the error.
      const loaded = this.#loaded.get(id)
      if (loaded !== undefined) loaded.isStale = true
    })
  }

  /** Returns false if the steps do not follow on what is known, or are not all there is. */
  #takeSteps(live: LiveGame, version: number, steps: readonly Step[]): boolean {
    const before = live.game
    if (before.view.version + steps.length !== version || !isWithoutHidden(before)) return false
    const after = continueGame(before, steps)
    if (!after.ok) return false
    live.game = after.value
    const { id: game } = before.view
    const first = version - steps.length + 1
    const updates = steps.map(({ event }, index) => ({ game, version: first + index, event }))
    this.#writer.tell(before, live.game, updates, undefined)
    return true
  }

  /** Marks the games that have a newer version in the store. */
  async #compare(games: readonly LiveGame[]): Promise<void> {
    const versions = await this.#dependencies.store.versionsOf(games.map(({ key }) => key))
    for (const live of games) {
      if ((versions.get(live.key) ?? 0) > live.game.view.version) live.isStale = true
    }
  }

  /**
   * Gives a game the time in which nobody could move, or takes back time given because of a clock
   * set forward. If another node has written to the game, rereads it, and gives what it still owes.
   */
  async #giveBack(live: LiveGame, ms: number): Promise<Result<void, NoGame>> {
    if (ms === 0 || deadlineOf(live.game.view) === undefined) return ok(undefined)
    const { chance, now } = this.#dependencies
    const circumstances = { now: now(), fresh: () => chance.fresh() }
    const events = [{ kind: 'paused', at: circumstances.now, ms } as const]
    const given = await this.#writer.write(live, { events, circumstances })
    return given.ok ? ok(undefined) : this.#readAgain(live)
  }

  /** Replaces a game in memory with the stored one and publishes the missed updates. */
  async #readAgain(live: LiveGame): Promise<Result<void, NoGame>> {
    const { store, shifts, cluster } = this.#dependencies
    const { id, version } = live.game.view
    const stored = await store.read(id)
    if (stored?.kind !== 'sound') {
      this.#loaded.delete(id)
      return err(stored === undefined ? 'unknownGame' : 'damagedGame')
    }
    const before = live.game
    const missed = updatesAfter(stored, version)
    live.game = stored.game
    // A stored deadline is never later than that of the stored game, whichever node has stored it.
    const isKept = cluster.hasOthers && live.storedDeadline !== undefined
    live.storedDeadline = isKept ? deadlineOf(stored.game.view) : undefined
    live.isStale = false
    this.#writer.tell(before, live.game, missed, undefined)
    const owedMs = shifts.owedBy(stored.latestEvent)
    return this.#giveBack(live, owedMs)
  }
}

// --- internal ---

/** How many games one query compares with the store. */
const MOST_COMPARED = 500

/** How often a task is tried before it gives up. */
const MOST_LOSSES = 3
