import {
  type ClientMessage,
  COMMAND_EVENT,
  LAG_EVENT,
  type PlayerCard,
  type Reply,
  replySchema,
  SERVER_MESSAGES,
  type ServerMessages,
  SOCKET_PATH,
} from '@hokito/protocol'
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { io, type Socket } from 'socket.io-client'

/** `signedOut`: the server will not know us, as where cookies are forbidden. */
export type ConnectionStatus = 'connecting' | 'online' | 'offline' | 'signedOut'

/** The one line to the server. It opens when it is made and comes back by itself. */
export interface Connection {
  readonly status: ReadonlySignal<ConnectionStatus>
  /** Who we are, once the server has told. */
  readonly player: ReadonlySignal<PlayerCard | undefined>
  /** A game of ours that has begun and that we have not gone to yet; whoever goes there clears it. */
  readonly called: Signal<string | undefined>
  /** The server's clock, in milliseconds since 1970. */
  now(): number
  /** Sends a message; undefined when no answer came, for example as the line broke. */
  send(message: ClientMessage): Promise<Reply | undefined>
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
  const called = signal<string | undefined>(undefined)
  const listeners = new Map<string, Set<(message: never) => void>>()
  const onlineListeners = new Set<() => void>()
  let clockOffsetMs = 0

  const socket = io({ path: SOCKET_PATH, autoConnect: false, transports: ['websocket'] })
  socket.on(LAG_EVENT, (acknowledge: () => void) => acknowledge())
  for (const [event, schema] of Object.entries(SERVER_MESSAGES)) {
    socket.on(event, (message: unknown) => {
      const parsed = schema.safeParse(message)
      // A server of another version says things we do not know: they are for a newer page.
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
    status.value = 'online'
    for (const listener of onlineListeners) listener()
  })
  on('started', ({ game }) => {
    called.value = game
  })
  on('renamed', (renamed) => {
    player.value = renamed.player
  })
  keepConnected(socket, on, (next) => {
    status.value = next
  })

  return {
    status,
    player,
    called,
    now: () => now() + clockOffsetMs,
    send: (message) => ask(socket, message),
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
const RETRY_MS = 2000

/** Signs in, connects, and does both again whenever the line is lost. */
function keepConnected(
  socket: Socket,
  on: Connection['on'],
  setStatus: (status: ConnectionStatus) => void,
): void {
  let reconnectAfterMs = RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(signInAndConnect, ms)
  }
  const retryLater = (ms = 0) => {
    setStatus('offline')
    later(Math.max(RETRY_MS, ms))
  }
  async function signInAndConnect(): Promise<void> {
    try {
      const response = await fetch('/api/session', { method: 'POST' })
      if (response.ok) return void socket.connect()
      retryLater(1000 * Number(response.headers.get('Retry-After')))
    } catch {
      // The status says so, and the next attempt is on its way.
      retryLater()
    }
  }
  on('closing', (closing) => {
    reconnectAfterMs = closing.reconnectAfterMs
  })
  socket.on('disconnect', (reason) => {
    setStatus('offline')
    // A server that ends the connection itself is not called again by Socket.IO.
    if (reason === 'io server disconnect') later(reconnectAfterMs)
    reconnectAfterMs = RETRY_MS
  })
  socket.on('connect_error', (error: Error & { data?: { retryAfterMs?: number } }) => {
    // What the server itself refuses is not tried again by Socket.IO.
    if (!socket.active) retryLater(error.data?.retryAfterMs)
    setStatus(error.message === 'signedOut' ? 'signedOut' : 'offline')
  })
  addEventListener('online', () => {
    if (!socket.connected) later(0)
  })
  void signInAndConnect()
}

async function ask(socket: Socket, message: ClientMessage): Promise<Reply | undefined> {
  if (!socket.connected) return undefined
  try {
    const reply: unknown = await socket.timeout(ANSWER_MS).emitWithAck(COMMAND_EVENT, message)
    return replySchema.parse(reply)
  } catch {
    // Not answered in time, or by a newer server in words that we do not know: as good as no answer.
    return undefined
  }
}
