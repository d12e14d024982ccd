// @ts-check
/**
 * A connection from one node to one service. Delayed data is not lost, as on a real network: it
 * arrives when the connection recovers, unless one end has closed it meanwhile.
 */
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {'there' | 'back'} Direction
 */

export class Relay {
  #server
  #port
  /** @type {Set<Socket>} */
  #sockets = new Set()
  /** @type {Set<Valve>} */
  #valves = new Set()
  #isCut = false
  /** @type {ReadonlySet<Direction>} */
  #held = new Set()
  #delayMs = 0

  /** @param {number} port of the service, on this machine */
  constructor(port) {
    this.#port = port
    this.#server = createServer((near) => this.#join(near))
  }

  /**
   * Opens a relay; `port` then tells where it listens.
   * @param {number} port
   */
  static async open(port) {
    const relay = new Relay(port)
    relay.#server.listen(0, '127.0.0.1')
    await once(relay.#server, 'listening')
    return relay
  }

  get port() {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the line is not open')
    return address.port
  }

  /** Breaks all connections, and each new one immediately. */
  cut() {
    this.#isCut = true
    this.#breakAll()
  }

  /**
   * Stops all data in these directions, without any notice.
   * @param {readonly Direction[]} directions
   */
  hold(directions) {
    this.#held = new Set(directions)
    for (const valve of this.#valves) valve.consider()
  }

  /**
   * Delays everything by this much, each way.
   * @param {number} delayMs
   */
  slow(delayMs) {
    this.#delayMs = delayMs
  }

  mend() {
    this.#isCut = false
    this.#delayMs = 0
    this.hold([])
  }

  async close() {
    this.#breakAll()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** @param {Socket} near */
  #join(near) {
    if (this.#isCut) return void near.resetAndDestroy()
    const far = createConnection({ host: '127.0.0.1', port: this.#port })
    const delayMs = () => this.#delayMs
    const valves = [
      new Valve(near, far, { delayMs, isHeld: () => this.#held.has('there') }),
      new Valve(far, near, { delayMs, isHeld: () => this.#held.has('back') }),
    ]
    for (const valve of valves) this.#valves.add(valve)
    const end = () => {
      for (const valve of valves) this.#valves.delete(valve)
      for (const socket of [near, far]) {
        this.#sockets.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
  }

  #breakAll() {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }
}

// --- internal ---

/** The most data on its way in one direction; beyond this the relay stops reading. */
const MOST_BYTES = 1_000_000

/** One direction of one connection: everything that comes in goes out in its order, when it may. */
class Valve {
  #from
  #to
  #line
  /** @type {{ piece: Buffer, dueAt: number }[]} */
  #waiting = []
  #bytes = 0
  /** @type {NodeJS.Timeout | undefined} */
  #timer

  /**
   * @param {Socket} from
   * @param {Socket} to
   * @param {{ delayMs: () => number, isHeld: () => boolean }} line
   */
  constructor(from, to, line) {
    this.#from = from
    this.#to = to
    this.#line = line
    from.on('data', (piece) => {
      this.#waiting.push({ piece, dueAt: performance.now() + line.delayMs() })
      this.#bytes += piece.length
      if (this.#bytes > MOST_BYTES) from.pause()
      this.consider()
    })
  }

  /** Forwards everything that may go now. */
  consider() {
    clearTimeout(this.#timer)
    while (!this.#line.isHeld()) {
      const [next] = this.#waiting
      if (next === undefined) return void this.#from.resume()
      const earlyMs = next.dueAt - performance.now()
      if (earlyMs > 0) {
        this.#timer = setTimeout(() => this.consider(), earlyMs)
        return
      }
      this.#waiting.shift()
      this.#bytes -= next.piece.length
      if (this.#to.writable) this.#to.write(next.piece)
    }
  }
}
