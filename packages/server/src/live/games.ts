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

/** What games need from the rest of the server. */
export interface GamesDependencies {
  readonly store: GameStore
  readonly journal: Journal
  readonly fairness: Fairness
  readonly ratings: Ratings
  /** Who of these players is on a break at an instant, and until when. */
  readonly breaksAt: (players: readonly PlayerId[], now: number) => Promise<KnownBreaks>
  /** Why a player may not begin a game with another; undefined where they may. */
  readonly refusalToMeet: (player: PlayerId, other: PlayerId) => Promise<RefusalCode | undefined>
  /** What running games have to be given back before anything else happens in them. */
  readonly shifts: Shifts
  readonly chance: Chance
  readonly now: () => number
  /** How many games may be in memory before idle ones are forgotten. */
  readonly mostLoaded: number
  readonly longWork: Pick<LongWork, 'begin'>
  readonly events: EventStream
  /** Other nodes that write to the same games; absent where there are none. */
  readonly others?: Others | undefined
}

/** How a command went. What was accepted is stored. */
export type CommandOutcome =
  | { readonly kind: 'accepted'; readonly updates: readonly Update[] }
  | { readonly kind: 'refused'; readonly game: Game; readonly refusal: Refusal }
  /** It had counted before. */
  | { readonly kind: 'repeated'; readonly game: Game }

/** Why there is no game to run a command on. */
export type NoGame = 'unknownGame' | 'damagedGame'

/** From whom and from where a command comes. */
export interface Sender {
  readonly player: PlayerId
  readonly connection: ConnectionId
  readonly lagMs: number
}

/** All games in play: commands in turn, decided, stored, then sent out. */
export class Games {
  readonly #dependencies: GamesDependencies
  readonly #gate = new Gate()
  readonly #loaded: LoadedGames
  readonly #writer: GameWriter
  readonly #loading = new Map<GameId, Promise<Result<LiveGame, NoGame>>>()
  /** From which of the open games on the next ones are compared with what is stored. */
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

  /** Lets everybody in, who wait until the clock is right. */
  start(): void {
    this.#gate.open()
  }

  /** Turns away whoever still waits for the start. */
  close(): void {
    this.#gate.end()
  }

  /** A game by its id, read from the store unless it is in memory. */
  open(id: GameId): Promise<Result<LiveGame, NoGame>> {
    return this.#gate.pass(() => this.#open(id))
  }

  /** The same as it is stored now, also where another node has just written to it. */
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

  /** Another node says that a game has reached a version. */
  hear(id: GameId, version: number): void {
    const live = this.#loaded.get(id)
    if (live === undefined || live.game.view.version >= version) return
    live.isStale = true
    if (live.isOpen) this.#catchUp(live)
  }

  /** Compares the games that somebody has open with what is stored: all of them, or the next few hundred. */
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

  /** Every game has to be read again before anything is decided, as time has been given back to all. */
  refresh(): void {
    for (const live of this.#loaded) {
      live.isStale = true
      if (live.isOpen) this.#catchUp(live)
    }
  }

  /** What is stored of a player's games was written anew: those that are in memory are read again. */
  async rereadOf(player: PlayerId): Promise<void> {
    const task = this.#dependencies.longWork.begin()
    for (const live of [...this.#loaded]) {
      await task.goOn()
      if (colorOf(live.game.view, player) === undefined) continue
      await live.alone(() => this.#readAgain(live))
    }
  }

  /** A player is called otherwise from now on, in the games in memory too. */
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

  /** Games in memory that somebody has open here, or that another node is open in. */
  *allLoaded(): Generator<LiveGame> {
    yield* this.#loaded
  }

  /** A game for those who only look: one that is over is not kept in memory for them. */
  async look(id: GameId): Promise<Game | undefined> {
    if (!this.#loaded.has(id)) {
      const stored = await this.#dependencies.store.read(id)
      if (stored?.kind !== 'sound') return undefined
      if (stored.game.view.ending !== undefined) return stored.game
    }
    // A running one may first have to be given time back.
    const opened = await this.openLatest(id)
    return opened.ok ? opened.value.game : undefined
  }

  /** Runs a player's command. What it causes is on the disk when this resolves. */
  run(command: GameCommand, sender: Sender): Promise<Result<CommandOutcome, NoGame>> {
    const live = this.#loaded.get(command.game)
    // A game that is in use keeps the gate open by itself.
    if (live !== undefined && this.#gate.isOpen) return this.#runIn(live, command, sender)
    return this.#gate.pass(async () => {
      const opened = await this.#open(command.game)
      return opened.ok ? this.#runIn(opened.value, command, sender) : opened
    })
  }

  /** A game as it is stored now, after what time alone has decided by now. */
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

  /** Lets time decide a game; where nothing is due yet, remembers when to look again. */
  async lookAt(id: GameId): Promise<void> {
    await this.#gate.pass(async () => {
      const opened = await this.#open(id)
      if (!opened.ok) return
      const live = opened.value
      const lookAlone = () => this.#lookAlone(live)
      // One that somebody else keeps writing to is looked at again soon.
      await this.#alone(live, () => this.#untilStored(live, lookAlone, () => undefined))
    })
  }

  /**
   * Begins the game of a challenge that was taken, unless whoever made it has to wait. Where the game of
   * that challenge is stored already, gives that one: others may sit in it. It takes all of `taken` off the
   * disk; where other nodes could have had one of those, and one has, the challenge is unknown.
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
   * @throws RoundTaken when another node has begun it; then nothing has happened
   */
  beginRound(made: readonly NewGame[], round: NewRound): Promise<void> {
    return this.#gate.pass(async () => {
      await this.#dependencies.others?.ensure()
      await this.#writer.beginRound(made, round)
    })
  }

  /**
   * Begins a game of an arena.
   * @throws ArenaGameTaken when one of the players cannot play any more; then nothing has happened
   */
  beginArenaGame(made: NewGame, arenaGame: NewArenaGame): Promise<void> {
    return this.#gate.pass(async () => {
      await this.#dependencies.others?.ensure()
      await this.#writer.beginArenaGame(made, arenaGame)
    })
  }

  /** Forgets games that nobody has open and nobody has used for a while; they stay stored. */
  forgetIdle(olderThan: number): void {
    this.#loaded.forgetIdle(olderThan)
  }

  /**
   * Forgets these games unless somebody uses them. Not to be called by what has just opened one for
   * others: they must have come to use it first.
   */
  forget(ids: readonly GameId[]): void {
    this.#loaded.forget(ids)
  }

  /**
   * Forgets all games, runs a task while no game can be opened or begun, and lets everybody in again.
   * Does nothing and says false while somebody uses a game.
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

  /** The game of a challenge that is on the disk although nobody has heard that it got there. */
  async #storedOf(challenge: ChallengeId): Promise<Game | undefined> {
    try {
      const id = await this.#dependencies.store.ofChallenge(challenge)
      const opened = id && (await this.#open(id))
      return opened?.ok ? opened.value.game : undefined
    } catch {
      // Why it could not be stored says more than why it cannot be read.
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
   * Runs a task when all earlier ones of the game have ended, on the game as it is stored as far as that is
   * known: what another node has written is read first, and whatever time was given back.
   */
  #alone<T>(live: LiveGame, task: () => Promise<Result<T, NoGame>>): Promise<Result<T, NoGame>> {
    const { others } = this.#dependencies
    if (others === undefined) return live.alone(task)
    return live.alone(async () => {
      await others.ensure()
      // What is placed has no version, and another node may have heard of it.
      const isHidden = phaseOf(live.game.view) === 'placing'
      const read = live.isStale || isHidden ? await this.#readAgain(live) : ok(undefined)
      return read.ok ? task() : read
    })
  }

  /** Reads what another node has written; whoever has the game open here hears of it. */
  #catchUp(live: LiveGame): void {
    const { id } = live.game.view
    this.#alone(live, async () => ok(undefined)).catch(() => {
      // Whoever uses it next tries again, and is told what is wrong.
      const loaded = this.#loaded.get(id)
      if (loaded !== undefined) loaded.isStale = true
    })
  }

  /** Marks those of these games that have been written to. */
  async #compare(games: readonly LiveGame[]): Promise<void> {
    const versions = await this.#dependencies.store.versionsOf(games.map(({ key }) => key))
    for (const live of games) {
      if ((versions.get(live.key) ?? 0) > live.game.view.version) live.isStale = true
    }
  }

  /** Gives a game the time in which nobody could move, or takes back what a clock put forward has given. */
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
    // Strangers do not stand in the players' queue.
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

  /** Refuses nothing because of what another node has changed unheard. */
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
        // Whoever is refused gets the whole game; the events come to all alike.
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

  /** Why the sender may not begin another game with the other player, where the command is about one. */
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

  /** Says whether it has decided something. */
  async #letTimeDecide(live: LiveGame): Promise<boolean> {
    const circumstances = this.#circumstances(live, undefined)
    const events = overdue(live.game, circumstances)
    if (events.length > 0) await this.#writer.write(live, { events, circumstances })
    return events.length > 0
  }

  /**
   * Runs a task on a game that is thought to be as it is stored. Where it turns out that somebody else has
   * written to it, nothing of the task has happened: the game is read again, and the task run on what is
   * true now; whoever is too late every time gets another answer.
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

  /** The same for a task that is not to be run again. */
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

  /** Makes a game in memory what it is on the disk, and tells whoever has it open what was missed. */
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

/** Games that are compared with what is stored by one query. */
const MOST_COMPARED = 500

/** Whoever has read the game again so often decides on it no more. */
const MOST_LOSSES = 3

/** Runs a task again that has begun a game without a break that another has stored meanwhile. */
async function untilHeard<T>(task: () => Promise<T>): Promise<T> {
  for (let losses = 1; ; losses++) {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof BreakUnheard) || losses === MOST_LOSSES) throw error
    }
  }
}

/** Somebody else has written first. */
const TAKEN = Symbol('taken')

/** Why nothing comes of a command that time was quicker than. */
function overtakenIn({ view }: Game): RefusalCode {
  return view.ending === undefined ? 'stale' : 'gameOver'
}

/** The answer to a command that always came too late: has it counted already? */
function unlessCounted(game: Game, { id }: GameCommand): CommandOutcome {
  return game.commands.includes(id)
    ? { kind: 'repeated', game }
    : { kind: 'refused', game, refusal: { code: 'stale' } }
}
