import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GameId, PlayerId, Update } from '@hokito/protocol'
import type { Game } from '../game/game.ts'
import { Counts } from '../limiting/counts.ts'
import type { Cluster } from './cluster.ts'
import type { ConnectionId } from './connection-id.ts'
import type { Games } from './games.ts'
import type { LiveGame } from './live-game.ts'
import { Waker } from './waker.ts'

/** The parts that streams work with. */
export interface GameStreamsDependencies {
  readonly games: Pick<Games, 'openLatest'>
  readonly cluster: Pick<Cluster, 'follow' | 'unfollow'>
  /** Who has which game open here. */
  readonly rooms: {
    readonly attend: (connection: ConnectionId, player: PlayerId, live: LiveGame) => void
    readonly unattend: (connection: ConnectionId, game: GameId) => void
  }
}

/** Streams for programs that follow games. */
export class GameStreams {
  readonly #dependencies: GameStreamsDependencies
  readonly #wakers = new Map<GameId, Set<() => void>>()
  readonly #ofAddress = new Counts<string>()
  #count = 0
  #last = 0
  #isClosed = false

  constructor(dependencies: GameStreamsDependencies) {
    this.#dependencies = dependencies
  }

  /** Has this address, or the whole server, reached its limit of streams? */
  isFull(address: string): boolean {
    return this.#count >= MOST_STREAMS || this.#ofAddress.of(address) >= MOST_OF_ADDRESS
  }

  /** Wakes the streams of a game that has new events. */
  updates([first]: readonly Update[]): void {
    if (first !== undefined && this.#wakers.has(first.game)) void this.#wake(first.game)
  }

  /**
   * Hundreds may follow a game, so this yields to the moves of players. It counts streams, not time:
   * Node writes to a stream, and ends it, only after the code that woke it.
   */
  async #wake(game: GameId): Promise<void> {
    for (const [place, wake] of [...(this.#wakers.get(game) ?? [])].entries()) {
      wake()
      if (place % WOKEN_TOGETHER === WOKEN_TOGETHER - 1) await nextTurn()
    }
  }

  /** Ends all streams. Programs reconnect to another node, or to this one after its restart. */
  close(): void {
    this.#isClosed = true
    for (const wakers of this.#wakers.values()) for (const wake of wakers) wake()
  }

  /**
   * Yields a game now and after each change, until the game is over or `signal` ends. Yields
   * undefined as a heartbeat after a quiet period. A slow reader skips states in between but always
   * gets the latest.
   */
  async *follow(
    id: GameId,
    address: string,
    signal: AbortSignal,
  ): AsyncGenerator<Game | undefined> {
    this.#count++
    this.#ofAddress.add(address)
    const waker = new Waker(signal)
    const wakers = this.#wakers.get(id) ?? new Set()
    this.#wakers.set(id, wakers.add(waker.wake))
    let live: LiveGame | undefined
    // A watcher: no socket has this connection id, and no player has an empty id.
    const connection = `stream-${++this.#last}` as ConnectionId
    const { games, cluster, rooms } = this.#dependencies
    cluster.follow(id)
    try {
      const opened = await games.openLatest(id)
      if (!opened.ok) return
      live = opened.value
      rooms.attend(connection, '' as PlayerId, live)
      let told: number | undefined
      while (!signal.aborted && !this.#isClosed) {
        const { game } = live
        if (game.view.version !== told) {
          told = game.view.version
          yield game
        } else if (!(await waker.isWoken(QUIET_MS))) yield undefined
        if (game.view.ending !== undefined && game.view.version === told) return
      }
    } finally {
      if (live !== undefined) rooms.unattend(connection, id)
      cluster.unfollow(id)
      wakers.delete(waker.wake)
      if (wakers.size === 0) this.#wakers.delete(id)
      this.#count--
      this.#ofAddress.remove(address)
    }
  }
}

// --- internal ---

/** Their writes take up to 3 ms. */
const WOKEN_TOGETHER = 25
const MOST_STREAMS = 1000
const MOST_OF_ADDRESS = 20
/** The interval of heartbeats, which let both ends notice a dead connection. */
const QUIET_MS = 15_000
