import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { SOCKET_PATH } from '@hokito/protocol'
import { Server } from 'socket.io'
import type { Limits } from '../ground/limits.ts'
import { isOwnOrigin } from '../ground/origin.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import { Counts } from '../limiting/counts.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { PageServer, PageSocket } from './connection.ts'

/** The facts by which handshakes are accepted, before anything is read or looked up for them. */
export interface SocketServerDependencies {
  readonly limits: Limits
  readonly visitors: Visitors
  /** The address that people open; if absent, the host of each request. */
  readonly publicUrl: string | undefined
  /** Are sockets accepted yet? */
  readonly isOpen: () => boolean
}

/**
 * Makes the socket server: it limits handshakes, and accepts only our own pages and small messages.
 */
export function createSocketServer(
  http: HttpServer,
  options: SocketServerDependencies,
): PageServer {
  const { limits, visitors, publicUrl, isOpen } = options
  const open = new Counts<AddressKey>()
  const hasRoom = (request: IncomingMessage) => {
    const address = visitors.addressOf(request)
    return (
      visitors.handshakes.take(address) === 0 && open.of(address) < limits.connectionsPerAddress
    )
  }
  const io: PageServer = new Server(http, {
    path: SOCKET_PATH,
    serveClient: false,
    // Long polling would be a second way in with its own limits, and needs sticky sessions.
    transports: ['websocket'],
    maxHttpBufferSize: limits.messageBytes,
    pingInterval: 10_000,
    pingTimeout: 10_000,
    connectTimeout: CONNECT_MS,
    perMessageDeflate: false,
    allowRequest: (request, decide) => {
      decide(null, isOpen() && isOwnOrigin(request, publicUrl) && hasRoom(request))
    },
  })
  io.engine.on('connection', (conn: PageSocket['conn']) => {
    const address = visitors.addressOf(conn.request)
    open.add(address)
    conn.once('close', () => open.remove(address))
  })
  io.engine.use((_: IncomingMessage, response: HeaderBearer, next: () => void) => {
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value)
    next()
  })
  return io
}

// --- internal ---

/** The time within which a socket must identify itself. */
const CONNECT_MS = 5000

/** No page is ever served here, whatever an answer contains. */
const SECURITY_HEADERS = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
] as const

interface HeaderBearer {
  setHeader(name: string, value: string): void
}
