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
import { type Answer, patiently, type Send } from './patience.ts'

/**
 * `signedOut`: the server will not know us, as where cookies are forbidden. `outdated`: the server speaks a
 * newer version of the protocol, so the page has to be loaded again; until then there is no line.
 */
export type ConnectionStatus = 'connecting' | 'online' | 'offline' | 'signedOut' | 'outdated'

/** The one line to the server. It opens when it is made and comes back by itself. */
export interface Connection {
  readonly status: ReadonlySignal<ConnectionStatus>
  /** Who we are, once the server has told. */
  readonly player: ReadonlySignal<PlayerCard | undefined>
  /** A game of ours that has begun and that we have not gone to yet; whoever goes there clears it. */
  readonly called: Signal<GameId | undefined>
  /** Is something waiting to be sent again, as the server had no time for it? */
  readonly isWaiting: ReadonlySignal<boolean>
  /** The server's clock, in milliseconds since 1970. */
  now(): number
  /**
   * Sends a message, and once more after a while where the server asks for that. Undefined when no answer
   * came, for example as the line broke; an answer that cannot be read is reported and counts as the refusal
   * `internal`.
   */
  readonly send: Send
  /** Calls back for every message of a kind. Returns the function that stops it. */
  on<K extends keyof ServerMessages>(
    event: K,
    listener: (message: ServerMessages[K]) => void,
  ): () => void
  /** Calls back now if we are online, and whenever we come online again. */
  whenOnline(listener: () => void): () => void
}

/** Connects as the guest of this browser, who is made on the first visit. */
export function connect(now: () => number): Connection {
  const status = signal<ConnectionStatus>('connecting')
  const player = signal<PlayerCard | undefined>(undefined)
  const called = signal<GameId | undefined>(undefined)
  const listeners = new Map<string, Set<(message: never) => void>>()
  const onlineListeners = new Set<() => void>()
  let clockOffsetMs = 0

  const socket = io({
    path: SOCKET_PATH,
    autoConnect: false,
    transports: ['websocket'],
    // A line that is closed before its first word is given up by Socket.IO only then.
    timeout: ANSWER_MS,
    reconnectionDelay: RECONNECTION.firstMs,
    reconnectionDelayMax: RECONNECTION.mostMs,
    randomizationFactor: RECONNECTION.spread,
  })
  const setStatus = (next: ConnectionStatus) => {
    // From there only another page leads on.
    if (status.peek() !== 'outdated') status.value = next
  }
  socket.on(LAG_EVENT, (acknowledge: () => void) => acknowledge())
  socket.on('welcome', (welcome: unknown) => {
    if ((protocolOf(welcome) ?? 0) <= PROTOCOL_VERSION) return
    setStatus('outdated')
    socket.disconnect()
  })
  for (const [event, schema] of Object.entries(SERVER_MESSAGES)) {
    socket.on(event, (message: unknown) => {
      if (status.peek() === 'outdated') return
      const parsed = schema.safeParse(message)
      if (!parsed.success) return reportError(new Error(`the server's ${event} cannot be read`))
      for (const listener of listeners.get(event) ?? []) listener(parsed.data as never)
    })
  }
  const on: Connection['on'] = (event, listener) => {
    const all = listeners.get(event) ?? new Set()
    listeners.set(event, all.add(listener))
    return () => all.delete(listener)
  }
  on('welcome', (welcome) => {
    player.value = welcome.player
    clockOffsetMs = welcome.now - now()
    // Said again only because the server's time has jumped: nothing was missed.
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

interface Line extends Pick<Connection, 'on' | 'status'> {
  readonly player: Signal<PlayerCard | undefined>
  readonly setStatus: (status: ConnectionStatus) => void
}

/** Signs in, connects, and does both again whenever the line is lost. */
function keepConnected(socket: Socket, { on, status, player, setStatus }: Line): void {
  /** Where the server has said so, as it was about to stop. */
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
      const response = await fetch('/api/session', { method: 'POST' })
      if (response.ok) {
        player.value = await readSession(response)
        return void socket.connect()
      }
      retryLater(1000 * Number(response.headers.get('Retry-After')))
    } catch {
      // The status says so, and the next attempt is on its way.
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
    // A server that ends the connection itself is not called again by Socket.IO.
    if (reason === 'io server disconnect') later(reconnectAfterMs ?? pauseMs())
    reconnectAfterMs = undefined
  })
  socket.on('connect_error', (error: Error & { data?: { retryAfterMs?: number } }) => {
    // What the server itself refuses is not tried again by Socket.IO.
    if (!socket.active) retryLater(error.data?.retryAfterMs)
    setStatus(error.message === 'signedOut' ? 'signedOut' : 'offline')
  })
  // Socket.IO would find out when pings stay out: a quarter of a minute, in which nothing says why nothing moves.
  addEventListener('offline', () => {
    if (socket.connected) socket.io.engine.close()
  })
  addEventListener('online', () => {
    if (!socket.connected) later(0)
  })
  void signInAndConnect()
}

/** Who we are. A newer server may say it in other words; its welcome will then tell. */
async function readSession(response: Response): Promise<PlayerCard | undefined> {
  const parsed = sessionReplySchema.safeParse(await response.json())
  if (!parsed.success) reportError(new Error("the server's session cannot be read"))
  return parsed.data?.player
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function ask<M extends ClientMessage>(
  { socket, status }: Pick<Connection, 'status'> & { readonly socket: Socket },
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
    // Too late, or the line broke: whoever asks sees to it that it counts once.
    return undefined
  }
}

function refused(code: RefusalCode): Refused {
  return { ok: false, refusal: { code } }
}
