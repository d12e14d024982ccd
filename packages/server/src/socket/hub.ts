import {
  type ClientMessage,
  type CommandReply,
  clientMessageSchema,
  isGameCommand,
  MESSAGE_EVENT,
  type PlayerCard,
  type PlayerId,
  type Refusal,
  type Reply,
} from '@hokito/protocol'
import { unreachable } from '@hokito/rules'
import type { Limits } from '../ground/limits.ts'
import type { NodePaths } from '../ground/node-paths.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { CommandOutcome } from '../live/game-decisions.ts'
import type { Metrics } from '../metrics.ts'
import { admit, RETRY_MS, tooMany } from './admission.ts'
import { Answered } from './answered.ts'
import type { Connection, PageServer, PageSocket } from './connection.ts'
import { priceOf } from './prices.ts'
import { answer, type RequestDependencies, refused } from './requests.ts'
import { type CutReason, type Transport, Transports } from './transports.ts'

/** The parts that the hub depends on, besides those of requests. */
export interface HubDependencies extends RequestDependencies {
  readonly metrics: Metrics
  readonly limits: Limits
  readonly visitors: Visitors
  readonly nodePaths: NodePaths
  /** The player of the cookie in a handshake. */
  readonly recognise: (cookieHeader: string | undefined) => Promise<PlayerCard | undefined>
  /** Is so much waiting for the disk that the server should accept nothing more? */
  readonly isOverloaded: () => boolean
  /** A player has lost their last connection. */
  readonly onLeft: (player: PlayerId) => void
  /** A player has used a page. */
  readonly onHeard: (player: PlayerId) => void
}

/** Handles all messages from sockets: count, parse, then decide; always one answer. */
export class Hub {
  readonly #io: PageServer
  readonly #dependencies: HubDependencies
  readonly #answered = new Answered()
  readonly #transports: Transports

  constructor(io: PageServer, dependencies: HubDependencies) {
    this.#io = io
    this.#dependencies = dependencies
    this.#transports = new Transports(dependencies.limits, (transport, reason) =>
      this.#reportCut(transport, reason),
    )
  }

  start(): void {
    const { addressOf } = this.#dependencies.visitors
    this.#io.engine.on('connection', (conn: PageSocket['conn']) => {
      this.#transports.add(conn, addressOf(conn.request))
    })
    this.#io.use((socket, next) => {
      this.#admit(socket).then(
        (refusal) => next(refusal && errorOf(refusal)),
        (error: unknown) => {
          this.#dependencies.onFailure('a handshake', error)
          next(errorOf({ code: 'internal' }))
        },
      )
    })
    this.#io.on('connection', (socket) => this.#connect(socket))
  }

  /** Closes all sockets and accepts no new ones. */
  close(): void {
    this.#io.disconnectSockets(true)
    this.#transports.close()
    this.#io.engine.close()
  }

  /** Why a socket is not admitted; undefined if it is. */
  async #admit(socket: PageSocket): Promise<Refusal | undefined> {
    const transport = this.#transports.of(socket.conn)
    if (this.#dependencies.isClosing() || transport === undefined) return { code: 'closing' }
    const admitted = await admit(socket, transport.address, this.#dependencies)
    if (!admitted.ok) return admitted.error
    // Before the page asks for anything: what happens afterwards will reach it.
    await this.#dependencies.cluster.followed(admitted.value.player.id)
    socket.data.connection = admitted.value
    return undefined
  }

  #connect(socket: PageSocket): void {
    const { connection } = socket.data
    const { rooms, lobby, metrics, limits } = this.#dependencies
    const { player, admittedAt } = connection
    // Concurrent handshakes may all have found room, and a session may have ended meanwhile.
    const isFull = rooms.countOf(player.id) >= limits.connectionsPerPlayer
    if (isFull || rooms.hasEndedSince(player.id, admittedAt)) {
      socket.disconnect(true)
      return
    }
    metrics.connections.inc()
    rooms.enter(connection)
    lobby.enter(connection.player.id)
    this.#transports.of(socket.conn)?.belongTo(connection.player.id)
    socket.onAny((event) => {
      if (event !== MESSAGE_EVENT) this.#cut(connection, 'noMessage')
    })
    socket.on('command', (message, acknowledge) => {
      this.#handle(connection, message, acknowledge)
    })
    socket.on('disconnect', () => this.#disconnect(connection))
    rooms.welcome(connection)
    // Only a player with an open offer can be awaited.
    if (lobby.ofPlayer(connection.player.id).length > 0) rooms.cameBack(connection.player.id)
    connection.measureLag()
    const asked = lobby.forPlayer(connection.player.id).at(-1)
    if (asked !== undefined) socket.emit('challenged', { challenge: asked.id })
  }

  #disconnect(connection: Connection): void {
    const { rooms, metrics, onLeft } = this.#dependencies
    metrics.connections.dec()
    if (rooms.leave(connection)) onLeft(connection.player.id)
  }

  #handle(connection: Connection, message: unknown, acknowledge: unknown): void {
    connection.heardAt = this.#dependencies.now()
    this.#dependencies.onHeard(connection.player.id)
    if (typeof acknowledge !== 'function') {
      // The message cannot be refused without an acknowledgement, and our own pages always send
      // one.
      this.#cut(connection, 'noMessage')
      return
    }
    const send = (reply: Reply) => {
      if (!reply.ok) this.#dependencies.metrics.refusals.inc({ code: reply.refusal.code })
      acknowledge(reply)
    }
    const waitMs = this.#dependencies.isOverloaded() ? RETRY_MS : connection.pay(priceOf(message))
    if (waitMs > 0) {
      if (!connection.mayBeRefused()) return this.#cut(connection, 'refusals')
      return send({ ok: false, refusal: tooMany(waitMs) })
    }
    const parsed = clientMessageSchema.safeParse(message)
    if (!parsed.success) return send(refused('malformed'))
    this.#reply(parsed.data, connection).then(send, (error: unknown) => {
      this.#dependencies.onFailure(parsed.data.type, error)
      send(refused('internal'))
    })
  }

  #cut({ socket }: Connection, reason: CutReason): void {
    this.#transports.of(socket.conn)?.cut(reason)
  }

  /** Counts cuts, and blocks players and addresses that caused them by flooding. */
  #reportCut(transport: Transport, reason: CutReason): void {
    const { metrics, visitors } = this.#dependencies
    metrics.cutConnections.inc({ reason })
    if (reason !== 'packets' && reason !== 'refusals') return
    const now = performance.now()
    if (transport.player !== undefined) visitors.blocks.block(transport.player, now)
    if (visitors.offenders.take(transport.address) > 0)
      visitors.blocks.block(transport.address, now)
  }

  async #reply(message: ClientMessage, connection: Connection): Promise<Reply> {
    if (isGameCommand(message)) {
      const { player, id, lag } = connection
      const sender = { player: player.id, connection: id, lagMs: lag.ms }
      const ran = await this.#dependencies.games.run(message, sender)
      return ran.ok ? replyOf(ran.value) : refused(ran.error)
    }
    if (!('id' in message)) return answer(message, connection, this.#dependencies)
    const key = `${connection.player.id} ${message.type} ${message.id}`
    return this.#answered.once(key, () => answer(message, connection, this.#dependencies))
  }
}

// --- internal ---

/** A refusal as Socket.IO hands it to the page: the code as the message, the rest as data. */
function errorOf({ code, ...data }: Refusal): Error {
  return Object.assign(new Error(code), { data })
}

function replyOf(outcome: CommandOutcome): CommandReply {
  switch (outcome.kind) {
    case 'accepted':
      return { ok: true, updates: [...outcome.updates] }
    case 'repeated':
      return { ok: true, game: outcome.game.view }
    case 'refused': {
      const { game, refusal } = outcome
      // A player without a seat learns no more than that; others continue from the true state.
      return refusal.code === 'notSeated'
        ? { ok: false, refusal }
        : { ok: false, refusal, game: game.view }
    }
    default:
      return unreachable(outcome)
  }
}
