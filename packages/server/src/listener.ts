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

/** What the listener does with connections. */
export interface ListenerDependencies {
  readonly limits: Limits
  /** With proxies before the server, connections are theirs and are not counted by address. */
  readonly proxies: number
  /** Does so much wait for the database that no other request should begin? */
  readonly isCrowded: () => boolean
  /** A connection was cut off: all or its address have too many, or it asks on and takes no answers. */
  readonly onCut: (reason: 'full' | 'address' | 'unanswered') => void
}

/**
 * Makes HTTP servers that strangers may talk to: so many connections in all, of which an address has so
 * many; requests come in within their time; and whoever neither writes nor reads is cut off, as is whoever
 * asks for more and more without taking the answers.
 * Fastify makes several where a name stands for several addresses; all count together.
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
        // What had come in with that for which it was cut off.
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
/** Files that are none of the visitors': database, log, and those of the site that are being sent. */
const OWN_FILES = 100
const FEWEST = 16
/** Browsers and proxies wait for an answer before they ask again on the same connection. */
const MOST_UNANSWERED = 4

/** Few enough for what else waits, such as moves, to be handled within milliseconds. */
const REQUESTS_A_TURN = 4
/** What requests have done at once in a turn of the event loop when no other begins in it. */
const TURN_MS = 5
/** How long none begins at most where much waits for the database. */
const CROWDED_MS = 50
/** Requests that wait in all, and of one address: a page load of a whole school class at once. */
const MOST_WAITING = 10_000
const MOST_OF_ADDRESS = 1000
/** When to ask again where so many wait. */
const FULL_MS = 2000

type Exchange = Parameters<RequestListener>

/**
 * Begins few requests in each turn of the event loop, and hardly any while much waits for the database: hundreds that come in
 * at the same moment would otherwise hold up everything else for a tenth of a second. Addresses take turns, so that
 * nobody waits for the burst of another.
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
    // Each in a callback of its own: what one does at once is over before the next begins.
    for (let place = 0; place < REQUESTS_A_TURN; place++) setImmediate(beginNext)
  }
  return (...exchange) => {
    if (waiting.count === 0 && mayBegin()) return begin(exchange)
    awaitTurn()
    const dropped = waiting.add(addressOf(exchange[0]), exchange)
    if (dropped !== undefined) refuseForNow(...dropped)
  }
}

/** Refuses a request that never got to its route. */
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

/** Counts a connection by its address until it is closed; false where there are too many already. */
function countIn(open: Counts<AddressKey>, socket: Socket, most: number): boolean {
  const address = addressKey(socket.remoteAddress)
  if (open.of(address) >= most) return false
  open.add(address)
  socket.once('close', () => open.remove(address))
  return true
}

/** As many as were asked for, or as the system has file descriptors for. */
function mostConnections(wanted: number): number {
  const descriptors = openFilesLimit()
  if (descriptors === undefined) return wanted
  return Math.max(FEWEST, Math.min(wanted, descriptors - OWN_FILES))
}

/** Undefined where the system does not say, or says that there is no limit. */
function openFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    // Not Linux: then `limits.connections` alone is the bound.
    return undefined
  }
}
