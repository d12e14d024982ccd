// @ts-check
/** Messages and frames that are invalid, or that only another player may send. */
import { createHash, randomBytes } from 'node:crypto'
import { SOCKET_PATH } from '@hokito/protocol'
import { legalMoves, parseDeal, start } from '@hokito/rules'
import { beginGame } from '../begin.mjs'
import { crowd, GIVEN_TERMS, leave } from '../crowd.mjs'
import { rawSocket } from '../raw.mjs'
import { wait } from '../wait.mjs'

/**
 * @typedef {import('../context.mjs').Context} Context
 * @typedef {import('../crowd.mjs').Guest} Guest
 */

/** Well-formed packets with nonsense in them. */
export const malformed = {
  name: 'malformed',
  fault: '–',
  run: (/** @type {Context} */ context) =>
    withFreshWires(context, 100, (wire) => {
      if (context.below(4) > 0) wire.tell(nonsense(context, 0))
      else wire.raw(context.oneOf(BROKEN_PACKETS))
    }),
}

/** Frames that break the WebSocket protocol itself, and frames of any size. */
export const rawFrames = {
  name: 'raw-frames',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const [guest] = await crowd(context, { guests: 1 })
    if (guest === undefined) return
    leave([guest])
    await context.atRate(40, async () => {
      context.tally.tried()
      const socket = rawSocket(context)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const handshake = upgradeOf(guest.cookie)
      socket.write(handshake)
      await wait(5)
      socket.write(frameOf(context))
      socket.end()
      socket.resume()
      void closed.then(() => context.tally.heard('closed'))
      setTimeout(() => socket.destroy(), 2000).unref()
    })
  },
}

/** Commands from a stranger to a game that two others are playing. */
export const otherSeats = {
  name: 'other-seats',
  fault: '–',
  run: (/** @type {Context} */ context) =>
    withFreshWires(context, 100, async (wire, n) => {
      const type = COMMANDS[n % COMMANDS.length]
      const command = { type, game: context.game, ply: context.below(30), id: context.id() }
      const from = context.below(36)
      const to = context.below(36)
      const more = {
        move: { from, to },
        share: { share: randomBytes(16).toString('hex') },
        draft: { arrangement: '-'.repeat(18) },
        place: { arrangement: '112233'.repeat(3) },
        acceptOffer: { offer: 1 },
        declineOffer: { offer: 1 },
        withdrawOffer: { offer: 1 },
        setLines: { lines: '', order: 1 + context.below(5) },
      }[type ?? '']
      const reply = await wire.ask({ ...command, ...more }, 1000)
      context.tally.heardReply(reply)
      if (reply?.ok) context.tally.fail(`a stranger could ${type}`)
    }),
}

/**
 * The commands of a game, sent again: with the same id, with old plies, from the other player,
 * after the end.
 */
export const replays = {
  name: 'replays',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const guests = await crowd(context, { guests: 2, addresses: 2 })
    const [black, white] = guests
    if (black === undefined || white === undefined) return
    const wires = [black.wires[0], white.wires[0]]
    const taken = await beginGame(wires, GIVEN_TERMS, () => context.id())
    context.tally.heardReply(taken)
    const game = taken?.started
    if (game === undefined) return
    const move = { type: 'move', game, ply: 0, id: context.id(), ...firstMove() }
    const [own] = black.wires
    const first = await own?.ask(move)
    context.tally.heardReply(first)
    await context.atRate(8, async (n) => {
      context.tally.tried()
      const [wire] = n % 2 === 0 ? black.wires : white.wires
      const changed = n % 3 === 0 ? move : { ...move, id: context.id() }
      context.tally.heardReply(await wire?.ask(changed, 1000))
    })
    await wait(1000)
    const view = (await own?.ask({ type: 'openGame', game }))?.game
    const expected = first?.ok ? 1 : 0
    if (view !== undefined && view.moves.length !== expected) {
      context.tally.fail(`a move that was sent again counted: ${view.moves.length} moves`)
    }
    leave(guests)
  },
}

// --- internal ---

const COMMANDS = [
  'move',
  'resign',
  'abort',
  'claim',
  'share',
  'draft',
  'place',
  'offerDraw',
  'offerTakeback',
  'offerRematch',
  'acceptOffer',
  'declineOffer',
  'withdrawOffer',
  'ready',
  'setLines',
]

const KEYS = ['type', 'game', 'ply', 'id', '__proto__', 'constructor', 'terms', 'name', 'toString']

const BROKEN_PACKETS = [
  '',
  '4',
  '42',
  '42[',
  '42["command"]',
  '42["nothing",{}]',
  '420["__proto__",{}]',
  '4299999999999999999999["command",{}]',
  '45-["command",{"_placeholder":true,"num":0}]',
  '451-["command",{"_placeholder":true,"num":5}]',
  '40/elsewhere,',
  '41',
  '9',
  '\u0000',
  `42["command",${'['.repeat(1500)}`,
  `42["command","${'x'.repeat(5000)}"]`,
  `42["command","${'x'.repeat(2_000_000)}"]`,
]

/**
 * Sends at a rate over one connection, and opens another when that one is cut.
 * @param {Context} context
 * @param {number} perSecond
 * @param {(wire: import('../wire.mjs').Wire, n: number) => unknown} send
 */
async function withFreshWires(context, perSecond, send) {
  /** @type {Guest[]} */
  let guests = []
  await context.atRate(perSecond, async (n) => {
    let [wire] = guests[0]?.wires ?? []
    if (!wire?.isOpen) {
      leave(guests)
      guests = await crowd(context, { guests: 1, from: n % 200 })
      wire = guests[0]?.wires[0]
    }
    if (wire === undefined) return
    context.tally.tried()
    await send(wire, n)
  })
  leave(guests)
}

/**
 * Any JSON at all, mostly with the keys of messages.
 * @param {Context} context
 * @param {number} depth
 * @returns {unknown}
 */
function nonsense(context, depth) {
  const plain = [null, true, -1, 1e308, 0.5, '', 'move', '\ud800', 'x'.repeat(200), '../../secret']
  const pick = context.below(depth > 3 ? 1 : 3)
  if (pick === 0) return context.oneOf(plain)
  const children = Array.from({ length: context.below(4) }, () => nonsense(context, depth + 1))
  if (pick === 1) return children
  // Built from entries, so that `__proto__` becomes a key of the message and does not set its
  // prototype.
  return Object.fromEntries(children.map((child) => [context.oneOf(KEYS), child]))
}

/** A legal first move of the deal that the attackers play. */
function firstMove() {
  const deal = parseDeal(GIVEN_TERMS.setup.deal)
  if (!deal.ok) throw new Error('the deal has a number')
  return legalMoves(start(deal.value, 'either'))[0]
}

/** @param {string} cookie */
function upgradeOf(cookie) {
  return [
    `GET ${SOCKET_PATH}/?EIO=4&transport=websocket HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${createHash('md5').update(cookie).digest('base64')}`,
    `Cookie: ${cookie}`,
    '\r\n',
  ].join('\r\n')
}

/**
 * A random frame: any opcode and flags, masked or not, with a length that may be false.
 * @param {Context} context
 */
function frameOf(context) {
  const mask = context.below(2) * 0x80
  const head = Buffer.from([context.below(256), mask | context.oneOf([0, 1, 125, 126, 127])])
  const length = context.oneOf([
    Buffer.alloc(0),
    Buffer.from([0xff, 0xff]),
    Buffer.from([0, 0, 0, 0, 0x40, 0, 0, 0]),
    Buffer.alloc(8, 0xff),
  ])
  const body = Buffer.from(Array.from({ length: context.below(200) }, () => context.below(256)))
  return Buffer.concat([head, length, body, Buffer.alloc(context.below(2) * 20_000, 0x41)])
}
