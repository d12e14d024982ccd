// @ts-check
/**
 * `node bench/server/lobby.mjs`: what quick pairing costs with many open offers. It finds a waiting
 * offer, removes it, and puts the new one in its place. Nothing is stored here.
 */
import { setUp, tell } from '../../scripts/setup.mjs'

await setUp()
const { challengeIdSchema, playerIdSchema } = await import('@hokito/protocol')
const { Offers } = await import('../../packages/server/dist/live/offers.js')

/** @typedef {import('@hokito/protocol').Challenge} Challenge */

const PAIRS = 20_000
/** @type {ReadonlySet<never>} */
const NOBODY = new Set()

for (const open of [1000, 20_000, 100_000]) {
  tell(`${open} open offers: ${measure(open).toFixed(1)} µs a pairing`)
}

/** @param {number} open */
function measure(open) {
  const offers = new Offers()
  let made = 0
  for (; made < open; made++) offers.set(challengeOf(made))
  const startedAt = performance.now()
  for (let n = 0; n < PAIRS; n++) {
    const wanted = challengeOf(made++)
    const match = offers.longestWaiting(wanted, wanted.challenger.id, NOBODY)
    if (match === undefined) throw new Error('somebody waits with each of the terms')
    offers.delete(match)
    offers.set(wanted)
  }
  return ((performance.now() - startedAt) * 1000) / PAIRS
}

/**
 * An offer with one of a hundred time controls; five offers in a row belong to one player.
 * @param {number} n
 * @returns {Challenge}
 */
function challengeOf(n) {
  return {
    id: challengeIdSchema.parse(`offer${numbered(n)}`),
    challenger: { id: playerIdSchema.parse(`maker${numbered(Math.floor(n / 5))}`), name: 'Anna' },
    terms: {
      setup: { kind: 'standard' },
      endRule: 'either',
      timeControl: { kind: 'fischer', initialSeconds: 60 + (n % 100), incrementSeconds: 2 },
      allowsTakebacks: false,
      games: 2,
    },
    color: 'random',
    isListed: true,
    createdAt: n,
  }
}

/** @param {number} n */
function numbered(n) {
  return String(n).padStart(7, '0')
}
