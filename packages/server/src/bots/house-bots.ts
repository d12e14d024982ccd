import { randomBytes } from 'node:crypto'
import {
  type CommandId,
  colorOf,
  commandIdSchema,
  dividerOf,
  type GameCommand,
  type GameId,
  isAwaitingReady,
  NOTHING_PLACED,
  type PlayerId,
  phaseOf,
  type RefusalCode,
  SHARE_BYTES,
  turnOf,
  withRest,
} from '@hokito/protocol'
import { type Color, FAIR_COMPENSATION, opposite } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { ConnectionId } from '../live/connection-id.ts'
import type { Games } from '../live/games.ts'
import { type MeetingDependencies, takeChallenge } from '../live/meeting.ts'
import type { Rooms } from '../socket/rooms.ts'
import type { GameStore } from '../store/game-store.ts'
import type { HouseBot } from './house-accounts.ts'
import type { Thinkers } from './thinkers.ts'

export interface HouseBotsDependencies extends MeetingDependencies {
  readonly games: Games
  readonly store: Pick<GameStore, 'runningOf'>
  readonly rooms: Pick<Rooms, 'programs' | 'attend' | 'unattend'>
  readonly longWork: Pick<LongWork, 'begin'>
  readonly thinkers: Pick<Thinkers, 'move'>
  readonly now: () => number
  /** May other nodes play for the house bots too? */
  readonly hasOthers: boolean
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * House bots: they accept every challenge straight away and play at their level. On several nodes,
 * the node that began a game plays it; if it does nothing for a while, another takes over. Commands
 * of two nodes in the same state of a game have the same id, so that they count once.
 */
export class HouseBots {
  readonly #dependencies: HouseBotsDependencies
  readonly #bots = new Map<PlayerId, HouseBot>()
  /** Games that this node plays, with the version at which it last acted. */
  readonly #own = new Map<GameId, number>()
  /** Games that another node plays and has to act in, until this node checks whether it did. */
  readonly #watched = new Map<GameId, Watched>()
  /** Bots that will soon retry challenges that they failed to accept. */
  readonly #retaking = new Map<PlayerId, NodeJS.Timeout>()
  #isClosed = false

  constructor(dependencies: HouseBotsDependencies) {
    this.#dependencies = dependencies
  }

  get all(): readonly HouseBot[] {
    return [...this.#bots.values()]
  }

  /** Lets the bots in, and continues their running games while players are served. */
  async start(bots: readonly HouseBot[]): Promise<void> {
    const { rooms, store, games, longWork } = this.#dependencies
    const task = longWork.begin()
    for (const bot of bots) this.#bots.set(bot.card.id, bot)
    for (const bot of bots) {
      const player = bot.card.id
      rooms.programs.enter({
        player,
        wentOn: (game) => this.#hear(game, player),
        offered: () => this.#takeSoon(bot),
      })
      for (const id of await store.runningOf(player, MOST_GAMES)) {
        await task.goOn()
        const game = await games.look(id)
        if (game !== undefined) this.#hear(game, player)
      }
      this.#takeSoon(bot)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const { timer } of this.#watched.values()) clearTimeout(timer)
    this.#watched.clear()
    for (const timer of this.#retaking.values()) clearTimeout(timer)
    this.#retaking.clear()
  }

  #takeSoon(bot: HouseBot): void {
    this.#soon('taking a challenge', async () => {
      try {
        await this.#takeAll(bot)
      } catch (error) {
        this.#takeLater(bot)
        throw error
      }
    })
  }

  #takeLater(bot: HouseBot): void {
    if (this.#isClosed || this.#retaking.has(bot.card.id)) return
    const retake = () => {
      this.#retaking.delete(bot.card.id)
      this.#takeSoon(bot)
    }
    this.#retaking.set(bot.card.id, setTimeout(retake, RETRY_MS).unref())
  }

  async #takeAll(bot: HouseBot): Promise<void> {
    const { lobby } = this.#dependencies
    const { card } = bot
    for (const { id } of lobby.forPlayer(card.id)) {
      if (this.#isClosed) return
      const begun = await takeChallenge(card, id, this.#dependencies)
      if (begun.ok) {
        // On a single node the game's event has arrived already, and the game may have continued.
        if (!this.#own.has(begun.value.view.id)) await this.#goOn(begun.value.view.id, bot)
      } else if (PASSING.has(begun.error.code)) {
        this.#takeLater(bot)
      } else if (!isGone(begun.error.code)) {
        await lobby.decline(card.id, id)
      }
    }
  }

  #hear(game: Game, player: PlayerId): void {
    const { view } = game
    const color = colorOf(view, player)
    const bot = this.#bots.get(player)
    if (color === undefined || bot === undefined || this.#isClosed) return
    // An exhibition game; see `exhibition.ts`.
    if (this.#bots.has(view.seats[opposite(color)].id)) return
    const watched = this.#watched.get(view.id)
    // A newer state has arrived already.
    if (watched !== undefined && watched.version > view.version) return
    clearTimeout(watched?.timer)
    this.#watched.delete(view.id)
    if (this.#isOurs(game)) this.#soon('a move of the house', () => this.#play(game, bot, color))
    else if (intentionIn(game, color) !== undefined)
      this.#watch(game, bot, TAKE_OVER_MS + this.#restOf(game))
  }

  /**
   * Does this node play a game? A single node plays all games. One of several plays those that it
   * began, and the games that follow from them.
   */
  #isOurs({ view: { id, match, previous } }: Game): boolean {
    if (this.#own.has(id)) return true
    const before = match?.first?.game ?? previous
    const isOurs = !this.#dependencies.hasOthers || (before !== undefined && this.#own.has(before))
    if (isOurs) this.#own.set(id, 0)
    return isOurs
  }

  /** Checks again after a while whether a game has continued. If not, this node takes over. */
  #watch({ view: { id, version } }: Game, bot: HouseBot, afterMs: number): void {
    clearTimeout(this.#watched.get(id)?.timer)
    if (this.#isClosed || this.#watched.size >= MOST_WATCHED) return
    const timer = setTimeout(() => {
      this.#watched.delete(id)
      this.#soon('continuing a game of the house', () => this.#goOn(id, bot))
    }, afterMs)
    this.#watched.set(id, { timer: timer.unref(), version })
  }

  /** Continues with the latest state of a game. */
  async #goOn(id: GameId, bot: HouseBot): Promise<void> {
    const game = await this.#dependencies.games.look(id)
    if (game === undefined || this.#isClosed) return
    this.#own.set(id, 0)
    this.#hear(game, bot.card.id)
  }

  /** Sends the command that a state of a game requires, once. */
  async #play(game: Game, bot: HouseBot, color: Color): Promise<void> {
    const { id, version } = game.view
    try {
      if (phaseOf(game.view) === 'over') this.#leave(id)
      else await this.#attend(id, bot)
      const intention = intentionIn(game, color)
      if (intention === undefined || (this.#own.get(id) ?? 0) >= version) return
      const restMs = intention.type === 'move' ? this.#restOf(game) : 0
      if (restMs > 0) return this.#watch(game, bot, restMs)
      this.#own.set(id, version)
      const command = await this.#commandOf(game, bot, intention)
      if (command === undefined || this.#isClosed) return
      const sender = { player: bot.card.id, connection: connectionOf(bot), lagMs: 0 }
      const ran = await this.#dependencies.games.run(command, sender)
      // The game has changed meanwhile: either its new state arrives here, or this node checks
      // again.
      if (!ran.ok || (ran.value.kind === 'refused' && !isBarring(ran.value.refusal.code))) {
        this.#watch(game, bot, RETRY_MS)
      }
    } catch (error) {
      // No one else would move in this game, and a full disk will not stay full for ever.
      this.#watch(game, bot, RETRY_MS)
      throw error
    }
  }

  /** How long a bot waits for its opponent to be ready for the second game of their match. */
  #restOf({ view }: Game): number {
    const until = isAwaitingReady(view) ? view.clock.standsUntil : undefined
    return until === undefined ? 0 : Math.max(0, until - this.#dependencies.now())
  }

  async #commandOf(
    { view, position }: Game,
    { level }: HouseBot,
    intention: Intention,
  ): Promise<GameCommand | undefined> {
    const common = { game: view.id, ply: view.moves.length, id: commandIdOf(view) }
    if (intention.type !== 'move') return { ...common, ...intention }
    if (position === undefined) return undefined
    const move = await this.#dependencies.thinkers.move(position, level)
    return move && { ...common, type: 'move', from: move.from, to: move.to }
  }

  /** Opponents see that the bot is connected, and cannot claim the game. */
  async #attend(id: GameId, bot: HouseBot): Promise<void> {
    const { games, rooms } = this.#dependencies
    const opened = await games.openLatest(id)
    if (!opened.ok || opened.value.hasOpen(connectionOf(bot))) return
    rooms.attend(connectionOf(bot), bot.card.id, opened.value)
  }

  #leave(id: GameId): void {
    const { rooms } = this.#dependencies
    for (const bot of this.#bots.values()) rooms.unattend(connectionOf(bot), id)
    // Keeps the latest finished games, because a rematch may follow.
    if (this.#own.size <= MOST_OWN) return
    const [oldest] = this.#own.keys()
    if (oldest !== undefined) this.#own.delete(oldest)
  }

  #soon(what: string, task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      if (!this.#isClosed) this.#dependencies.onFailure(what, error)
    })
  }
}

/** The most running games of one house bot. */
export const MOST_GAMES = 1000

// --- internal ---

/** The running games of the house bots, and some finished ones. */
const MOST_OWN = 10_000
const MOST_WATCHED = 10_000
/** Longer than any level thinks, even if many games wait for the same thread. */
const TAKE_OVER_MS = 15_000
/** The delay before a retry. */
const RETRY_MS = 2000
/** Refusals that may not recur a moment later. */
const PASSING: ReadonlySet<RefusalCode> = new Set(['internal', 'tooMany'])
/** The challenge is gone, or the server is stopping. */
const isGone = (code: RefusalCode) => code === 'unknownChallenge' || code === 'closing'

/** The offer of a rematch stands, but a retry cannot succeed. */
const isBarring = (code: RefusalCode) => code === 'blocked' || code === 'opponentBarred'

interface Watched {
  readonly timer: NodeJS.Timeout
  readonly version: number
}

type Intention =
  | { readonly type: 'share'; readonly share: string }
  | { readonly type: 'place'; readonly arrangement: string }
  | { readonly type: 'divide'; readonly compensation: number }
  | { readonly type: 'choose'; readonly color: Color }
  | { readonly type: 'move' }
  | { readonly type: 'acceptOffer' | 'declineOffer'; readonly offer: number }

/** The command that a state of a game requires of a side; undefined if it requires none. */
function intentionIn({ view }: Game, color: Color): Intention | undefined {
  const offered = view.offers.find(({ by }) => by === opposite(color))
  if (offered !== undefined) {
    // Bots decline draws and play on. They grant takebacks and rematches.
    const type = offered.kind === 'draw' ? 'declineOffer' : 'acceptOffer'
    return { type, offer: offered.id }
  }
  switch (phaseOf(view)) {
    case 'dealing':
      if (view.shares[color] !== undefined) return undefined
      return { type: 'share', share: randomBytes(SHARE_BYTES).toString('hex') }
    case 'placing':
      if (view.placed?.[color] !== undefined) return undefined
      return { type: 'place', arrangement: withRest(NOTHING_PLACED, randomBytes) }
    case 'dividing':
      return dividerOf(view) === color ? divisionOf(view) : undefined
    case 'playing':
      return turnOf(view) === color ? { type: 'move' } : undefined
    case 'over':
      return undefined
  }
}

/** A bot names the points that measure as fair, and takes White for no fewer. */
function divisionOf({ division, terms: { compensation = 0 } }: Game['view']): Intention {
  if (division?.stage === 'naming') return { type: 'divide', compensation: FAIR_COMPENSATION }
  return { type: 'choose', color: compensation < FAIR_COMPENSATION ? 'black' : 'white' }
}

/** The same id for the same state of a game, on any node. */
function commandIdOf({ version }: Game['view']): CommandId {
  return commandIdSchema.parse(`house-of-${version}`)
}

function connectionOf({ card }: HouseBot): ConnectionId {
  return `house-${card.id}` as ConnectionId
}
