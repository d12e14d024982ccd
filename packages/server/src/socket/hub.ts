import type { Server as HttpServer, IncomingMessage } from 'node:http'
import {
  type ClientMessage,
  COMMAND_EVENT,
  clientMessageSchema,
  isGameCommand,
  type PlayerCard,
  type Reply,
  SOCKET_PATH,
} from '@hokito/protocol'
import { Server } from 'socket.io'
import type { Limits } from '../limits.ts'
import type { Ran } from '../live/games.ts'
import type { Metrics } from '../metrics.ts'
import { Answered } from './answered.ts'
import { Connection, type PageServer, type PageSocket } from './connection.ts'
import { answer, type RequestDoors, refused } from './requests.ts'

/** What the hub needs besides the doors behind it. */
export interface HubOptions {
  readonly doors: RequestDoors
  readonly metrics: Metrics
  readonly limits: Limits
  /** Whose cookie a handshake carries. */
  readonly recognise: (cookieHeader: string | undefined) => Promise<PlayerCard | undefined>
  /** Where a handshake comes from. */
  readonly addressOf: (handshake: PageSocket['handshake']) => string
  readonly onFailure: (what: string, error: unknown) => void
}

/** Makes the socket server: it takes handshakes of our own pages only, and small messages only. */
export function createSocketServer(
  http: HttpServer,
  isOurs: (request: IncomingMessage) => boolean,
  limits: Limits,
): PageServer {
  const io: PageServer = new Server(http, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: limits.messageBytes,
    pingInterval: 10_000,
    pingTimeout: 10_000,
    connectTimeout: 10_000,
    perMessageDeflate: false,
    allowRequest: (request, decide) => decide(null, isOurs(request)),
  })
  return io
}

/** Handles everything that comes in over sockets: count, parse, then decide; always one answer. */
export class Hub {
  readonly #io: PageServer
  readonly #options: HubOptions
  readonly #answered = new Answered()
  readonly #byAddress = new Map<string, number>()
  #lagTimer: NodeJS.Timeout | undefined
  #lagTurn = 0

  constructor(io: PageServer, options: HubOptions) {
    this.#io = io
    this.#options = options
  }

  start(): void {
    this.#io.use((socket, next) => {
      this.#admit(socket).then(
        (code) => next(code === undefined ? undefined : new Error(code)),
        (error: unknown) => {
          this.#options.onFailure('a handshake', error)
          next(new Error('internal'))
        },
      )
    })
    this.#io.on('connection', (socket) => this.#connect(socket))
    this.#lagTimer = setInterval(() => this.#measureLags(), LAG_EVERY_MS / LAG_TURNS)
  }

  /** Measures a part of all connections at a time: all at once would hold up the moves. */
  #measureLags(): void {
    this.#lagTurn = (this.#lagTurn + 1) % LAG_TURNS
    let place = 0
    for (const { data } of this.#io.sockets.sockets.values()) {
      const isDue = place++ % LAG_TURNS === this.#lagTurn
      if (isDue && data.connection.openGames.size > 0) data.connection.measureLag()
    }
  }

  /** Closes all sockets and takes no new ones. */
  close(): void {
    clearInterval(this.#lagTimer)
    this.#io.disconnectSockets(true)
    this.#io.engine.close()
  }

  /** The code for which a socket is not let in, if any. */
  async #admit(socket: PageSocket): Promise<string | undefined> {
    const { doors, limits, recognise, addressOf } = this.#options
    if (doors.isClosing()) return 'closing'
    const { headers } = socket.handshake
    const address = addressOf(socket.handshake)
    if ((this.#byAddress.get(address) ?? 0) >= limits.connectionsPerAddress) return 'tooMany'
    const player = await recognise(headers.cookie)
    if (player === undefined) return 'signedOut'
    if (doors.rooms.countOf(player.id) >= limits.connectionsPerPlayer) return 'tooMany'
    const connection = new Connection(socket, player, limits)
    socket.data.connection = connection
    return undefined
  }

  #connect(socket: PageSocket): void {
    const { connection } = socket.data
    const { doors, metrics, limits } = this.#options
    // Many handshakes at once may all have found room.
    if (doors.rooms.countOf(connection.player.id) >= limits.connectionsPerPlayer) {
      socket.disconnect(true)
      return
    }
    const address = this.#options.addressOf(socket.handshake)
    metrics.connections.inc()
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1)
    doors.rooms.enter(connection)
    doors.lobby.enter(connection.player.id)
    socket.onAny((event) => {
      if (event !== COMMAND_EVENT) socket.disconnect(true)
    })
    socket.on('command', (message, acknowledge) => {
      this.#handle(connection, message, acknowledge)
    })
    socket.on('disconnect', () => this.#disconnect(connection, address))
    doors.rooms.welcome(connection)
    connection.measureLag()
  }

  #disconnect(connection: Connection, address: string): void {
    const { doors, metrics, onFailure } = this.#options
    metrics.connections.dec()
    const left = (this.#byAddress.get(address) ?? 1) - 1
    if (left === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, left)
    if (!doors.rooms.leave(connection) || doors.isClosing()) return
    // A page that is reloaded comes back within seconds; its offer should still be there.
    const player = connection.player.id
    setTimeout(() => {
      if (doors.rooms.countOf(player) > 0 || doors.isClosing()) return
      doors.lobby.leave(player).catch((error: unknown) => onFailure('leaving the lobby', error))
    }, LEAVE_AFTER_MS).unref()
  }

  #handle(connection: Connection, message: unknown, acknowledge: unknown): void {
    if (typeof acknowledge !== 'function') {
      // There is no way to refuse it, and our own pages always give one.
      connection.socket.disconnect(true)
      return
    }
    const send = (reply: Reply) => {
      if (!reply.ok) this.#options.metrics.refusals.inc({ code: reply.refusal.code })
      acknowledge(reply)
    }
    if (!connection.mayAsk()) return send(refused('tooMany'))
    const parsed = clientMessageSchema.safeParse(message)
    if (!parsed.success) return send(refused('malformed'))
    this.#reply(parsed.data, connection).then(send, (error: unknown) => {
      this.#options.onFailure(parsed.data.type, error)
      send(refused('internal'))
    })
  }

  async #reply(message: ClientMessage, connection: Connection): Promise<Reply> {
    const { doors } = this.#options
    if (isGameCommand(message)) {
      const { player, id, lag } = connection
      const ran = await doors.games.run(message, {
        player: player.id,
        connection: id,
        lagMs: lag.ms,
      })
      return typeof ran === 'string' ? refused(ran) : replyOf(ran)
    }
    if (!('id' in message)) return answer(message, connection, doors)
    const key = `${connection.player.id} ${message.id}`
    return this.#answered.once(key, () => answer(message, connection, doors))
  }
}

// --- internal ---

const LAG_EVERY_MS = 10_000
const LAG_TURNS = 100
const LEAVE_AFTER_MS = 8000

function replyOf({ game, updates, refusal, isRepeat }: Ran): Reply {
  if (refusal !== undefined) {
    // Whoever may not touch a game learns no more than that; others go on from what is true.
    return refusal.code === 'notSeated'
      ? { ok: false, refusal }
      : { ok: false, refusal, game: game.view }
  }
  return isRepeat ? { ok: true, game: game.view } : { ok: true, updates: [...updates] }
}
