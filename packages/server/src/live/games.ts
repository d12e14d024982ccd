import {
  type Challenge,
  colorOf,
  type GameCommand,
  type PlayerCard,
  type Refusal,
  type RefusalCode,
  type Update,
} from '@hokito/protocol'
import { type ByColor, err, ok, opposite, type Result } from '@hokito/rules'
import type { Chance } from '../chance.ts'
import { decide } from '../game/decide.ts'
import type { Circumstances, Decision, Fresh } from '../game/decision.ts'
import { deadlineOf, overdue } from '../game/ending.ts'
import { isLeftToChance } from '../game/fairness.ts'
import { apply, type Game } from '../game/game.ts'
import { followingGame, isMatchOpen, type NewGame, newGame } from '../game/new-game.ts'
import { VersionTaken } from '../store/database.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Journal } from '../store/journal.ts'
import { NEVER, type Shifts } from '../store/shifts.ts'
import type { Fairness } from './fairness.ts'
import { Gate } from './gate.ts'
import { Table } from './table.ts'
import { creationOf, earlierDeadline, unitOf } from './units.ts'

/** What games need from the rest of the server. */
export interface GamesOptions {
  readonly store: GameStore
  readonly journal: Journal
  readonly fairness: Fairness
  /** What running games have to be given back before anything else happens in them. */
  readonly shifts: Shifts
  readonly chance: Chance
  readonly now: () => number
  /** How many games may be in memory before idle ones are forgotten. */
  readonly mostLoaded: number
  readonly publish: Publish
}

/** Tells connections what is stored. */
export interface Publish {
  /** All who have a game open, but for the connection that hears it in its reply. */
  readonly updates: (updates: readonly Update[], except: string | undefined) => void
  /** Both players, wherever they are. */
  readonly started: (game: Game, challenge: string | undefined) => void
  readonly moved: () => void
  readonly ended: (game: Game) => void
}

/** How a command went: what it caused, or why not, and the game as it is stored now. */
export interface Ran {
  readonly game: Game
  readonly updates: readonly Update[]
  readonly refusal: Refusal | undefined
  /** Nothing happened, as this command had counted before. */
  readonly isRepeat: boolean
}

/** Why there is no game to run a command on. */
export type Absent = 'unknownGame' | 'damagedGame'

/** From whom and from where a command comes. */
export interface Sender {
  readonly player: string
  readonly connection: string
  readonly lagMs: number
}

/** All games in play: commands in turn, decided, stored, then told. */
export class Games {
  readonly #options: GamesOptions
  readonly #gate = new Gate()
  readonly #tables = new Map<string, Table>()
  readonly #loading = new Map<string, Promise<Table | Absent>>()

  constructor(options: GamesOptions) {
    this.#options = options
  }

  get tables(): ReadonlyMap<string, Table> {
    return this.#tables
  }

  /** Lets everybody in, who wait until the clock is right. */
  start(): void {
    this.#gate.open()
  }

  /** Turns away whoever still waits for the start. */
  close(): void {
    this.#gate.end()
  }

  /** A game by its id, read from the store unless it is in memory. */
  open(id: string): Promise<Table | Absent> {
    return this.#gate.pass(() => this.#open(id))
  }

  /** A game for those who only look: one that is over is not kept in memory for them. */
  async look(id: string): Promise<Game | undefined> {
    if (!this.#tables.has(id)) {
      const stored = await this.#options.store.read(id)
      if (stored?.kind !== 'sound') return undefined
      if (stored.game.view.ending !== undefined) return stored.game
    }
    // A running one may first have to be given time back.
    const table = await this.open(id)
    return typeof table === 'string' ? undefined : table.game
  }

  /** Runs a player's command. What it causes is on the disk when this resolves. */
  run(command: GameCommand, sender: Sender): Promise<Ran | Absent> {
    return this.#gate.pass(() => {
      const known = this.#tables.get(command.game)
      // Strangers do not stand in the players' queue.
      if (known !== undefined && colorOf(known.game.view, sender.player) === undefined) {
        return Promise.resolve(notSeated(known.game))
      }
      return this.#atTable(
        command.game,
        (table) => this.#runAlone(table, command, sender),
        ({ game }) => unlessCounted(game, command),
      )
    })
  }

  /** Lets time decide a game; where nothing is due yet, remembers when to look again. */
  async lookAt(id: string): Promise<void> {
    await this.#gate.pass(() =>
      this.#atTable(
        id,
        (table) => this.#lookAlone(table),
        // It is looked at again soon.
        () => undefined,
      ),
    )
  }

  /** Begins the game of a challenge that was taken, unless whoever made it has to wait. */
  begin(challenge: Challenge, seats: ByColor<PlayerCard>): Promise<Result<Game, RefusalCode>> {
    return this.#gate.pass(() => this.#begin(challenge, seats))
  }

  /** Forgets games that nobody has open and nobody has used for a while; they stay stored. */
  forgetIdle(olderThan: number): void {
    for (const [id, table] of this.#tables) {
      if (table.isIdle && table.lastUsedAt < olderThan) this.#tables.delete(id)
    }
  }

  /**
   * Forgets these games unless somebody uses them. Not to be called by what has just opened one for
   * others: they must have come to use it first.
   */
  forget(ids: readonly string[]): void {
    for (const id of ids) if (this.#tables.get(id)?.isIdle) this.#tables.delete(id)
  }

  /**
   * Forgets all games, runs a task while no game can be opened or begun, and lets everybody in again.
   * Does nothing and says false while somebody uses a game.
   */
  async whileUnused(task: () => Promise<void>): Promise<boolean> {
    if ([...this.#tables.values()].some(({ isIdle }) => !isIdle) || !this.#gate.shut()) return false
    try {
      this.#tables.clear()
      await task()
      return true
    } finally {
      this.#gate.open()
    }
  }

  async #begin(
    { id: challenge, challenger, terms, color, isListed }: Challenge,
    seats: ByColor<PlayerCard>,
  ): Promise<Result<Game, RefusalCode>> {
    const { fairness, chance, journal, publish } = this.#options
    if (isLeftToChance(terms, color) && (await fairness.refusalFor(challenger.id)) !== undefined) {
      return err('opponentWaits')
    }
    const isByLot = color === 'random'
    const players = [seats.black.id, seats.white.id] as const
    const kept = await fairness.keptFor({ players, terms, isByLot })
    const now = this.#options.now()
    const agreement = { terms, seats, isByLot, isListed, kept, now }
    const made = newGame({ ...agreement, fresh: chance.fresh() })
    const keys = await journal.write({ ...creationOf(made), challenge })
    this.#seat(made, keys)
    publish.started(made.game, challenge)
    return ok(made.game)
  }

  async #open(id: string): Promise<Table | Absent> {
    const table = this.#tables.get(id)
    if (table !== undefined) return table
    const loading = this.#loading.get(id) ?? this.#load(id)
    this.#loading.set(id, loading)
    try {
      return await loading
    } finally {
      this.#loading.delete(id)
    }
  }

  async #load(id: string): Promise<Table | Absent> {
    const stored = await this.#options.store.read(id)
    if (stored === undefined) return 'unknownGame'
    if (stored.kind === 'damaged') return 'damagedGame'
    const table = new Table(stored.key, stored.game, this.#options.now())
    const absent = await this.#truly(
      table,
      () => this.#giveBack(table, this.#options.shifts.owedBy(stored.latestEvent)),
      () => undefined,
    )
    if (absent !== undefined) return absent
    if (this.#tables.size >= this.#options.mostLoaded) this.#makeRoom()
    this.#tables.set(id, table)
    return table
  }

  /** Gives a game the time in which nobody could move, or takes back what a clock put forward has given. */
  async #giveBack(table: Table, ms: number): Promise<undefined> {
    if (ms === 0 || deadlineOf(table.game.view) === undefined) return
    const circumstances = this.#circumstances(table, undefined)
    await this.#store(
      table,
      { events: [{ kind: 'paused', at: circumstances.now, ms }] },
      { circumstances },
    )
  }

  /** Runs a task on a game when its turn has come. */
  async #atTable<T>(
    id: string,
    task: (table: Table) => Promise<T>,
    otherwise: (table: Table) => T,
  ): Promise<T | Absent> {
    const table = this.#tables.get(id) ?? (await this.#open(id))
    if (typeof table === 'string') return table
    return table.alone(() =>
      this.#truly(
        table,
        () => task(table),
        () => otherwise(table),
      ),
    )
  }

  /**
   * Runs a task on a game that is thought to be as it is stored. Where it turns out that somebody else has
   * written to it, nothing of the task has happened: the game is read again, and another answer given.
   */
  async #truly<T>(table: Table, task: () => Promise<T>, otherwise: () => T): Promise<T | Absent> {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof VersionTaken)) throw error
      return (await this.#readAgain(table)) ?? otherwise()
    }
  }

  /** Makes a game in memory what it is on the disk, and tells whoever has it open what was missed. */
  async #readAgain(table: Table): Promise<Absent | undefined> {
    const { store } = this.#options
    const { id, version } = table.game.view
    const stored = await store.read(id)
    if (stored?.kind !== 'sound') {
      this.#tables.delete(id)
      return stored === undefined ? 'unknownGame' : 'damagedGame'
    }
    const before = table.game
    table.game = stored.game
    table.storedDeadline = undefined
    this.#tell(before, table.game, await store.updatesAfter(table.key, id, version), undefined)
    return undefined
  }

  async #lookAlone(table: Table): Promise<void> {
    const circumstances = this.#circumstances(table, undefined)
    const events = overdue(table.game, circumstances)
    if (events.length > 0) await this.#store(table, { events }, { circumstances })
    else await this.#storeDeadline(table)
  }

  /** Forgets some idle games: those that are over before those that somebody may still come back to. */
  #makeRoom(): void {
    const isOver = ({ game }: Table) => game.view.ending !== undefined
    const idle = [...this.#tables].filter(([, table]) => table.isIdle)
    const order = [...idle.filter(([, t]) => isOver(t)), ...idle.filter(([, t]) => !isOver(t))]
    for (const [id] of order.slice(0, ROOM)) this.#tables.delete(id)
  }

  async #runAlone(table: Table, command: GameCommand, sender: Sender): Promise<Ran> {
    const circumstances = this.#circumstances(table, sender)
    const due = command.type === 'move' ? [] : overdue(table.game, circumstances)
    const decision: Decision =
      due.length > 0
        ? { events: due, refusal: { code: 'gameOver' } }
        : decide(table.game, sender.player, command, circumstances)
    const { events, refusal } = decision
    const isRepeat = events.length === 0 && refusal === undefined
    const updates = await this.#store(table, decision, {
      circumstances,
      command: refusal === undefined ? command.id : undefined,
      // Whoever is refused gets the whole game; the events come to all alike.
      except: refusal === undefined ? sender.connection : undefined,
    })
    return { game: table.game, updates, refusal, isRepeat }
  }

  #circumstances(table: Table, sender: Sender | undefined): Circumstances {
    let drawn: Fresh | undefined
    const color = sender && colorOf(table.game.view, sender.player)
    return {
      now: this.#options.now(),
      lagMs: sender?.lagMs ?? 0,
      opponentGoneSince: color && table.goneSince(opposite(color)),
      fresh: () => {
        drawn ??= this.#options.chance.fresh()
        return drawn
      },
    }
  }

  /** Stores what was decided, and only then shows it to anyone. */
  async #store(
    table: Table,
    { events, position }: Pick<Decision, 'events' | 'position'>,
    { circumstances, command, except }: Origin,
  ): Promise<readonly Update[]> {
    if (events.length === 0) return []
    const before = table.game
    let after = before
    const updates: Update[] = []
    for (const [index, event] of events.entries()) {
      const stored = { event, command: index === 0 ? command : undefined }
      after = apply(after, stored, position)
      updates.push({ game: after.view.id, version: after.view.version, event })
    }
    const following =
      after.view.next !== before.view.next ? await this.#follow(after, circumstances) : undefined
    const deadline = earlierDeadline(table, after)
    const keys = await this.#options.journal.write(
      unitOf(table.key, { updates, command, after, deadline, following }),
    )
    table.game = after
    table.lastUsedAt = circumstances.now
    if (deadline !== undefined) table.storedDeadline = deadline
    this.#tell(before, after, updates, except)
    if (following !== undefined) {
      this.#seat(following, keys)
      this.#options.publish.started(following.game, undefined)
    }
    return updates
  }

  async #follow(finished: Game, { now, fresh }: Circumstances): Promise<NewGame> {
    const { terms, seats, ending } = finished.view
    const players = [seats.black.id, seats.white.id] as const
    // A game that was called off begins again as it was; after others the colours are swapped.
    const isByLot = ending?.kind === 'aborted'
    const kept = isMatchOpen(finished)
      ? undefined
      : await this.#options.fairness.keptFor({ players, terms, isByLot })
    return followingGame(finished, { kept, now, fresh: fresh() })
  }

  #tell(before: Game, after: Game, updates: readonly Update[], except: string | undefined): void {
    const { publish } = this.#options
    publish.updates(updates, except)
    if (after.view.moves.length > before.view.moves.length) publish.moved()
    if (before.view.ending === undefined && after.view.ending !== undefined) publish.ended(after)
  }

  async #storeDeadline(table: Table): Promise<void> {
    const at = deadlineOf(table.game.view) ?? NEVER
    await this.#options.journal.write({ deadlines: [{ game: table.key, at }] })
    table.storedDeadline = at
  }

  #seat(made: NewGame, keys: ReadonlyMap<string, number>): void {
    const { id } = made.game.view
    const key = keys.get(id)
    if (key === undefined) throw new Error(`the new game ${id} got no key`)
    const table = new Table(key, made.game, this.#options.now())
    table.storedDeadline = deadlineOf(made.game.view)
    this.#tables.set(id, table)
  }
}

// --- internal ---

/** So many at a time, as looking for them takes a while. */
const ROOM = 1000

interface Origin {
  readonly circumstances: Circumstances
  readonly command?: string | undefined
  readonly except?: string | undefined
}

/** The answer to a command that could not be decided on the true game: has it counted already? */
function unlessCounted(game: Game, { id }: GameCommand): Ran {
  const isRepeat = game.commands.includes(id)
  return { game, updates: [], refusal: isRepeat ? undefined : { code: 'stale' }, isRepeat }
}

function notSeated(game: Game): Ran {
  return { game, updates: [], refusal: { code: 'notSeated' }, isRepeat: false }
}
