import type {
  Challenge,
  ChallengeId,
  GameCommand,
  GameId,
  PlayerCard,
  PlayerId,
  RefusalCode,
} from '@hokito/protocol'
import type { ByColor, Result } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { NewGame } from '../game/new-game.ts'
import type { Chance } from '../ground/chance.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { KnownBreaks } from '../players/break-store.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { NewArenaGame } from '../store/arena-games.ts'
import type { Conflict } from '../store/conflict.ts'
import type { GameStore } from '../store/game-store.ts'
import type { NewRound } from '../store/rounds.ts'
import type { Shifts } from '../store/shifts.ts'
import type { Cluster } from './cluster.ts'
import { CurrentGames, type NoGame } from './current-games.ts'
import type { EventStream } from './events.ts'
import type { Fairness } from './fairness.ts'
import { GameBeginnings } from './game-beginnings.ts'
import { type CommandOutcome, GameDecisions, type Sender } from './game-decisions.ts'
import { GameWriter } from './game-writer.ts'
import { Gate } from './gate.ts'
import type { Journal } from './journal.ts'
import type { LiveGame } from './live-game.ts'
import { LoadedGames } from './loaded-games.ts'

/** The parts of the server that games work with. */
export interface GamesDependencies {
  readonly store: GameStore
  readonly journal: Journal
  readonly fairness: Fairness
  readonly ratings: Ratings
  /** The breaks of these players at an instant, and when each break ends. */
  readonly breaksAt: (players: readonly PlayerId[], now: number) => Promise<KnownBreaks>
  /** Why a player may not begin a game with another; undefined if they may. */
  readonly refusalToMeet: (player: PlayerId, other: PlayerId) => Promise<RefusalCode | undefined>
  /** Time owed to running games, which they get back before any other change. */
  readonly shifts: Shifts
  readonly chance: Chance
  readonly now: () => number
  /** How many games may be in memory before idle ones are dropped. */
  readonly mostLoaded: number
  readonly longWork: Pick<LongWork, 'begin'>
  readonly events: EventStream
  readonly cluster: Pick<Cluster, 'hasOthers' | 'sureSince' | 'ensureLease' | 'ask'>
}

/** All games in play, and the one way to them: callers wait until the clock is right. */
export class Games {
  /** The games in memory, for news of what other nodes have written. */
  readonly current: CurrentGames
  readonly #store: GameStore
  readonly #gate = new Gate()
  readonly #loaded: LoadedGames
  readonly #decisions: GameDecisions
  readonly #beginnings: GameBeginnings

  constructor(dependencies: GamesDependencies) {
    this.#store = dependencies.store
    this.#loaded = new LoadedGames(dependencies.mostLoaded)
    const writer = new GameWriter({ ...dependencies, loaded: this.#loaded })
    this.current = new CurrentGames({ ...dependencies, loaded: this.#loaded, writer })
    this.#decisions = new GameDecisions({ ...dependencies, current: this.current, writer })
    this.#beginnings = new GameBeginnings({ ...dependencies, current: this.current, writer })
  }

  /** How many games are in memory. */
  get countLoaded(): number {
    return this.#loaded.size
  }

  /** A game if it is in memory. */
  loaded(id: GameId): LiveGame | undefined {
    return this.#loaded.get(id)
  }

  /** Lets callers in. Until then they wait for the clock to be right. */
  start(): void {
    this.#gate.open()
  }

  /** Rejects all callers that still wait for the start. */
  close(): void {
    this.#gate.end()
  }

  /** A game by its id, read from the store if it is not in memory. */
  open(id: GameId): Promise<Result<LiveGame, NoGame>> {
    return this.#gate.pass(() => this.current.open(id))
  }

  /** Like {@link Games.open}, but includes events that another node has just written. */
  openLatest(id: GameId): Promise<Result<LiveGame, NoGame>> {
    return this.#gate.pass(() => this.current.openLatest(id))
  }

  /** A game for readers. A finished game is not kept in memory for them. */
  async look(id: GameId): Promise<Game | undefined> {
    if (!this.#loaded.has(id)) {
      const stored = await this.#store.read(id)
      if (stored?.kind !== 'sound') return undefined
      if (stored.game.view.ending !== undefined) return stored.game
    }
    // A running game may first need its time given back.
    const opened = await this.openLatest(id)
    return opened.ok ? opened.value.game : undefined
  }

  /** Runs a player's command. Its events are stored when this resolves. */
  run(command: GameCommand, sender: Sender): Promise<Result<CommandOutcome, NoGame>> {
    const live = this.#loaded.get(command.game)
    // A game in use keeps the gate open.
    if (live !== undefined && this.#gate.isOpen) return this.#decisions.run(live, command, sender)
    return this.#gate.pass(async () => {
      const opened = await this.current.open(command.game)
      return opened.ok ? this.#decisions.run(opened.value, command, sender) : opened
    })
  }

  /** A game as it is stored, after any decision that is due by time. */
  openDecided(id: GameId): Promise<Result<LiveGame, NoGame>> {
    return this.#gate.pass(async () => {
      const opened = await this.current.open(id)
      if (!opened.ok) return opened
      const decided = await this.#decisions.decideByTime(opened.value)
      return decided.ok ? opened : decided
    })
  }

  /** Lets time decide a game. If nothing is due yet, stores the instant of the next check. */
  async lookAt(id: GameId): Promise<void> {
    await this.#gate.pass(async () => {
      const opened = await this.current.open(id)
      if (opened.ok) await this.#decisions.lookAt(opened.value)
    })
  }

  /**
   * Begins the game of an accepted challenge, unless the challenger has to wait. Returns the
   * existing game if the challenge has already led to one; other players may sit in it. Removes all
   * of `taken` from the store. If another node has already taken one of those, the challenge is
   * unknown.
   */
  begin(
    challenge: Challenge,
    seats: ByColor<PlayerCard>,
    taken: readonly ChallengeId[],
  ): Promise<Result<Game, RefusalCode>> {
    return this.#gate.pass(() => this.#beginnings.begin(challenge, seats, taken))
  }

  /** Begins a round of a tournament with all its games, unless it is taken. */
  beginRound(made: readonly NewGame[], round: NewRound): Promise<Result<void, Conflict>> {
    return this.#gate.pass(() => this.#beginnings.beginRound(made, round))
  }

  /** Begins an arena game, unless one of the players can no longer play. */
  beginArenaGame(made: NewGame, arenaGame: NewArenaGame): Promise<Result<void, Conflict>> {
    return this.#gate.pass(() => this.#beginnings.beginArenaGame(made, arenaGame))
  }

  /**
   * Drops games from memory that are not open and have not been used for a while. They stay stored.
   */
  forgetIdle(olderThan: number): void {
    this.#loaded.forgetIdle(olderThan)
  }

  /**
   * Drops these games from memory unless they are in use. Callers that opened a game for others
   * must wait until those use it.
   */
  forget(ids: readonly GameId[]): void {
    this.#loaded.forget(ids)
  }

  /**
   * Drops all games from memory and runs a task while no game can be opened or begun. Afterwards
   * the gate opens again. Returns false without running the task if a game is in use.
   */
  async whileUnused(task: () => Promise<void>): Promise<boolean> {
    if (!this.#loaded.areIdle || !this.#gate.shut()) return false
    try {
      this.#loaded.clear()
      await task()
      return true
    } finally {
      this.#gate.open()
    }
  }
}
