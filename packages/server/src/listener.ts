import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { isOfApi } from './api/document.ts'
import { refusalOf } from './api/refusal.ts'
import type { Limits } from './ground/limits.ts'
import { type AddressKey, addressKey, addressOf, trustIn } from './limiting/addresses.ts'
import { Counts } from './limiting/counts.ts'
import { Turns } from './limiting/turns.ts'

/** How the listener treats connections. */
export interface ListenerDependencies {
  readonly limits: Limits
  /**
   * With proxies in front of the server, all connections are the proxies', so they are not counted
   * by address.
   */
  readonly proxies: number
  /** Is so much work waiting for the database that no further request should begin? */
  readonly isCrowded: () => boolean
  /**
   * Called when a connection is cut off: there are too many in all, too many from its address, or
   * it sends requests without reading the answers.
   */
  readonly onCut: (reason: 'full' | 'address' | 'unanswered') => void
}

/**
 * Makes HTTP servers that are safe to expose to strangers. They limit the connections in all and
 * per address, and the time a request may take to arrive. They cut off connections that neither
 * write nor read, and clients that keep sending requests without reading the answers. Fastify makes
 * several servers if a host name has several addresses; all of them count together.
 */
export function listenerFactory(
  options: ListenerDependencies,
): (handler: RequestListener) => Server {
  const { limits, proxies, isCrowded, onCut } = options
  const { requestMs, idleMs } = limits
  const open = new Counts<AddressKey>()
  const unanswered = new WeakMap<Socket, number>()
  const trust = trustIn(proxies)
  return (handler) => {
    const inTurns = takingTurns(handler, (request) => addressOf(request, trust), isCrowded)
    const server = createServer(
      {
        requestTimeout: requestMs,
        headersTimeout: Math.min(HEADERS_MS, requestMs),
        connectionsCheckingInterval: Math.min(CHECK_MS, requestMs),
        keepAliveTimeout: idleMs,
      },
      (request, response) => {
        const { socket } = request
        // A request that arrived together with the one that got the connection cut off.
        if (socket.destroyed) return
        const before = unanswered.get(socket) ?? 0
        if (before >= MOST_UNANSWERED) {
          socket.destroy()
          return onCut('unanswered')
        }
        unanswered.set(socket, before + 1)
        response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
        inTurns(request, response)
      },
    )
    server.setTimeout(idleMs)
    server.maxConnections = mostConnections(limits.connections)
    server.on('drop', () => onCut('full'))
    if (proxies > 0) return server
    server.on('connection', (socket) => {
      if (countIn(open, socket, 2 * limits.connectionsPerAddress)) return
      socket.destroy()
      onCut('address')
    })
    return server
  }
}

// --- internal ---

const HEADERS_MS = 15_000
const CHECK_MS = 5000
/** File descriptors not used by visitors: the database, the log, and site files being sent. */
const OWN_FILES = 100
const FEWEST = 16
/**
 * Browsers and proxies wait for an answer before they send the next request on the same connection.
 */
const MOST_UNANSWERED = 4

/** Few enough that other events, such as moves, are handled within milliseconds. */
const REQUESTS_A_TURN = 4
/**
 * Once the requests of a turn of the event loop have run this long, no other begins in that turn.
 */
const TURN_MS = 5
/** The interval at which requests begin while much work waits for the database. */
const CROWDED_MS = 50
/**
 * Most requests waiting in all and per address: enough for a whole school class loading the page
 * together.
 */
const MOST_WAITING = 10_000
const MOST_OF_ADDRESS = 1000
/** The retry delay while the queue is full. */
const FULL_MS = 2000

type Exchange = Parameters<RequestListener>

/**
 * Begins only a few requests in each turn of the event loop, and hardly any while much work waits
 * for the database. Hundreds of requests arriving together would otherwise hold up everything else
 * for a tenth of a second. Addresses take turns, so that no client waits for another client's
 * burst.
 */
function takingTurns(
  handler: RequestListener,
  addressOf: (request: IncomingMessage) => AddressKey,
  isCrowded: () => boolean,
): RequestListener {
  const waiting = new Turns<AddressKey, Exchange>(MOST_WAITING, MOST_OF_ADDRESS)
  let begun = 0
  let since = 0
  let isTurnDue = false
  const mayBegin = () => {
    const sinceMs = performance.now() - since
    if (isCrowded()) return begun === 0 && sinceMs >= CROWDED_MS
    return begun === 0 || (begun < REQUESTS_A_TURN && sinceMs < TURN_MS)
  }
  const begin = (exchange: Exchange) => {
    if (begun === 0) since = performance.now()
    begun++
    awaitTurn()
    handler(...exchange)
  }
  const beginNext = () => {
    if (waiting.count > 0) awaitTurn()
    if (!mayBegin()) return
    let next = waiting.next()
    while (next?.[0].socket.destroyed) next = waiting.next()
    if (next !== undefined) begin(next)
  }
  const awaitTurn = () => {
    if (isTurnDue) return
    isTurnDue = true
    setImmediate(() => {
      isTurnDue = false
      begun = 0
    })
    // Each in its own callback: the synchronous work of one is over before the next begins.
    for (let place = 0; place < REQUESTS_A_TURN; place++) setImmediate(beginNext)
  }
  return (...exchange) => {
    if (waiting.count === 0 && mayBegin()) return begin(exchange)
    awaitTurn()
    const dropped = waiting.add(addressOf(exchange[0]), exchange)
    if (dropped !== undefined) refuseForNow(...dropped)
  }
}

/** Refuses a request before it reaches its route. */
function refuseForNow({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const isForProgram = isOfApi(url)
  const refusal = isForProgram
    ? refusalOf('tooMany', { retryAfterMs: FULL_MS })
    : { code: 'tooMany', retryAfterMs: FULL_MS }
  response.writeHead(429, {
    'Content-Type': isForProgram ? 'application/problem+json' : 'application/json; charset=utf-8',
    'Retry-After': String(FULL_MS / 1000),
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(JSON.stringify(refusal))
}

/**
 * Counts a connection by its address until it closes. Returns false if the address already has too
 * many.
 */
function countIn(open: Counts<AddressKey>, socket: Socket, most: number): boolean {
  const address = addressKey(socket.remoteAddress)
  if (open.of(address) >= most) return false
  open.add(address)
  socket.once('close', () => open.remove(address))
  return true
}

/** The wanted number, limited by the system's file descriptors. */
function mostConnections(wanted: number): number {
  const descriptors = openFilesLimit()
  if (descriptors === undefined) return wanted
  return Math.max(FEWEST, Math.min(wanted, descriptors - OWN_FILES))
}

/** Undefined if the system does not say, or if there is no limit. */
function openFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    // Not Linux: only `limits.connections` applies.
    return undefined
  }
}
