import { randomBytes } from 'node:crypto'
import { commandIdSchema, type GameId, type GameView, type Terms, turnOf } from '@hokito/protocol'
import { formatDeal, type Move, randomDeal } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { Chance } from '../ground/chance.ts'
import type { Cluster } from '../live/cluster.ts'
import type { ConnectionId } from '../live/connection-id.ts'
import type { Games } from '../live/games.ts'
import type { LiveGame } from '../live/live-game.ts'
import type { Rooms } from '../socket/rooms.ts'
import type { GameStore } from '../store/game-store.ts'
import type { HouseBot } from './house-accounts.ts'
import type { Thinkers } from './thinkers.ts'

export interface ExhibitionDependencies {
  readonly games: Pick<Games, 'begin' | 'look' | 'loaded' | 'open' | 'run'>
  readonly store: Pick<GameStore, 'runningAmong'>
  readonly rooms: Pick<Rooms, 'attend' | 'unattend'>
  readonly cluster: Pick<Cluster, 'unlessOthersDo'>
  readonly thinkers: Pick<Thinkers, 'move'>
  readonly chance: Pick<Chance, 'challengeId' | 'below'>
  readonly now: () => number
  /** The time between two moves. */
  readonly paceMs: number
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * Two house bots that play each other for visitors to watch while no people play. There is at most
 * one such game on all nodes together. It moves slowly, and only while someone watches. Its games
 * are not listed and not rated, so they count in no statistics, ratings or lists of games.
 */
export class Exhibition {
  readonly #dependencies: ExhibitionDependencies
  #bots: readonly HouseBot[] = []
  #game: GameId | undefined
  #wantedUntil = 0
  #step: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(dependencies: ExhibitionDependencies) {
    this.#dependencies = dependencies
  }

  /** Lets the bots play each other from now on; with fewer than two that think fast, none do. */
  start(bots: readonly HouseBot[]): void {
    const fast = bots.filter(({ level }) => level <= HIGHEST_LEVEL)
    if (fast.length < 2 || this.#isClosed) return
    this.#bots = fast
    const stepMs = Math.max(1, Math.min(STEP_MS, this.#dependencies.paceMs))
    this.#timer = setInterval(() => void this.#goOn(), stepMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#step
  }

  /**
   * The running game, for someone who has nothing else to watch; it goes on for a while. Between two
   * games it is the one that has just ended. Undefined if there is none yet.
   */
  async want(): Promise<Game | undefined> {
    if (this.#bots.length === 0 || this.#isClosed) return undefined
    this.#wantedUntil = this.#dependencies.now() + WANTED_MS
    const step = this.#goOn()
    const shown = await this.#look()
    // A move may be long in coming, since other games of the house think on the same thread.
    if (shown !== undefined) return shown
    await step
    return this.#look()
  }

  /** The game, unless it has no board yet or the next one is due. */
  async #look(): Promise<Game | undefined> {
    const game = this.#game && (await this.#dependencies.games.look(this.#game))
    const isOver = game?.view.ending !== undefined
    return game?.position === undefined || (isOver && this.#isDue(game)) ? undefined : game
  }

  /** A clock that was put back meanwhile does not make the wish last longer. */
  get #isWanted(): boolean {
    const leftMs = this.#wantedUntil - this.#dependencies.now()
    return leftMs > 0 && leftMs <= WANTED_MS
  }

  /** Does the next step if it is due. Callers who come meanwhile wait for the same step. */
  #goOn(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#step ??= this.#unlessIdle()
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#dependencies.onFailure('the exhibition game', error)
      })
      .finally(() => {
        this.#step = undefined
      })
    return this.#step
  }

  async #unlessIdle(): Promise<void> {
    const { games, cluster } = this.#dependencies
    const live = this.#game && games.loaded(this.#game)
    if (this.#isUnwatched(live)) {
      if (live !== undefined) this.#leave(live.game)
      return
    }
    // Between two moves this costs nothing, neither here nor in the database.
    if (live !== undefined && !live.isStale && !this.#isDue(live.game)) return
    // Found beforehand, so that the bot does not think while the database keeps the others out.
    const next = live && !live.isStale ? await this.#think(live.game) : undefined
    if (this.#isClosed || this.#isUnwatched(live)) return
    await cluster.unlessOthersDo('exhibition', () => this.#advance(next))
  }

  #isUnwatched(live: LiveGame | undefined): boolean {
    return !this.#isWanted && (live === undefined || live.presence().watchers === 0)
  }

  /** Has the game stood still for as long as it should, or was the clock put back meanwhile? */
  #isDue({ view }: Game): boolean {
    const { now, paceMs } = this.#dependencies
    const waitMs = view.endedAt === undefined ? paceMs : PAUSE_PACES * paceMs
    const stoodMs = now() - (view.endedAt ?? view.clock.since)
    return stoodMs >= waitMs || stoodMs < 0
  }

  /** Does the step that is due: makes the next move, if it is found, or begins a game. */
  async #advance(next: NextMove | undefined): Promise<void> {
    const { games, store } = this.#dependencies
    this.#game ??= await store.runningAmong(this.#bots.map(({ card }) => card.id))
    const game = this.#game && (await games.look(this.#game))
    if (game !== undefined && !this.#isDue(game)) return
    if (game !== undefined && game.view.ending === undefined) return this.#move(game, next)
    if (game !== undefined) this.#leave(game)
    this.#game = undefined
    if (!this.#isWanted) return
    // Another node may have begun the next one.
    this.#game = await store.runningAmong(this.#bots.map(({ card }) => card.id))
    this.#game ??= await this.#begin()
  }

  async #begin(): Promise<GameId | undefined> {
    const { games, chance, now } = this.#dependencies
    const first = this.#bots[chance.below(this.#bots.length)]
    const others = this.#bots.filter((bot) => bot !== first)
    const second = others[chance.below(others.length)]
    if (first === undefined || second === undefined) return undefined
    const deal = formatDeal(randomDeal('standard', randomBytes))
    const challenge = {
      id: chance.challengeId(),
      challenger: first.card,
      terms: { ...TERMS, setup: { kind: 'given', deal } } as const,
      color: 'black' as const,
      isListed: false,
      createdAt: now(),
    }
    const begun = await games.begin(challenge, { black: first.card, white: second.card }, [])
    return begun.ok ? begun.value.view.id : undefined
  }

  /** The next move of a running game; undefined if none of the bots is to move in it. */
  async #think({ view, position }: Game): Promise<NextMove | undefined> {
    const mover = view.ending === undefined ? this.#moverIn(view) : undefined
    if (mover === undefined || position === undefined) return undefined
    await this.#attend(view.id)
    const move = await this.#dependencies.thinkers.move(position, mover.level)
    return move && { ...move, version: view.version }
  }

  async #move({ view, position }: Game, next: NextMove | undefined): Promise<void> {
    const mover = this.#moverIn(view)
    // A level that plays no more: the next game is among those that do.
    if (mover === undefined || position === undefined) {
      this.#game = undefined
      return
    }
    // The game was not in memory, or another node has moved: the next step finds the move.
    if (next?.version !== view.version) return
    const { version, ...move } = next
    const id = commandIdSchema.parse(`show-of-${version}`)
    const command = { type: 'move', game: view.id, ply: view.moves.length, id, ...move } as const
    const sender = { player: mover.card.id, connection: connectionOf(mover), lagMs: 0 }
    await this.#dependencies.games.run(command, sender)
  }

  #moverIn(view: GameView): HouseBot | undefined {
    return this.#bots.find(({ card }) => card.id === view.seats[turnOf(view)].id)
  }

  /** Watchers see that both bots are there. */
  async #attend(id: GameId): Promise<void> {
    const { games, rooms } = this.#dependencies
    const opened = await games.open(id)
    if (!opened.ok) return
    const { seats } = opened.value.game.view
    for (const bot of this.#bots) {
      const isSeated = [seats.black.id, seats.white.id].includes(bot.card.id)
      if (!isSeated || opened.value.hasOpen(connectionOf(bot))) continue
      rooms.attend(connectionOf(bot), bot.card.id, opened.value)
    }
  }

  #leave({ view }: Game): void {
    for (const bot of this.#bots) this.#dependencies.rooms.unattend(connectionOf(bot), view.id)
  }
}

// --- internal ---

/** Higher levels think for so long that other games of the house would wait. */
const HIGHEST_LEVEL = 9
/** How often a step may be due; a move is made once the pace allows. */
const STEP_MS = 1000
/** How long the game goes on after the last wish to watch it: pages ask every few seconds. */
const WANTED_MS = 20_000
/** After the end, the result is shown for this many paces. */
const PAUSE_PACES = 2

const TERMS = {
  endRule: 'either',
  timeControl: { kind: 'none' },
  allowsTakebacks: false,
  games: 1,
} as const satisfies Omit<Terms, 'setup'>

/** A move, and the version of the game that it follows. */
interface NextMove extends Move {
  readonly version: number
}

function connectionOf({ card }: HouseBot): ConnectionId {
  return `show-${card.id}` as ConnectionId
}
