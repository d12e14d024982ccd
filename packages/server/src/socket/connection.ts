import type { GameId, PlayerCard, PlayerId, ServerMessages, StudyId } from '@hokito/protocol'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import { type Rate, takeFromAll } from '../limiting/rate.ts'
import { type ConnectionId, connectionIdSchema } from '../live/connection-id.ts'
import type { LiveGame } from '../live/live-game.ts'
import { Lag } from './lag.ts'

/** The events a page may emit. Nothing in them has been checked. */
export interface FromPage {
  command: (message: unknown, acknowledge: unknown) => void
}

/** The events the server emits. */
export type ToPage = {
  [K in keyof ServerMessages]: (message: ServerMessages[K]) => void
} & { lag: (acknowledge: () => void) => void }

interface Data {
  connection: Connection
}

export type PageServer = Server<FromPage, ToPage, DefaultEventsMap, Data>
export type PageSocket = Socket<FromPage, ToPage, DefaultEventsMap, Data>

/** The result of an admission. */
interface Admitted extends Pick<Connection, 'since' | 'admittedAt' | 'isAstray'> {
  readonly rates: readonly Rate[]
  readonly patience: Rate
}

/** An open socket and its state. */
export class Connection {
  readonly id: ConnectionId
  readonly socket: PageSocket
  readonly lag = new Lag()
  player: PlayerCard
  readonly openGames = new Map<GameId, LiveGame>()
  /**
   * Players whose challenges this connection is not shown, as one of the two has blocked the other.
   */
  apart: ReadonlySet<PlayerId> = new Set()
  /** When the last message came, or the connection opened, by the server's clock. */
  heardAt: number
  /** The study that this connection follows, and its owner. */
  study: { readonly id: StudyId; readonly owner: PlayerId } | undefined
  /** Did the load balancer lead it here although it asked for another node? */
  readonly isAstray: boolean
  /** The last game for which this connection was asked to move to another node. */
  ledFor: GameId | undefined
  /** The player this connection waits for. */
  awaited: PlayerId | undefined
  /**
   * When the cookie was checked: an instant of the server's clock, and a moment of this process.
   */
  readonly since: number
  readonly admittedAt: number
  readonly #rates: readonly Rate[]
  readonly #patience: Rate

  /** Each message is charged to all rates, each refusal to the server's patience. */
  constructor(
    socket: PageSocket,
    player: PlayerCard,
    { rates, patience, since, admittedAt, isAstray }: Admitted,
  ) {
    this.id = connectionIdSchema.parse(socket.id)
    this.socket = socket
    this.player = player
    this.since = since
    this.heardAt = since
    this.admittedAt = admittedAt
    this.isAstray = isAstray
    this.#rates = rates
    this.#patience = patience
  }

  /** Charges for a message. Returns 0, or in how many milliseconds it could be charged. */
  pay(price: number): number {
    return takeFromAll(this.#rates, performance.now(), price)
  }

  /** May a message be refused once more, or were there too many after refusals? */
  mayBeRefused(): boolean {
    return this.#patience.take(performance.now())
  }

  /** Measures the round trip now, and from then on with each heartbeat of the transport. */
  measureLag(): void {
    let sentAt: number | undefined = performance.now()
    const heard = () => {
      if (sentAt !== undefined) this.lag.add(performance.now() - sentAt)
      sentAt = undefined
    }
    this.socket.emit('lag', heard)
    this.socket.conn.on('packetCreate', ({ type }) => {
      if (type === 'ping') sentAt = performance.now()
    })
    this.socket.conn.on('heartbeat', heard)
  }
}
