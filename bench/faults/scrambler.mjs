// @ts-check
/**
 * Repeats the hints of nodes, late and in any order, as if they were new. Meanwhile it loses some:
 * it breaks the connections on which nodes hear hints.
 */
import { Redis as Client } from 'ioredis'
import { Chance } from './chance.mjs'

/**
 * Begins, and returns a function that ends it.
 * @param {string} url of Redis
 * @param {number} seed
 */
export function scrambleHints(url, seed) {
  const chance = new Chance(seed)
  // Left to ioredis, a subscription that is renewed while the client is closed throws out of reach.
  const [ear, mouth] = [new Client(url, { autoResubscribe: false }), new Client(url)]
  for (const client of [ear, mouth]) client.on('error', () => undefined)
  let n = FIRST
  /** @type {Set<NodeJS.Timeout>} */
  const timers = new Set()
  ear.on('ready', () => ear.psubscribe('hokito-*').catch(() => undefined))
  ear.on('pmessage', (_, channel, text) => {
    // Hints that are repeated already, and more than Redis should bear.
    if (Number(COUNT.exec(text)?.[1]) >= FIRST || timers.size >= MOST_WAITING) return
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        const again = text.replace(COUNT, () => `"n":${n++}`)
        mouth.publish(channel, again).catch(() => undefined)
      },
      chance.between(0, LATEST_MS),
    )
    timers.add(timer)
  })
  const losing = setInterval(() => {
    mouth.call('CLIENT', 'KILL', 'TYPE', 'pubsub').catch(() => undefined)
  }, LOST_EVERY_MS)
  return () => {
    clearInterval(losing)
    for (const timer of timers) clearTimeout(timer)
    for (const client of [ear, mouth]) client.disconnect()
  }
}

// --- internal ---

const COUNT = /"n":(\d+)/
/** Above all counts that nodes reach. */
const FIRST = 1_000_000_000
const LATEST_MS = 4000
const LOST_EVERY_MS = 2500
const MOST_WAITING = 5000
