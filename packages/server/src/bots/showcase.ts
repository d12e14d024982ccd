import {
  type GameSummary,
  type PlayerCard,
  UNRATED,
  WATCH_PAGE,
  type WatchReply,
} from '@hokito/protocol'
import type { Cluster } from '../live/cluster.ts'
import type { Games } from '../live/games.ts'
import { watchedAmong, watchedOf } from '../live/watched.ts'
import type { Rooms } from '../socket/rooms.ts'
import type { Exhibition } from './exhibition.ts'

export interface ShowcaseDependencies {
  readonly games: Pick<Games, 'loaded' | 'look'>
  readonly rooms: Pick<Rooms, 'running' | 'countPlayers'>
  readonly cluster: Pick<Cluster, 'listedGames' | 'countElsewhere'>
  readonly exhibition: Pick<Exhibition, 'want'>
  readonly now: () => number
}

/** The answers to visitors who watch. Each is made at most once a second, however many ask. */
export interface Shown {
  /** The best game alone, as JSON. */
  readonly best: string
  /** The best games, as JSON. */
  readonly all: string
}

/**
 * The public games in progress, the best first; an exhibition game while no people make moves. Games
 * that stand still come last: otherwise two players could keep one in front for as long as they like.
 */
export class Showcase {
  readonly #dependencies: ShowcaseDependencies
  #shown: Promise<Shown> | undefined
  #shownAt = Number.NEGATIVE_INFINITY

  constructor(dependencies: ShowcaseDependencies) {
    this.#dependencies = dependencies
  }

  shown(): Promise<Shown> {
    const now = performance.now()
    if (this.#shown === undefined || now - this.#shownAt >= FRESH_MS) {
      this.#shownAt = now
      this.#shown = this.#read()
      this.#shown.catch(() => {
        this.#shown = undefined
      })
    }
    return this.#shown
  }

  async #read(): Promise<Shown> {
    const { rooms, cluster, exhibition, now } = this.#dependencies
    const running = await rooms.running.everywhere(cluster)
    const isMoving = ({ since }: GameSummary) => now() - since < STILL_MS
    const [moving, still] = [running.filter(isMoving), running.filter((game) => !isMoving(game))]
    const ids = [...bestOf(moving), ...bestOf(still)].slice(0, WATCH_PAGE).map(({ id }) => id)
    const games = [...(await watchedAmong(ids, this.#dependencies.games))]
    if (moving.length === 0 || games.length === 0) {
      const shown = watchedOf(await exhibition.want())
      if (shown !== undefined) games.unshift(shown)
    }
    const players = rooms.countPlayers + cluster.countElsewhere
    const reply: WatchReply = {
      games: games.slice(0, WATCH_PAGE),
      running: running.length,
      players,
    }
    return {
      best: JSON.stringify({ ...reply, games: games.slice(0, 1) } satisfies WatchReply),
      all: JSON.stringify(reply),
    }
  }
}

// --- internal ---

const FRESH_MS = 1000
/** A game whose turn has lasted longer than this is not worth watching. */
const STILL_MS = 5 * 60_000
/** The strength of a player without a rating. */
const UNKNOWN_STRENGTH = UNRATED.rating

function playersOf({ seats }: GameSummary): readonly PlayerCard[] {
  return [seats.black, seats.white]
}

function countBots(game: GameSummary): number {
  return playersOf(game).filter(({ isBot }) => isBot).length
}

function strengthOf(game: GameSummary): number {
  const ratings = playersOf(game).map(({ rating }) => rating?.value ?? UNKNOWN_STRENGTH)
  return ratings.reduce((sum, rating) => sum + rating, 0)
}

/** Games in the order in which they are worth watching: of people, of strong players, new ones. */
function bestOf(games: readonly GameSummary[]): readonly GameSummary[] {
  return games.toSorted(
    (one, other) => countBots(one) - countBots(other) || strengthOf(other) - strengthOf(one),
  )
}
