import {
  type Challenge,
  type ChallengeId,
  colorOf,
  type GameId,
  type PlayerCard,
  type PlayerId,
} from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { Cluster } from '../live/cluster.ts'
import type { ConnectionId } from '../live/connection-id.ts'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import { MOST_RUNNING } from '../live/offer-limits.ts'
import { Waker } from '../live/waker.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Rooms } from './rooms.ts'

/** The events in a program's stream of an account. */
export type AccountEvent =
  /** The latest state of one of the account's games. */
  | { readonly kind: 'game'; readonly game: Game; readonly color: Color }
  /** A player challenges the account. */
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  /** A challenge sent earlier is no longer open. */
  | { readonly kind: 'challengeGone'; readonly id: ChallengeId }
  /** Nothing has happened for a while. */
  | { readonly kind: 'quiet' }
  /** The stream ends, as the account has opened too many newer ones. */
  | { readonly kind: 'replaced' }

export interface AccountStreamsDependencies {
  readonly rooms: Pick<Rooms, 'programs' | 'attend' | 'unattend'>
  readonly games: Pick<Games, 'openLatest'>
  readonly cluster: Pick<Cluster, 'followed'>
  readonly store: Pick<GameStore, 'runningOf'>
  readonly lobby: Pick<Lobby, 'forPlayer' | 'enter'>
  /** The program was the last connection of a player here. */
  readonly onLeft: (player: PlayerId) => void
}

/** The lifetime of a stream. */
export interface Following {
  readonly signal: AbortSignal
  /** Is the token of this stream still valid? */
  readonly isStillGood: () => Promise<boolean>
}

/**
 * Programs that play for accounts. Each receives all games of its account in one stream, and counts
 * as connected to them, so that it needs no other connection.
 */
export class AccountStreams {
  readonly #dependencies: AccountStreamsDependencies
  readonly #open = new Map<PlayerId, Stream[]>()
  #count = 0
  #last = 0
  #isClosed = false

  constructor(dependencies: AccountStreamsDependencies) {
    this.#dependencies = dependencies
  }

  /** Do all accounts together have the maximum of streams? */
  get isFull(): boolean {
    return this.#count >= MOST_STREAMS
  }

  /** Ends all streams: programs reconnect, to another node or to this one once it is back. */
  close(): void {
    this.#isClosed = true
    for (const streams of this.#open.values()) for (const { waker } of streams) waker.wake()
  }

  /**
   * Yields the current state, and then events, until `signal` ends. A slow reader misses
   * intermediate states of games, but never the latest. One stream too many ends the account's
   * oldest, so that a dead connection that has not been noticed never keeps out a program that
   * reconnects.
   */
  async *follow(player: PlayerCard, following: Following): AsyncGenerator<AccountEvent> {
    const { rooms, store, lobby } = this.#dependencies
    // Before anything is read: what happens afterwards will reach the program.
    await this.#dependencies.cluster.followed(player.id)
    const stream = this.#enter(player.id, following.signal)
    const ends = () => following.signal.aborted || this.#isClosed
    try {
      lobby.enter(player.id)
      // Shows a program straight away that the stream works.
      yield { kind: 'quiet' }
      for (const id of await store.runningOf(player.id, MOST_KNOWN)) stream.changed.add(id)
      while (!ends()) {
        if (stream.isReplaced) {
          yield { kind: 'replaced' }
          return
        }
        if (isDue(stream) && !(await following.isStillGood())) return
        const [id] = stream.changed
        if (id !== undefined) {
          yield* this.#look(id, stream)
          continue
        }
        // After the running games, which may leave the program no room for another.
        yield* challengesOf(stream, lobby.forPlayer(player.id))
        if (!(await stream.waker.isWoken(QUIET_MS))) {
          stream.checkedAt = Number.NEGATIVE_INFINITY
          yield { kind: 'quiet' }
        }
      }
    } finally {
      for (const game of stream.attended) rooms.unattend(stream.connection, game)
      this.#leave(stream)
    }
  }

  /**
   * A game's stored state, if new to the program. While the game is running, the program counts as
   * connected to it.
   */
  async *#look(id: GameId, stream: Stream): AsyncGenerator<AccountEvent> {
    const { games, rooms } = this.#dependencies
    stream.changed.delete(id)
    const opened = await games.openLatest(id)
    if (!opened.ok) return
    const live = opened.value
    const { game } = live
    const { view } = game
    const color = colorOf(view, stream.program.player)
    if (color === undefined) return
    if (view.ending !== undefined) {
      if (stream.attended.delete(id)) rooms.unattend(stream.connection, id)
    } else if (!stream.attended.has(id) && stream.attended.size < MOST_KNOWN) {
      stream.attended.add(id)
      rooms.attend(stream.connection, stream.program.player, live)
    }
    if ((stream.versions.get(id) ?? 0) >= view.version) return
    remember(stream.versions, id, view.version)
    yield { kind: 'game', game, color }
  }

  #enter(player: PlayerId, signal: AbortSignal): Stream {
    const waker = new Waker(signal)
    const changed = new Set<GameId>()
    const program = {
      player,
      wentOn: (game: Game) => {
        changed.add(game.view.id)
        waker.wake()
      },
      offered: waker.wake,
      doubted: () => {
        stream.checkedAt = Number.NEGATIVE_INFINITY
        waker.wake()
      },
    }
    const connection = `program-${++this.#last}` as ConnectionId
    const stream: Stream = {
      ...{ program, connection, waker, changed, isReplaced: false, checkedAt: performance.now() },
      ...{ versions: new Map(), attended: new Set(), challenges: new Set() },
    }
    const own = [...(this.#open.get(player) ?? []), stream]
    this.#open.set(player, own)
    this.#count++
    this.#dependencies.rooms.programs.enter(program)
    const oldest = own.filter(({ isReplaced }) => !isReplaced)
    for (const former of oldest.slice(0, Math.max(0, oldest.length - MOST_OF_ACCOUNT))) {
      former.isReplaced = true
      former.waker.wake()
    }
    return stream
  }

  #leave(stream: Stream): void {
    const { player } = stream.program
    const left = (this.#open.get(player) ?? []).filter((other) => other !== stream)
    if (left.length === 0) this.#open.delete(player)
    else this.#open.set(player, left)
    this.#count--
    if (this.#dependencies.rooms.programs.leave(stream.program)) this.#dependencies.onLeft(player)
  }
}

// --- internal ---

const MOST_STREAMS = 1000
const MOST_OF_ACCOUNT = 3
/** The most games a stream knows: all that may be running, and those that have recently ended. */
const MOST_KNOWN = 2 * MOST_RUNNING
/**
 * How often a quiet stream sends something, so that both ends notice a dead connection, and how
 * often its token is checked.
 */
const QUIET_MS = 15_000

interface Stream {
  readonly program: {
    readonly player: PlayerId
    readonly wentOn: (game: Game) => void
    readonly offered: () => void
    readonly doubted: () => void
  }
  readonly connection: ConnectionId
  readonly waker: Waker
  /** Games to send; at most as many as an account has running. */
  readonly changed: Set<GameId>
  /** The version of each game that was last sent. */
  readonly versions: Map<GameId, number>
  readonly attended: Set<GameId>
  /** Challenges that were sent and are open as far as the program knows. */
  readonly challenges: Set<ChallengeId>
  isReplaced: boolean
  /** When its token was last found valid, by this process's own clock. */
  checkedAt: number
}

/** Is it time to check its token? A busy stream is checked as often as a quiet one. */
function isDue(stream: Stream): boolean {
  const now = performance.now()
  if (now - stream.checkedAt < QUIET_MS) return false
  stream.checkedAt = now
  return true
}

function* challengesOf(
  { challenges: sent }: Stream,
  open: readonly Challenge[],
): Generator<AccountEvent> {
  const ids = new Set(open.map(({ id }) => id))
  for (const id of [...sent].filter((one) => !ids.has(one))) {
    sent.delete(id)
    yield { kind: 'challengeGone', id }
  }
  for (const challenge of open.filter(({ id }) => !sent.has(id))) {
    sent.add(challenge.id)
    yield { kind: 'challenge', challenge }
  }
}

/** Remembers the latest versions, and forgets the game that was sent longest ago. */
function remember(versions: Map<GameId, number>, id: GameId, version: number): void {
  versions.delete(id)
  versions.set(id, version)
  const [oldest] = versions.keys()
  if (versions.size > MOST_KNOWN && oldest !== undefined) versions.delete(oldest)
}
