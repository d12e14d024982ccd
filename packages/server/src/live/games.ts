import {
  type Challenge,
  type ChallengeId,
  colorOf,
  type GameCommand,
  type GameId,
  type PlayerCard,
  type PlayerId,
  phaseOf,
  type Refusal,
  type RefusalCode,
  type Update,
} from '@hokito/protocol'
import { type ByColor, err, ok, opposite, type Result, unreachable } from '@hokito/rules'
import { decide } from '../game/decide.ts'
import type { Circumstances, Fresh } from '../game/decision.ts'
import { deadlineOf, overdue } from '../game/ending.ts'
import { isLeftToChance } from '../game/fairness.ts'
import { type Game, withNames } from '../game/game.ts'
import { type NewGame, newGame } from '../game/new-game.ts'
import type { Chance } from '../ground/chance.ts'
import type { LongWork } from '../limiting/long-work.ts'
import { BreakUnheard, type KnownBreaks } from '../players/break-store.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { NewArenaGame } from '../store/arena-games.ts'
import { VersionTaken } from '../store/database.ts'
import { type GameStore, updatesAfter } from '../store/game-store.ts'
import type { NewRound } from '../store/rounds.ts'
import type { Shifts } from '../store/shifts.ts'
import type { ConnectionId } from './connection-id.ts'
import type { EventStream } from './events.ts'
import type { Fairness } from './fairness.ts'
import { GameWriter, type Others } from './game-writer.ts'
import { Gate } from './gate.ts'
import { ChallengeGone, type Journal } from './journal.ts'
import { LiveGame } from './live-game.ts'
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
  /** Other nodes that write to the same games; absent on a single node. */
  readonly others?: Others | undefined
}

/** The outcome of a command. Accepted changes are stored. */
export type CommandOutcome =
  | { readonly kind: 'accepted'; readonly updates: readonly Update[] }
  | { readonly kind: 'refused'; readonly game: Game; readonly refusal: Refusal }
  /** The command had already counted. */
  | { readonly kind: 'repeated'; readonly game: Game }

/** Why there is no game to run a command on. */
export type NoGame = 'unknownGame' | 'damagedGame'

/** The sender of a command: player, connection and delay. */
export interface Sender {
  readonly player: PlayerId
  readonly connection: ConnectionId
  readonly lagMs: number
}

/** All games in play. Runs the commands of each game in turn: decides, stores, then publishes. */
export class Games {
  readonly #dependencies: GamesDependencies
  readonly #gate = new Gate()
  readonly #loaded: LoadedGames
  readonly #writer: GameWriter
  readonly #loading = new Map<GameId, Promise<Result<LiveGame, NoGame>>>()
  /**
   * Index of the first open game that the next partial {@link Games.catchUp} compares with the
   * store.
   */
  #compared = 0

  constructor(dependencies: GamesDependencies) {
    this.#dependencies = dependencies
    this.#loaded = new LoadedGames(dependencies.mostLoaded)
    this.#writer = new GameWriter({ ...dependencies, loaded: this.#loaded })
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
    return this.#gate.pass(() => this.#open(id))
  }

  /** Like {@link Games.open}, but includes events that another node has just written. */
  openLatest(id: GameId): Promise<Result<LiveGame, NoGame>> {
    return this.#gate.pass(async () => {
      const opened = await this.#open(id)
      if (!opened.ok || this.#dependencies.others === undefined) return opened
      const live = opened.value
      await this.#compare([live])
      const caughtUp = await this.#alone(live, async () => ok(undefined))
      return caughtUp.ok ? opened : caughtUp
    })
  }

  /** Another node reports that a game has reached a version. */
  hear(id: GameId, version: number): void {
    const live = this.#loaded.get(id)
    if (live === undefined || live.game.view.version >= version) return
    live.isStale = true
    if (live.isOpen) this.#catchUp(live)
  }

  /** Compares open games with the store: all of them, or the next few hundred. */
  async catchUp(isAll: boolean): Promise<void> {
    const open = [...this.#loaded].filter((live) => live.isOpen)
    for (const live of this.#loaded) if (!live.isOpen) live.isStale = true
    for (let compared = 0; compared < open.length; compared += MOST_COMPARED) {
      const from = this.#compared % open.length
      this.#compared = from + MOST_COMPARED
      const due = [...open.slice(from), ...open.slice(0, from)].slice(0, MOST_COMPARED)
      await this.#compare(due)
      for (const live of due) if (live.isStale) this.#catchUp(live)
      if (!isAll) return
    }
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

  /** All games in memory: open here, open on another node, or idle. */
  *allLoaded(): Generator<LiveGame> {
    yield* this.#loaded
  }

  /** A game for readers. A finished game is not kept in memory for them. */
  async look(id: GameId): Promise<Game | undefined> {
    if (!this.#loaded.has(id)) {
      const stored = await this.#dependencies.store.read(id)
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
    if (live !== undefined && this.#gate.isOpen) return this.#runIn(live, command, sender)
    return this.#gate.pass(async () => {
      const opened = await this.#open(command.game)
      return opened.ok ? this.#runIn(opened.value, command, sender) : opened
    })
  }

  /** A game as it is stored, after any decision that is due by time. */
  openDecided(id: GameId): Promise<Result<LiveGame, NoGame>> {
    return this.#gate.pass(async () => {
      const opened = await this.#open(id)
      if (!opened.ok) return opened
      const live = opened.value
      const decide = () => this.#letTimeDecide(live)
      const decided = await this.#alone(live, () =>
        this.#untilStored(live, decide, () => undefined),
      )
      return decided.ok ? opened : decided
    })
  }

  /** Lets time decide a game. If nothing is due yet, stores the instant of the next check. */
  async lookAt(id: GameId): Promise<void> {
    await this.#gate.pass(async () => {
      const opened = await this.#open(id)
      if (!opened.ok) return
      const live = opened.value
      const lookAlone = () => this.#lookAlone(live)
      // If another node keeps writing to the game, the next check comes soon.
      await this.#alone(live, () => this.#untilStored(live, lookAlone, () => undefined))
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
    return this.#gate.pass(() => this.#begin(challenge, seats, taken))
  }

  /**
   * Begins a round of a tournament with all its games.
   * @throws RoundTaken when another node has begun it; nothing is stored
   */
  beginRound(made: readonly NewGame[], round: NewRound): Promise<void> {
    return this.#gate.pass(async () => {
      await this.#dependencies.others?.ensure()
      await this.#writer.beginRound(made, round)
    })
  }

  /**
   * Begins an arena game.
   * @throws ArenaGameTaken when one of the players can no longer play; nothing is stored
   */
  beginArenaGame(made: NewGame, arenaGame: NewArenaGame): Promise<void> {
    return this.#gate.pass(async () => {
      await this.#dependencies.others?.ensure()
      await this.#writer.beginArenaGame(made, arenaGame)
    })
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

  async #begin(
    { id: challenge, challenger, terms, color, isListed }: Challenge,
    seats: ByColor<PlayerCard>,
    taken: readonly ChallengeId[],
  ): Promise<Result<Game, RefusalCode>> {
    const { fairness, chance, others } = this.#dependencies
    await others?.ensure()
    if (isLeftToChance(terms, color) && (await fairness.refusalFor(challenger.id)) !== undefined) {
      return err('opponentWaits')
    }
    const isByLot = color === 'random'
    const players = [seats.black.id, seats.white.id] as const
    const kept = await fairness.keptFor({ players, terms, isByLot })
    const now = this.#dependencies.now()
    const agreement = { terms, seats, isByLot, isListed, kept, now }
    const fresh = chance.fresh()
    try {
      const begun = await untilHeard(async () => {
        const made = await this.#writer.besideBreaks(newGame({ ...agreement, fresh }))
        await this.#writer.begin(made, challenge, taken)
        return made.game
      })
      return ok(begun)
    } catch (error) {
      const stored = await this.#storedOf(challenge)
      if (stored === undefined && error instanceof ChallengeGone) return err('unknownChallenge')
      if (stored === undefined) throw error
      this.#dependencies.events.publish('gameStarted', { game: stored, challenge })
      return ok(stored)
    }
  }

  /** The stored game of a challenge, if the commit succeeded although its confirmation was lost. */
  async #storedOf(challenge: ChallengeId): Promise<Game | undefined> {
    try {
      const id = await this.#dependencies.store.ofChallenge(challenge)
      const opened = id && (await this.#open(id))
      return opened?.ok ? opened.value.game : undefined
    } catch {
      // The error of the write says more than the error of this read.
      return undefined
    }
  }

  async #open(id: GameId): Promise<Result<LiveGame, NoGame>> {
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

  async #load(id: GameId): Promise<Result<LiveGame, NoGame>> {
    const { store, shifts, now, others } = this.#dependencies
    await others?.ensure()
    const stored = await store.read(id)
    if (stored === undefined) return err('unknownGame')
    if (stored.kind === 'damaged') return err('damagedGame')
    const live = new LiveGame(stored.key, stored.game, now(), others)
    const owedMs = shifts.owedBy(stored.latestEvent)
    const given = await this.#unlessTaken(
      live,
      () => this.#giveBack(live, owedMs),
      () => undefined,
    )
    if (!given.ok) return given
    this.#loaded.add(live)
    if (live.game.view.ending === undefined) others?.ask(id)
    return ok(live)
  }

  /**
   * Runs a task after all earlier tasks of the game. With other nodes, rereads the game first if it
   * is known to be stale or may have hidden changes.
   */
  #alone<T>(live: LiveGame, task: () => Promise<Result<T, NoGame>>): Promise<Result<T, NoGame>> {
    const { others } = this.#dependencies
    if (others === undefined) return live.alone(task)
    return live.alone(async () => {
      await others.ensure()
      // Hidden arrangements have no version, so another node may have received one unnoticed.
      const isHidden = phaseOf(live.game.view) === 'placing'
      const read = live.isStale || isHidden ? await this.#readAgain(live) : ok(undefined)
      return read.ok ? task() : read
    })
  }

  /** Reads events that another node has written and publishes them to connections here. */
  #catchUp(live: LiveGame): void {
    const { id } = live.game.view
    this.#alone(live, async () => ok(undefined)).catch(() => {
      // The next caller tries again and gets the error.
      const loaded = this.#loaded.get(id)
      if (loaded !== undefined) loaded.isStale = true
    })
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
   * set forward.
   */
  async #giveBack(live: LiveGame, ms: number): Promise<void> {
    if (ms === 0 || deadlineOf(live.game.view) === undefined) return
    const circumstances = this.#circumstances(live, undefined)
    const events = [{ kind: 'paused', at: circumstances.now, ms } as const]
    await this.#writer.write(live, { events, circumstances })
  }

  async #runIn(
    live: LiveGame,
    command: GameCommand,
    sender: Sender,
  ): Promise<Result<CommandOutcome, NoGame>> {
    // Commands of watchers do not wait in the players' queue.
    if (colorOf(live.game.view, sender.player) === undefined) {
      return ok({ kind: 'refused', game: live.game, refusal: { code: 'notSeated' } })
    }
    return this.#alone(live, () =>
      this.#untilStored(
        live,
        () => this.#runOnLatest(live, command, sender),
        () => unlessCounted(live.game, command),
      ),
    )
  }

  /**
   * Before a refusal, checks that the game is up to date: another node may have changed the reason
   * for it.
   */
  async #runOnLatest(
    live: LiveGame,
    command: GameCommand,
    sender: Sender,
  ): Promise<CommandOutcome> {
    const outcome = await this.#runAlone(live, command, sender)
    if (outcome.kind !== 'refused' || this.#dependencies.others === undefined) return outcome
    await this.#compare([live])
    if (!live.isStale) return outcome
    const { id, version } = live.game.view
    throw new VersionTaken([{ game: live.key, version: version + 1 }], `${id} was not up to date`)
  }

  async #runAlone(live: LiveGame, command: GameCommand, sender: Sender): Promise<CommandOutcome> {
    const refusalToMeet = await this.#refusalToMeet(live.game, command, sender)
    const circumstances = { ...this.#circumstances(live, sender), refusalToMeet }
    const decision = decide(live.game, sender.player, command, circumstances)
    switch (decision.kind) {
      case 'accepted': {
        const { events, position, arrangement, lined } = decision
        const { connection: except } = sender
        const { id } = command
        const writing = { events, arrangement, lined, circumstances, position, command: id, except }
        return { kind: 'accepted', updates: await this.#writer.write(live, writing) }
      }
      case 'expired':
        // A refused sender gets the whole game; all connections get the events.
        await this.#writer.write(live, { events: decision.events, circumstances })
        return { kind: 'refused', game: live.game, refusal: { code: overtakenIn(live.game) } }
      case 'refused':
        return { kind: 'refused', game: live.game, refusal: decision.refusal }
      case 'repeated':
        return { kind: 'repeated', game: live.game }
      default:
        return unreachable(decision)
    }
  }

  /**
   * If the command is about a rematch, why the sender may not begin another game with the opponent.
   */
  async #refusalToMeet(
    { view: { seats, offers } }: Game,
    command: GameCommand,
    { player }: Sender,
  ): Promise<RefusalCode | undefined> {
    const isAboutRematch =
      command.type === 'offerRematch' ||
      (command.type === 'acceptOffer' &&
        offers.some(({ id, kind }) => id === command.offer && kind === 'rematch'))
    if (!isAboutRematch) return undefined
    const other = player === seats.black.id ? seats.white : seats.black
    return this.#dependencies.refusalToMeet(player, other.id)
  }

  async #lookAlone(live: LiveGame): Promise<void> {
    if (!(await this.#letTimeDecide(live))) await this.#writer.writeDeadline(live)
  }

  /** Returns whether time has decided anything. */
  async #letTimeDecide(live: LiveGame): Promise<boolean> {
    const circumstances = this.#circumstances(live, undefined)
    const events = overdue(live.game, circumstances)
    if (events.length > 0) await this.#writer.write(live, { events, circumstances })
    return events.length > 0
  }

  /**
   * Runs a task on a game that is believed to be up to date. If another node has written to the
   * game, nothing of the task is stored. The game is then reread and the task run again. After
   * {@link MOST_LOSSES} failures the result is `otherwise`.
   */
  async #untilStored<T>(
    live: LiveGame,
    task: () => Promise<T>,
    otherwise: () => T,
  ): Promise<Result<T, NoGame>> {
    for (let losses = 1; ; losses++) {
      const ran = await this.#unlessTaken<T | typeof TAKEN>(live, task, () => TAKEN)
      if (!ran.ok) return ran
      if (ran.value !== TAKEN) return ok(ran.value)
      if (losses === MOST_LOSSES) return ok(otherwise())
    }
  }

  /** Like `#untilStored`, but does not run the task again. */
  async #unlessTaken<T>(
    live: LiveGame,
    task: () => Promise<T>,
    otherwise: () => T,
  ): Promise<Result<T, NoGame>> {
    try {
      return ok(await task())
    } catch (error) {
      if (!(error instanceof VersionTaken || error instanceof BreakUnheard)) throw error
      const read = await this.#readAgain(live)
      return read.ok ? ok(otherwise()) : read
    }
  }

  /** Replaces a game in memory with the stored one and publishes the missed updates. */
  async #readAgain(live: LiveGame): Promise<Result<void, NoGame>> {
    const { store, shifts } = this.#dependencies
    const { id, version } = live.game.view
    const stored = await store.read(id)
    if (stored?.kind !== 'sound') {
      this.#loaded.delete(id)
      return err(stored === undefined ? 'unknownGame' : 'damagedGame')
    }
    const before = live.game
    const missed = updatesAfter(stored, version)
    live.game = stored.game
    live.storedDeadline = undefined
    live.isStale = false
    this.#writer.tell(before, live.game, missed, undefined)
    const owedMs = shifts.owedBy(stored.latestEvent)
    if (owedMs === 0) return ok(undefined)
    return this.#unlessTaken(
      live,
      () => this.#giveBack(live, owedMs),
      () => undefined,
    )
  }

  #circumstances(live: LiveGame, sender: Sender | undefined): Circumstances {
    let drawn: Fresh | undefined
    const color = sender && colorOf(live.game.view, sender.player)
    return {
      now: this.#dependencies.now(),
      lagMs: sender?.lagMs ?? 0,
      opponentGoneSince: color && live.goneSince(opposite(color)),
      fresh: () => {
        drawn ??= this.#dependencies.chance.fresh()
        return drawn
      },
    }
  }
}

// --- internal ---

/** How many games one query compares with the store. */
const MOST_COMPARED = 500

/** How often a task is tried before it gives up. */
const MOST_LOSSES = 3

/** Runs a task again if it began a game without seeing a concurrent break. */
async function untilHeard<T>(task: () => Promise<T>): Promise<T> {
  for (let losses = 1; ; losses++) {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof BreakUnheard) || losses === MOST_LOSSES) throw error
    }
  }
}

/** Another node has written first. */
const TAKEN = Symbol('taken')

/** Why a command is refused after time has decided first. */
function overtakenIn({ view }: Game): RefusalCode {
  return view.ending === undefined ? 'stale' : 'gameOver'
}

/**
 * The outcome of a command that lost every attempt: repeated if it has already counted, otherwise
 * refused.
 */
function unlessCounted(game: Game, { id }: GameCommand): CommandOutcome {
  return game.commands.includes(id)
    ? { kind: 'repeated', game }
    : { kind: 'refused', game, refusal: { code: 'stale' } }
}
