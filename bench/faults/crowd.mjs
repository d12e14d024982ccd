// @ts-check
/**
 * All clients of a campaign: players, pairs who place to the last moment, a pair that withdraws and
 * accepts invitations at the same moment, pairs who seek at the same moment, and watchers.
 */
import { Chance } from './chance.mjs'
import { Client } from './client.mjs'
import { placeOn } from './placers.mjs'
import { playOn } from './player.mjs'
import { seekOn } from './seekers.mjs'
import { watchOn } from './watcher.mjs'
import { waverOn } from './waverers.mjs'

/**
 * @typedef {{
 *   seed: number,
 *   players: number,
 *   urls: readonly string[],
 *   history: import('./history.mjs').History,
 * }} Plan
 */

export class Crowd {
  #isOver = false
  #clients
  #living

  /** @param {Plan} plan */
  constructor({ seed, players, urls, history }) {
    const isOver = () => this.#isOver || history.isFull
    const clients = (/** @type {string} */ role, /** @type {number} */ count) =>
      Array.from({ length: count }, (_, place) => {
        const stream = 1 + ROLES.indexOf(role) * 100 + place
        const chance = new Chance(seed, stream)
        // A separate address for each, so that rate limits of one do not affect another.
        const address = `127.9.${1 + ROLES.indexOf(role)}.${1 + place}`
        const name = `${role}-${String(place).padStart(2, '0')}`
        return new Client({ name, address, urls, chance, history, isOver })
      })
    const playing = clients('player', players)
    const placing = clients('placer', 2 * PAIRS_PLACING)
    const watching = clients('watcher', Math.ceil(players / 4))
    /** @type {import('./player.mjs').Board} */
    const board = { invitations: [], running: new Set() }
    const wavering = clients('waverer', 2)
    const seeking = clients('seeker', 2 * SECONDS_SOUGHT.length)
    this.#clients = [...playing, ...placing, ...watching, ...wavering, ...seeking]
    this.#living = [
      ...playing.map((client) => playOn(client, board)),
      ...pairsOf(placing).map(placeOn),
      ...pairsOf(wavering).map(waverOn),
      ...pairsOf(seeking).map((pair, place) => seekOn(pair, SECONDS_SOUGHT[place] ?? 0)),
      ...watching.map((client) => watchOn(client, board)),
    ]
  }

  get size() {
    return this.#clients.length
  }

  /** Stops all clients from starting anything new. Resolves when all have finished. */
  async stop() {
    this.#isOver = true
    await Promise.all(this.#living)
  }

  /**
   * All clients open the given games once more.
   * @param {readonly string[]} games
   */
  async lookAgain(games) {
    await Promise.all(
      this.#clients.map(async (client, place) => {
        const own = games.filter((_, index) => index % this.#clients.length === place)
        for (const game of own.slice(-MOST_LOOKED_AT)) {
          await client.open(game)
          await client.leave(game)
        }
        client.leaveNode()
      }),
    )
  }
}

// --- internal ---

const ROLES = ['player', 'placer', 'watcher', 'waverer', 'seeker']
const PAIRS_PLACING = 2
/** Initial times of the games that the seeking pairs look for; no other client uses them. */
const SECONDS_SOUGHT = [20, 30]
const MOST_LOOKED_AT = 40

/**
 * @param {readonly Client[]} clients an even number
 * @returns {(readonly [Client, Client])[]}
 */
function pairsOf(clients) {
  return clients.flatMap((one, place) => {
    const other = clients[place + 1]
    return place % 2 === 1 || other === undefined ? [] : [/** @type {const} */ ([one, other])]
  })
}
