// @ts-check
/** Scenarios for the server's edges: the limits of the operating system, and a proxy. */
import { inBatches } from '../crowd.mjs'
import { signIn } from '../http.mjs'
import { rawRequest, rawSocket } from '../raw.mjs'
import { wait } from '../wait.mjs'
import { Wire } from '../wire.mjs'

/** @typedef {import('./stage.mjs').Stage} Stage */

/**
 * Node opens a program's modules all at the same time; with 256 descriptors it may not start at
 * all.
 */
const DESCRIPTORS = 448

/**
 * A server that may have only a few files and sockets open, and more silent connections than that.
 */
export const fewDescriptors = {
  name: 'few-descriptors',
  fault: 'S22',
  options: { descriptors: DESCRIPTORS },
  run: async (/** @type {Stage} */ stage) => {
    await stage.pair.start()
    const port = Number(new URL(stage.server.url).port)
    const address = (/** @type {number} */ n) => `127.0.2.${1 + n}`
    // These connect while there is room, and send requests when the server can no longer open
    // files.
    const readers = Array.from({ length: 10 }, (_, n) => rawSocket({ port, address }, 10 + n))
    await wait(200)
    const idle = Array.from({ length: 600 }, (_, n) => rawSocket({ port, address }, n % 8))
    await wait(800)
    stage.pair.take()
    for (const reader of readers) {
      stage.tally.tried()
      const page = `GET /play/${stage.pair.game} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
      stage.tally.heardHttp(await rawRequest(reader, page))
    }
    await wait(1000)
    if (!stage.pair.hasMoved) stage.tally.fail('the honest game does not go on')
    for (const socket of idle) socket.destroy()
    await wait(1000)
  },
}

/**
 * One IPv6 customer has 2⁶⁴ addresses. According to the proxy, each of these guests has a different
 * one.
 */
export const oneNetwork = {
  name: 'one-network',
  fault: 'S14, S16',
  options: { env: { HOKITO_PROXIES: '1' } },
  run: async (/** @type {Stage} */ stage) => {
    const { tally } = stage
    const { url } = stage.server
    const from = (/** @type {number} */ n) => ({
      headers: { 'x-forwarded-for': `2001:db8:0:1::${(n + 1).toString(16)}` },
    })
    /** @type {string[]} */
    const cookies = []
    await inBatches(MANY_GUESTS, async (n) => {
      tally.tried()
      const session = await signIn(url, from(n))
      if ('status' in session) tally.heardHttp(session)
      else cookies.push(session.cookie)
    })
    /** @type {Wire[]} */
    const wires = []
    await inBatches(cookies.length * 10, async (n) => {
      tally.tried()
      const cookie = cookies[n % cookies.length] ?? ''
      const wire = await Wire.open(url, { ...from(n), cookie })
      wires.push(wire)
      if (!wire.isOpen) tally.heard(wire.refusal)
    })
    const open = wires.filter(({ isOpen }) => isOpen).length
    tally.note(`${cookies.length} guests and ${open} sockets from one network`)
    if (cookies.length > MOST_GUESTS) tally.fail('one network made more guests than an address may')
    if (open > MOST_SOCKETS) tally.fail('one network had more sockets than an address may')
    for (const wire of wires) wire.close()
  },
}

// --- internal ---

const MANY_GUESTS = 100
/** The most guests for one address by default. */
const MOST_GUESTS = 60
const MOST_SOCKETS = 200
