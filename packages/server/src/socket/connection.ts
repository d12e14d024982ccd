import type { GameId, PlayerCard, PlayerId, ServerMessages } from '@hokito/protocol'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import { type Rate, takeFromAll } from '../limiting/rate.ts'
import { type ConnectionId, connectionIdSchema } from '../live/connection-id.ts'
import { Lag } from './lag.ts'

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

/** How somebody was let in. */
interface Admitted extends Pick<Connection, 'since' | 'admittedAt'> {
  readonly rates: readonly Rate[]
  readonly patience: Rate
}

/** One open socket with what is known about it. */
export class Connection {
  readonly id: ConnectionId
  readonly socket: PageSocket
  readonly lag = new Lag()
  player: PlayerCard
  readonly openGames = new Set<GameId>()
  /** Whose challenges this connection is not shown, as one of the two has blocked the other. */
  apart: ReadonlySet<PlayerId> = new Set()
  /** When a message last came, or it connected, by the server's clock. */
  heardAt: number
  /** Whom this connection waits for. */
  awaited: PlayerId | undefined
  /** From when on the cookie was good: an instant of the server's clock, and a moment of this process. */
  readonly since: number
  readonly admittedAt: number
  readonly #rates: readonly Rate[]
  readonly #patience: Rate

  /** Messages are paid from all of the rates, refusals from the server's patience. */
  constructor(
    socket: PageSocket,
    player: PlayerCard,
    { rates, patience, since, admittedAt }: Admitted,
  ) {
    this.id = connectionIdSchema.parse(socket.id)
    this.socket = socket
    this.player = player
    this.since = since
    this.heardAt = since
    this.admittedAt = admittedAt
    this.#rates = rates
    this.#patience = patience
  }

  /** Pays for a message. Gives 0, or in how many milliseconds it could be paid. */
  pay(price: number): number {
    return takeFromAll(this.#rates, performance.now(), price)
  }

  /** May it be refused once more, or has it asked on too often after it was? */
  mayBeRefused(): boolean {
    return this.#patience.take(performance.now())
  }

  /** Measures the round trip once. */
  measureLag(): void {
    const sentAt = performance.now()
    this.socket.emit('lag', () => this.lag.add(performance.now() - sentAt))
  }
}
