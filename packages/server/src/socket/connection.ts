import type { PlayerCard, Reply, ServerMessages } from '@hokito/protocol'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { Limits } from '../limits.ts'
import { Lag } from './lag.ts'
import { Rate } from './rate.ts'

/** What a page may emit. Nothing in it has been checked. */
export interface FromPage {
  command: (message: unknown, acknowledge: unknown) => void
}

/** What the server emits, by event. */
export type ToPage = {
  [K in keyof ServerMessages]: (message: ServerMessages[K]) => void
} & { lag: (acknowledge: () => void) => void }

interface Data {
  connection: Connection
}

export type PageServer = Server<FromPage, ToPage, DefaultEventsMap, Data>
export type PageSocket = Socket<FromPage, ToPage, DefaultEventsMap, Data>

/** One open socket with what is known about it. */
export class Connection {
  readonly socket: PageSocket
  readonly lag = new Lag()
  player: PlayerCard
  readonly openGames = new Set<string>()
  readonly #rate: Rate
  #refusedInARow = 0

  constructor(socket: PageSocket, player: PlayerCard, limits: Limits) {
    this.socket = socket
    this.player = player
    this.#rate = new Rate(limits.burst, limits.perSecond, performance.now())
  }

  get id(): string {
    return this.socket.id
  }

  /** May one more message be handled? Whoever keeps on asking regardless is disconnected. */
  mayAsk(): boolean {
    if (this.#rate.take(performance.now())) {
      this.#refusedInARow = 0
      return true
    }
    this.#refusedInARow++
    if (this.#refusedInARow > PATIENCE) this.socket.disconnect(true)
    return false
  }

  /** Measures the round trip once. */
  measureLag(): void {
    const sentAt = performance.now()
    this.socket.emit('lag', () => this.lag.add(performance.now() - sentAt))
  }
}

/** Answers one message; a page that gave no way to answer hears nothing. */
export type Answer = (reply: Reply) => void

// --- internal ---

const PATIENCE = 200
