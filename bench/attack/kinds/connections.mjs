// @ts-check
/** Attacks with connections: too many, too slow, never read, opened and closed without end. */
import { SOCKET_PATH } from '@hokito/protocol'
import { legalMoves, parseDeal, play, plyOf, start } from '@hokito/rules'
import { beginGame } from '../begin.mjs'
import { crowd, GIVEN_TERMS, inBatches, leave } from '../crowd.mjs'
import { ask, signIn } from '../http.mjs'
import { rawSocket } from '../raw.mjs'
import { wait } from '../wait.mjs'
import { Wire } from '../wire.mjs'

/** @typedef {import('../context.mjs').Context} Context */

/** Request bodies that arrive a byte a second and never end. */
export const slowBodies = slow(
  'slow-bodies',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
)

/** Headers that arrive a byte a second and never end. */
export const slowHeaders = slow('slow-headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')

/** Connections from one address that send nothing at all. */
export const idleConnections = {
  name: 'idle-connections',
  fault: 'S10',
  run: async (/** @type {Context} */ context) => {
    const sockets = await openMany(context, MANY, 1)
    await context.rest()
    const left = countOpen(sockets)
    context.tally.note(`${left} of ${MANY} open at the end`)
    if (left > FAR_TOO_MANY) context.tally.fail(`one address held ${left} connections`)
    for (const socket of sockets) socket.destroy()
  },
}

/** Requests in a row on connections that read none of the answers. */
export const neverReadHttp = {
  name: 'never-read-http',
  fault: 'S10',
  run: async (/** @type {Context} */ context) => {
    const sockets = await openMany(context, 100, 2)
    for (const socket of sockets) socket.pause()
    const request = 'GET /apple-touch-icon.png HTTP/1.1\r\nHost: localhost\r\n\r\n'
    await context.atRate(10, () => {
      for (const socket of sockets) {
        if (!socket.writable || socket.writableLength > 2 ** 16) continue
        context.tally.tried(10)
        socket.write(request.repeat(10))
      }
    })
    context.tally.note(`${countOpen(sockets)} of ${sockets.length} open at the end`)
    for (const socket of sockets) socket.destroy()
  },
}

/** Streams of a game that goes on and on, which nobody reads, also beyond the bounds. */
export const neverReadStreams = {
  name: 'never-read-streams',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const guests = await crowd(context, { guests: 2 })
    const [black, white] = guests.map(({ wires: [wire] }) => wire)
    const begun = await beginGame([black, white], GIVEN_TERMS, () => context.id())
    const game = begun?.started
    if (game === undefined) return context.tally.fail('the game did not begin')
    const request = `GET /api/v1/games/${game}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`
    /** @type {import('node:net').Socket[]} */
    const sockets = []
    const deal = parseDeal(GIVEN_TERMS.setup.deal)
    if (!deal.ok) throw new Error('the deal cannot be read')
    let position = start(deal.value, 'either')
    await context.atRate(100, async (n) => {
      const [move] = n % MOVES_APART === 0 ? legalMoves(position) : []
      if (move !== undefined) {
        const wire = position.turn === 'black' ? black : white
        const command = { type: 'move', game, ply: plyOf(position), ...move, id: context.id() }
        const reply = await wire?.ask(command, 1000)
        context.tally.heardReply(reply)
        if (reply?.ok) position = play(position, move)
      }
      if (sockets.length >= MOST_STREAMS) return
      context.tally.tried()
      const socket = rawSocket(context, 10 + Math.floor(sockets.length / STREAMS_OF_ADDRESS))
      socket.once('data', (part) => {
        context.tally.heard(String(part).slice(9, 12))
        socket.pause()
      })
      socket.write(request)
      sockets.push(socket)
    })
    context.tally.note(`${countOpen(sockets)} of ${sockets.length} open at the end`)
    for (const socket of sockets) socket.destroy()
    leave(guests)
  },
}

/** WebSocket handshakes without a session, each abandoned straight away. */
export const handshakes = {
  name: 'handshakes',
  fault: 'S10',
  run: async (/** @type {Context} */ context) => {
    await context.flood(200, AT_ONCE, async (n) => {
      const wire = await Wire.open(context.url, { address: context.address(n % 2) })
      context.tally.heard(wire.isOpen ? 'let in' : wire.refusal || 'cut')
      if (wire.isOpen) context.tally.fail('a socket without a session was let in')
      wire.close()
      return undefined
    })
  },
}

/** Handshakes by polling. Each leaves a session behind if the server accepts it. */
export const pollingHandshakes = {
  name: 'polling-handshakes',
  fault: 'S10',
  run: async (/** @type {Context} */ context) => {
    const place = `${context.url}${SOCKET_PATH}/?EIO=4&transport=polling`
    await context.flood(600, AT_ONCE, (n) => ask(place, { address: context.address(n % 2) }))
  },
}

/** Two hundred pages lose their connections together and reconnect together, again and again. */
export const reconnectBurst = {
  name: 'reconnect-burst',
  fault: 'S23',
  run: async (/** @type {Context} */ context) => {
    const guests = await crowd(context, { guests: 40, sockets: 0, addresses: 4 })
    do {
      await inBatches(guests.length, (n) => returnWithAll(context, guests[n]))
      await wait(200)
      leave(guests)
    } while (!context.isOver)
  },
}

// --- internal ---

const STREAMS_OF_ADDRESS = 40
const MOST_STREAMS = 1200
/** In hundredths of a second. */
const MOVES_APART = 25

/**
 * More connections than a school class behind one address has, and more than a server should accept
 * from one address.
 */
const MANY = 1500
const FAR_TOO_MANY = 1000
const SLOW_ONES = 150
const AT_ONCE = 100
/** No page needs this long for a request, and a server must have lost its patience by then. */
const LONG_MS = 40_000

/**
 * @param {string} name
 * @param {string} beginning
 */
function slow(name, beginning) {
  return {
    name,
    fault: 'S10',
    run: async (/** @type {Context} */ context) => {
      const startedAt = performance.now()
      const sockets = await openMany(context, SLOW_ONES, 3)
      for (const socket of sockets) socket.write(beginning)
      await context.atRate(1, () => {
        for (const socket of sockets) if (socket.writable) socket.write('x')
      })
      const left = countOpen(sockets)
      const spentMs = performance.now() - startedAt
      context.tally.note(`${left} of ${SLOW_ONES} open after ${Math.round(spentMs / 1000)} s`)
      if (left > 0 && spentMs > LONG_MS) context.tally.fail('slow requests stay open')
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * @param {Context} context
 * @param {number} count
 * @param {number} addresses
 */
async function openMany(context, count, addresses) {
  /** @type {import('node:net').Socket[]} */
  const sockets = []
  await inBatches(count, (n) => {
    context.tally.tried()
    const socket = rawSocket(context, n % addresses)
    sockets.push(socket)
    socket.resume()
    return new Promise((resolve) => {
      socket.once('connect', () => resolve(context.tally.heard('connected')))
      socket.once('close', () => resolve(context.tally.heard('cut')))
    })
  })
  return sockets
}

/** @param {readonly import('node:net').Socket[]} sockets */
function countOpen(sockets) {
  return sockets.filter(({ readyState }) => readyState === 'open').length
}

/**
 * A reloading browser: it requests its session, then its five pages connect.
 * @param {Context} context
 * @param {import('../crowd.mjs').Guest | undefined} guest
 */
async function returnWithAll({ url, tally }, guest) {
  if (guest === undefined) return
  const { address, cookie } = guest
  tally.tried()
  const session = await signIn(url, { address, cookie })
  if ('status' in session) {
    tally.heardHttp(session)
    const isSilent = session.status === 429 && session.headers['retry-after'] === undefined
    if (isSilent) tally.fail('429 without Retry-After')
    return
  }
  const wires = await Promise.all(
    Array.from({ length: 5 }, () => Wire.open(url, { address, cookie })),
  )
  for (const wire of wires) tally.heard(wire.isOpen ? 'connected' : wire.refusal)
  guest.wires = wires
}
