// @ts-check
/** Strangers that send any requests at all to the nodes, while others play. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Chance } from './chance.mjs'
import { Cluster } from './cluster.mjs'
import { Crowd } from './crowd.mjs'
import { History } from './history.mjs'

/**
 * @typedef {{ seed: number, seconds: number, nodes: number, players: number, folder: string }} Plan
 * @typedef {{ counts: ReadonlyMap<string, number>, harms: readonly string[] }} Outcome
 * @typedef {{
 *   urls: readonly string[],
 *   chance: Chance,
 *   seed: number,
 *   place: number,
 *   history: History,
 *   isOver: () => boolean,
 *   count: (what: string) => void,
 *   harm: (what: string) => void,
 * }} Setting
 */

/**
 * Lets strangers send requests for the planned time, and leaves nothing running.
 * @param {Plan} plan
 * @param {number} strangers
 * @param {(setting: Setting) => Promise<void>} askOn the work of one stranger, until the time is
 * over
 * @returns {Promise<Outcome>}
 */
export async function runStrangers({ seed, seconds, nodes, players, folder }, strangers, askOn) {
  const cluster = await Cluster.start({ folder, count: nodes, broken: undefined })
  try {
    const history = new History(join(folder, 'history.ndjson'))
    const urls = cluster.nodes.map(({ url }) => url)
    const crowd = new Crowd({ seed, players, urls, history })
    const until = performance.now() + seconds * 1000
    const isOver = () => performance.now() > until || history.isFull
    /** @type {Map<string, number>} */
    const counts = new Map()
    /** @type {Set<string>} */
    const harms = new Set()
    const count = (/** @type {string} */ what) => counts.set(what, (counts.get(what) ?? 0) + 1)
    const harm = (/** @type {string} */ what) => {
      if (harms.size < MOST_HARMS) harms.add(what)
    }
    const asking = Array.from({ length: strangers }, (_, place) => {
      const chance = new Chance(seed, 1000 + place)
      return askOn({ urls, chance, seed, place, history, isOver, count, harm })
    })
    await Promise.all(asking)
    await crowd.stop()
    if (!(await cluster.isWell(WELL_MS))) harm('not all nodes are well in the end')
    for (const node of cluster.nodes) {
      if (node.crashes > 0) harm(`${node.name} ended by itself`)
      for (const line of errorsIn(join(folder, `${node.name}.log`))) harm(`${node.name}: ${line}`)
    }
    return { counts, harms: [...harms] }
  } finally {
    await cluster.close()
  }
}

/**
 * @param {Setting} setting
 * @param {number} status
 * @param {string} what
 */
export function judge({ count, harm }, status, what) {
  count(`status ${status}`)
  // oEmbed requires 501 for an unknown format.
  if (status >= 500 && status !== 501) harm(`${status}: ${what.slice(0, 300)}`)
}

/**
 * An address of this machine that no client has used before.
 * @param {number} place
 * @param {number} round
 */
export function addressOf(place, round) {
  return `127.${20 + place}.${1 + (Math.floor(round / 250) % 250)}.${1 + (round % 250)}`
}

// --- internal ---

const MOST_HARMS = 50
const WELL_MS = 30_000

/** @param {string} file exists only if anything was logged */
function errorsIn(file) {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => /"level":(50|60)|unhandled/i.test(line)).slice(0, 10)
}
