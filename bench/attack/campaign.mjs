// @ts-check
/** Runs kinds of attack one after another against one server, beside honest players. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { judge, movesOf } from './figures.mjs'
import { HonestPair } from './honest-pair.mjs'
import { Server } from './server.mjs'
import { comesTrue, wait } from './wait.mjs'

/**
 * @typedef {import('./figures.mjs').Row} Row
 * @typedef {import('./tally.mjs').Counts} Counts
 * @typedef {{
 *   checkout: string,
 *   data: string,
 *   seed: number,
 *   attackSeconds: number,
 *   quietSeconds: number,
 *   pauseSeconds: number,
 *   bounds: import('./figures.mjs').Bounds,
 * }} Plan
 */

export class Campaign {
  #plan
  #server
  #pairs

  /**
   * @param {Plan} plan
   * @param {Server} server
   * @param {readonly HonestPair[]} pairs
   */
  constructor(plan, server, pairs) {
    this.#plan = plan
    this.#server = server
    this.#pairs = pairs
  }

  /**
   * Starts a server with honest players on it.
   * @param {Plan} plan
   */
  static async start(plan) {
    const server = await Server.start(plan)
    const pairs = [0, 1].map((n) => {
      /** @type {[string, string]} */
      const addresses = [`127.0.1.${1 + 2 * n}`, `127.0.1.${2 + 2 * n}`]
      return new HonestPair(server.url, { addresses, seed: plan.seed * 10_000 + n * 5000 })
    })
    for (const pair of pairs) await pair.start()
    await wait(WARM_UP_MS)
    return new Campaign(plan, server, pairs)
  }

  /**
   * Measures one row of the table: a quiet time, the attack, a pause, then a check of the stored
   * honest games.
   * @param {import('./context.mjs').Kind} kind
   * @param {number} place
   * @returns {Promise<Row>}
   */
  async run({ name, fault, share = 1 }, place) {
    const { quietSeconds, attackSeconds, pauseSeconds, seed, bounds } = this.#plan
    this.#take()
    await wait(quietSeconds * 1000)
    const quiet = quietSeconds > 0 ? this.#take() : undefined
    const beforeMb = this.#server.memoryMb()
    this.#server.takePeakMb()
    const { url } = this.#server
    const game = this.#pairs[0]?.game ?? ''
    const order = { url, kind: name, place, seconds: attackSeconds * share, seed, game }
    const own = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    own.enable()
    const counts = await attack(order)
    const during = this.#take()
    const ownMs = own.percentile(99) / 1e6 - RESOLUTION_MS
    own.disable()
    const peakMb = this.#server.takePeakMb()
    const errors = this.#server.errors
    const crashes = await this.#heal(peakMb > bounds.memoryMb)
    await this.#recover(pauseSeconds)
    const judged = judge({ quiet, during, peakMb, ownMs }, bounds)
    const harms = [...crashes, ...(await this.#faults()), ...counts.harms, ...judged.harms]
    if (counts.harms.length > 0) counts.notes.push(lastLine(errors))
    const isBad = harms.length + counts.failures.length > 0
    const verdict = isBad ? 'FAILED' : judged.isBusy ? 'busy' : 'ok'
    const memory = { beforeMb, peakMb }
    return { name, fault, ...counts, harms, quiet, during, ownMs, memory, verdict }
  }

  async stop() {
    for (const pair of this.#pairs) await pair.stop()
    await this.#server.stop()
  }

  /** Restarts the server if it crashed, or if its memory would spoil the next kind's figures. */
  async #heal(/** @type {boolean} */ isSpoilt) {
    const crashes = this.#server.hasCrashed ? ['the server crashed'] : []
    if (crashes.length > 0 || isSpoilt) this.#server = await this.#server.again()
    return crashes
  }

  /** Waits until the server is idle and a move gets through again. */
  async #recover(/** @type {number} */ seconds) {
    await wait(seconds * 1000)
    this.#take()
    await comesTrue(() => this.#pairs.every((pair) => pair.hasMoved), RECOVERY_MS)
    this.#take()
  }

  async #faults() {
    const faults = []
    for (const pair of this.#pairs) {
      await pair.check()
      faults.push(...pair.faults.splice(0))
    }
    return faults
  }

  #take() {
    return movesOf(this.#pairs.map((pair) => pair.take()))
  }
}

/**
 * Runs one kind of attack in a process of its own.
 * @param {import('./context.mjs').Order} order
 * @returns {Promise<Counts>}
 */
export async function attack(order) {
  const child = fork(ATTACKER, [JSON.stringify(order)], { execArgv: [] })
  const timer = setTimeout(() => child.kill('SIGKILL'), order.seconds * 1000 + GRACE_MS)
  /** @type {Counts | undefined} */
  let counts
  child.once('message', (message) => {
    counts = /** @type {Counts} */ (message)
  })
  await once(child, 'exit')
  clearTimeout(timer)
  if (counts !== undefined) return counts
  const failures = ['the attackers did not finish']
  return { tries: 0, answers: {}, harms: [], failures, notes: [] }
}

// --- internal ---

const RESOLUTION_MS = 5
const WARM_UP_MS = 1500
const RECOVERY_MS = 10_000
/** A kind stops by itself, but may take a while to set up its guests. */
const GRACE_MS = 90_000
const ATTACKER = fileURLToPath(new URL('attacker.mjs', import.meta.url))

/** @param {string} text */
function lastLine(text) {
  return text.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
}
