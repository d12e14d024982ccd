import {
  type ClientMessage,
  type GameId,
  LAG_EVENT,
  MESSAGE_EVENT,
  type PlayerCard,
  PROTOCOL_VERSION,
  parseReply,
  protocolOf,
  RECONNECTION,
  type RefusalCode,
  type Refused,
  reconnectionPauseMs,
  SERVER_MESSAGES,
  type ServerMessages,
  SOCKET_PATH,
  sessionReplySchema,
} from '@hokito/protocol'
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { io, type Socket } from 'socket.io-client'
import { pause } from '../device/pause.ts'
import { type Answer, patiently, type Send } from './patience.ts'

/**
 * `signedOut`: the server cannot identify us, for example because cookies are forbidden.
 * `outdated`: the server speaks a newer version of the protocol, so the page has to be reloaded;
 * until then there is no connection.
 */
export type ConnectionStatus = 'connecting' | 'online' | 'offline' | 'signedOut' | 'outdated'

/** The one connection to the server. It opens when it is made and reconnects by itself. */
export interface Connection {
  readonly status: ReadonlySignal<ConnectionStatus>
  /** Our player, once the server has sent it. */
  readonly player: ReadonlySignal<PlayerCard | undefined>
  /**
   * A game of ours that has begun and that we have not opened yet; the page of that game clears it.
   */
  readonly called: Signal<GameId | undefined>
  /** Does a message wait to be sent again, because the server was busy? */
  readonly isWaiting: ReadonlySignal<boolean>
  /** The server's clock, in milliseconds since 1970. */
  now(): number
  /**
   * Sends a message, and retries after a pause if the server asks for that. Undefined if no answer
   * came, for example because the connection broke. An unreadable answer is reported and counts as
   * the refusal `internal`.
   */
  readonly send: Send
  /** Calls back for every message of a kind. Returns a function that stops it. */
  on<K extends keyof ServerMessages>(
    event: K,
    listener: (message: ServerMessages[K]) => void,
  ): () => void
  /** Calls back now if we are online, and each time we come online again. */
  whenOnline(listener: () => void): () => void
}

/** Connects as the guest of this browser; the first visit makes that guest. */
export function connect(now: () => number): Connection {
  const status = signal<ConnectionStatus>('connecting')
  const player = signal<PlayerCard | undefined>(undefined)
  const called = signal<GameId | undefined>(undefined)
  const onlineListeners = new Set<() => void>()
  let clockOffsetMs = 0

  const socket = newSocket()
  const setStatus = (next: ConnectionStatus) => {
    // Only another page gets out of that status.
    if (status.peek() !== 'outdated') status.value = next
  }
  socket.on(LAG_EVENT, (acknowledge: () => void) => acknowledge())
  socket.on('welcome', (welcome: unknown) => {
    if ((protocolOf(welcome) ?? 0) <= PROTOCOL_VERSION) return
    setStatus('outdated')
    socket.disconnect()
  })
  const on = createListeners({ socket, status })
  on('welcome', (welcome) => {
    player.value = welcome.player
    clockOffsetMs = welcome.now - now()
    // Sent again only because the server's clock has jumped: no messages were missed.
    if (status.peek() === 'online') return
    setStatus('online')
    for (const listener of onlineListeners) listener()
  })
  on('started', ({ game }) => {
    called.value = game
  })
  on('renamed', (renamed) => {
    player.value = renamed.player
  })
  keepConnected(socket, { on, status, player, setStatus })
  moveNearer(socket, { on, setStatus, now })
  const { send, isWaiting } = patiently((message) => ask({ socket, status }, message), pause)

  return {
    status,
    player,
    called,
    isWaiting,
    now: () => now() + clockOffsetMs,
    send,
    on,
    whenOnline: (listener) => {
      onlineListeners.add(listener)
      if (status.peek() === 'online') listener()
      return () => onlineListeners.delete(listener)
    },
  }
}

// --- internal ---

const ANSWER_MS = 8000

/** A page moves at most once in this time from one node to another. */
const BETWEEN_MOVES_MS = 600_000

interface Wire extends Pick<Connection, 'status'> {
  readonly socket: Socket
}

function newSocket(): Socket {
  return io({
    path: SOCKET_PATH,
    autoConnect: false,
    transports: ['websocket'],
    // Only by this timeout does Socket.IO give up a connection that closed before its first
    // message.
    timeout: ANSWER_MS,
    reconnectionDelay: RECONNECTION.firstMs,
    reconnectionDelayMax: RECONNECTION.mostMs,
    randomizationFactor: RECONNECTION.spread,
  })
}

/** Passes the server's messages to those who listen. */
function createListeners({ socket, status }: Wire): Connection['on'] {
  const listeners = new Map<string, Set<(message: never) => void>>()
  for (const [event, schema] of Object.entries(SERVER_MESSAGES)) {
    socket.on(event, (message: unknown) => {
      if (status.peek() === 'outdated') return
      const parsed = schema.safeParse(message)
      if (!parsed.success) return reportError(new Error(`the server's ${event} cannot be read`))
      for (const listener of listeners.get(event) ?? []) listener(parsed.data as never)
    })
  }
  return (event, listener) => {
    const all = listeners.get(event) ?? new Set()
    listeners.set(event, all.add(listener))
    return () => all.delete(listener)
  }
}

interface Line extends Pick<Connection, 'on' | 'status'> {
  readonly player: Signal<PlayerCard | undefined>
  readonly setStatus: (status: ConnectionStatus) => void
}

/** Signs in and connects, and repeats both whenever the connection is lost. */
function keepConnected(socket: Socket, { on, status, player, setStatus }: Line): void {
  /** Set if the server said it as it was about to stop. */
  let reconnectAfterMs: number | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(signInAndConnect, ms)
  }
  const pauseMs = () => reconnectionPauseMs(failures++, Math.random())
  const retryLater = (ms = 0) => {
    setStatus('offline')
    later(Math.max(pauseMs(), ms))
  }
  async function signInAndConnect(): Promise<void> {
    if (status.peek() === 'outdated') return
    try {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const response = await fetch('/api/session', { method: 'POST', signal })
      if (response.ok) {
        player.value = await readSession(response)
        return void socket.connect()
      }
      retryLater(1000 * Number(response.headers.get('Retry-After')))
    } catch {
      // The status shows it, and a retry is scheduled.
      retryLater()
    }
  }
  on('welcome', () => {
    failures = 0
  })
  on('closing', (closing) => {
    reconnectAfterMs = closing.reconnectAfterMs
  })
  socket.on('disconnect', (reason) => {
    setStatus('offline')
    // Socket.IO does not reconnect after the server itself has ended the connection.
    if (reason === 'io server disconnect') later(reconnectAfterMs ?? pauseMs())
    reconnectAfterMs = undefined
  })
  socket.on('connect_error', (error: Error & { data?: { retryAfterMs?: number } }) => {
    // Socket.IO does not retry after the server has refused the connection.
    if (!socket.active) retryLater(error.data?.retryAfterMs)
    setStatus(error.message === 'signedOut' ? 'signedOut' : 'offline')
  })
  // Without this Socket.IO would wait for missing pings: a quarter of a minute in which the page
  // seems frozen.
  addEventListener('offline', () => {
    if (socket.connected) socket.io.engine.close()
  })
  addEventListener('online', () => {
    if (!socket.connected) later(0)
  })
  void signInAndConnect()
}

/**
 * Connects again at the opponent's node when the server asks for it, but not often. If that node
 * cannot be reached, any other will do, and this page does not try again.
 */
function moveNearer(
  socket: Socket,
  { on, setStatus, now }: Pick<Line, 'on' | 'setStatus'> & { readonly now: () => number },
): void {
  const line = socket.io.opts
  let mayMoveAt = Number.NEGATIVE_INFINITY
  on('nearer', ({ path }) => {
    if (now() < mayMoveAt) return
    mayMoveAt = now() + BETWEEN_MOVES_MS
    line.path = path
    socket.disconnect()
    setStatus('connecting')
    socket.connect()
  })
  on('closing', () => {
    line.path = SOCKET_PATH
  })
  socket.on('connect_error', () => {
    if (line.path !== SOCKET_PATH) mayMoveAt = Number.POSITIVE_INFINITY
    line.path = SOCKET_PATH
  })
}

/** Our player. A newer server may send it in another form; its welcome will then say so. */
async function readSession(response: Response): Promise<PlayerCard | undefined> {
  const parsed = sessionReplySchema.safeParse(await response.json())
  if (!parsed.success) reportError(new Error("the server's session cannot be read"))
  return parsed.data?.player
}

async function ask<M extends ClientMessage>(
  { socket, status }: Wire,
  message: M,
): Promise<Answer<M>> {
  const type: M['type'] = message.type
  if (status.peek() === 'outdated') return refused('outdated')
  if (!socket.connected) return undefined
  const reply: unknown = await emit(socket, message)
  if (reply === undefined) return undefined
  const parsed = parseReply(type, reply)
  if (parsed !== undefined) return parsed
  reportError(new Error(`the server's answer to ${type} cannot be read`))
  return refused('internal')
}

/** Sends a message; undefined when it is not answered in time. */
async function emit(socket: Socket, message: ClientMessage): Promise<unknown> {
  try {
    return await socket.timeout(ANSWER_MS).emitWithAck(MESSAGE_EVENT, message)
  } catch {
    // Too late, or the connection broke: the caller makes sure that the message counts once.
    return undefined
  }
}

function refused(code: RefusalCode): Refused {
  return { ok: false, refusal: { code } }
}
