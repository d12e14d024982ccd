import {
  type ClientMessage,
  clientMessageSchema,
  colorOf,
  type GameCommand,
  type GameId,
  isGameCommand,
  type MessageType,
  type PlayerCard,
  type Presence,
  parseReply,
  type Refusal,
  type Refused,
  type Reply,
  SERVER_MESSAGES,
  type ServerMessages,
  type Terms,
  type Update,
} from '@hokito/protocol'
import { signal } from '@preact/signals'
import { PlayedGame } from '../../../server/test/helpers/decisions.ts'
import type { Connection, ConnectionStatus } from '../../src/models/online/connection.ts'
import { type Answer, patiently } from '../../src/models/online/patience.ts'

const GAME_OVER: Refusal = { code: 'gameOver' }

/** A message of a page that the server has not read yet. */
interface Sent {
  readonly message: ClientMessage
  /** Receives the reply as it was sent over the network; undefined if none came. */
  readonly settle: (reply: unknown) => void
}

/**
 * A server of one game without sockets or disks. It decides as the real one does, and every message
 * passes through the protocol's schemas. Messages on their way wait until the test delivers them.
 */
export class MemoryServer {
  readonly played: PlayedGame
  readonly lines: Line[] = []

  constructor(change: Partial<Terms> = {}) {
    this.played = new PlayedGame(change)
  }

  get view() {
    return this.played.game.view
  }

  /** A connection of a player or watcher, open from the start. */
  line(player: PlayerCard): Line {
    const line = new Line(this, player)
    this.lines.push(line)
    return line
  }

  /** Replies to a message. The events of a command go to all others who follow the game. */
  answer(line: Line, message: ClientMessage): Reply {
    if (isGameCommand(message)) return this.#decide(line, message)
    switch (message.type) {
      case 'openGame':
        line.isFollowing = true
        return {
          ok: true,
          game: this.view,
          presence: this.#presence(),
          now: this.played.now,
          ...this.#ownSide(line),
        }
      case 'closeGame':
        line.isFollowing = false
        return { ok: true }
      default:
        return { ok: true }
    }
  }

  #decide(line: Line, command: GameCommand): Reply {
    const { version } = this.view
    const decision = this.played.ask(line.player.id, command)
    if (decision.kind === 'repeated') return { ok: true, game: this.view }
    const events = 'events' in decision ? decision.events : []
    const updates = events.map((event, index) => ({
      game: this.view.id,
      version: version + 1 + index,
      event,
    }))
    for (const other of this.lines) if (other !== line) other.tell('update', updates)
    if (decision.kind === 'accepted') return { ok: true, updates }
    const refusal = decision.kind === 'refused' ? decision.refusal : GAME_OVER
    return { ok: false, refusal, game: this.view }
  }

  #ownSide({ player }: Line): { readonly arrangement?: string } {
    const color = colorOf(this.view, player.id)
    const arrangement = color && this.played.game.arrangements[color]
    return arrangement === undefined ? {} : { arrangement }
  }

  #presence(): Presence {
    const seat = (player: string) => ({
      isHere: this.lines.some((line) => line.player.id === player && line.isFollowing),
    })
    const { black, white } = this.view.seats
    return {
      game: this.view.id,
      seats: { black: seat(black.id), white: seat(white.id) },
      watchers: 0,
    }
  }
}

/**
 * One page's connection to the server, which can be lost together with all messages on their way.
 */
export class Line {
  readonly player: PlayerCard
  readonly connection: Connection
  /** All messages that the server has read, in order. */
  readonly read: ClientMessage[] = []
  isFollowing = false
  /** The number of next messages to refuse, as a busy server would. */
  busyFor = 0
  readonly #server: MemoryServer
  readonly #status = signal<ConnectionStatus>('online')
  readonly #onlineListeners = new Set<() => void>()
  readonly #listeners = new Map<string, Set<(message: never) => void>>()
  #toServer: Sent[] = []
  #toPage: (() => void)[] = []

  constructor(server: MemoryServer, player: PlayerCard) {
    this.#server = server
    this.player = player
    this.connection = this.#connect()
  }

  /** Lets the server read the oldest message; its reply is then on its way back. */
  serve(): void {
    const sent = this.#toServer.shift()
    if (sent === undefined) return
    const reply = this.#read(sent.message)
    this.#toPage.push(() => sent.settle(reply))
  }

  /**
   * The same, but the reply is lost although the connection holds, so the page waits for it in
   * vain.
   */
  serveUnheard(): void {
    const sent = this.#toServer.shift()
    if (sent === undefined) return
    this.#read(sent.message)
    sent.settle(undefined)
  }

  /** Delivers the oldest message from the server. */
  hear(): void {
    this.#toPage.shift()?.()
  }

  lose(): void {
    this.#status.value = 'offline'
    this.isFollowing = false
    const sent = this.#toServer
    this.#toServer = []
    this.#toPage = []
    for (const { settle } of sent) settle(undefined)
    for (const settle of this.#unsettled) settle(undefined)
  }

  restore(): void {
    if (this.#status.peek() === 'online') return
    this.#status.value = 'online'
    for (const listener of this.#onlineListeners) listener()
  }

  /** Drops the oldest message from the server. */
  drop(): void {
    this.#toPage.shift()
  }

  get isQuiet(): boolean {
    return this.#toServer.length === 0 && this.#toPage.length === 0
  }

  /** Sends the page a message that is no reply, if it follows the game. */
  tell(event: 'update', messages: readonly Update[]): void {
    if (!this.isFollowing) return
    for (const message of messages) {
      const heard = SERVER_MESSAGES[event].parse(overTheWire(message))
      this.#toPage.push(() => this.#emit(event, heard))
    }
  }

  /** Replies on their way, to give up when the connection is lost. */
  readonly #unsettled = new Set<(reply: undefined) => void>()

  /** The server's reply, as it is sent over the network. */
  #read(message: ClientMessage): unknown {
    const read = clientMessageSchema.parse(overTheWire(message))
    this.read.push(read)
    return overTheWire(this.#answer(read))
  }

  #answer(message: ClientMessage): Reply | Refused {
    if (this.busyFor === 0) return this.#server.answer(this, message)
    this.busyFor--
    return { ok: false, refusal: { code: 'tooMany', retryAfterMs: BUSY_MS } }
  }

  #send<M extends ClientMessage>(message: M): Promise<Answer<M>> {
    if (this.#status.peek() !== 'online') return Promise.resolve(undefined)
    const type: M['type'] = message.type
    return new Promise((resolve) => {
      const settle = (reply: unknown) => {
        this.#unsettled.delete(settle)
        resolve(reply === undefined ? undefined : readReply(type, reply))
      }
      this.#unsettled.add(settle)
      this.#toServer.push({ message, settle })
    })
  }

  #emit<K extends keyof ServerMessages>(event: K, message: ServerMessages[K]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(message as never)
  }

  #connect(): Connection {
    const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    return {
      status: this.#status,
      player: signal<PlayerCard | undefined>(this.player),
      called: signal<GameId | undefined>(undefined),
      now: () => this.#server.played.now,
      ...patiently((message) => this.#send(message), pause),
      on: (event, listener) => {
        const all = this.#listeners.get(event) ?? new Set()
        this.#listeners.set(event, all.add(listener))
        return () => all.delete(listener)
      },
      whenOnline: (listener) => {
        this.#onlineListeners.add(listener)
        if (this.#status.peek() === 'online') listener()
        return () => this.#onlineListeners.delete(listener)
      },
    }
  }
}

/** The storage of a tab, which survives reloads. */
export class MemoryStorage {
  readonly #items = new Map<string, string>()

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value)
  }

  removeItem(key: string): void {
    this.#items.delete(key)
  }
}

/** The time that a busy server asks a page to wait. */
export const BUSY_MS = 1000

// --- internal ---

function readReply<T extends MessageType>(type: T, reply: unknown): Reply<T> {
  const read = parseReply(type, reply)
  if (read === undefined) throw new Error(`${JSON.stringify(reply)} is no answer to ${type}`)
  return read
}

function overTheWire(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message))
}
