// @ts-check
/** A server of its own, with honest players on it, for one scenario. */
import { HonestPair } from '../honest-pair.mjs'
import { makeFolder, Server } from '../server.mjs'
import { Tally } from '../tally.mjs'

/**
 * @typedef {{ checkout: string, seed: number, isShort: boolean }} Where
 * @typedef {{
 *   name: string,
 *   fault: string,
 *   options?: Partial<import('../server.mjs').ServerOptions>,
 *   run: (stage: Stage) => Promise<void>,
 * }} Scenario
 */

/** A server with honest players on it, for one scenario. */
export class Stage {
  tally = new Tally()

  /**
   * @param {Where} where
   * @param {Server} server
   */
  constructor({ checkout, seed, isShort }, server) {
    this.checkout = checkout
    this.seed = seed
    this.isShort = isShort
    this.server = server
    /** @type {[string, string]} */
    const addresses = ['127.0.1.1', '127.0.1.2']
    this.pair = new HonestPair(server.url, { addresses, seed: seed * 10_000 })
  }

  /** The server's folder. */
  get data() {
    return this.server.options.data
  }

  /** Kills the server, does something to its data, and starts it again. */
  async restart(/** @type {() => unknown} */ meanwhile = () => undefined) {
    await this.server.stop()
    await meanwhile()
    this.server = await this.server.again()
  }

  /** Every fault that the honest players have found in the server. */
  async faults() {
    if (this.server.hasCrashed) return ['the server crashed']
    await this.pair.check()
    return this.pair.faults
  }
}

/**
 * @param {Scenario} scenario
 * @param {Where} where
 * @returns {Promise<import('../figures.mjs').Row>}
 */
export async function runScenario({ name, fault, options, run }, where) {
  /** @type {Stage | undefined} */
  let stage
  /** @type {string[]} */
  const faults = []
  try {
    const server = await Server.start({ checkout: where.checkout, data: makeFolder(), ...options })
    stage = new Stage(where, server)
    await run(stage)
    faults.push(...(await stage.faults()))
  } catch (error) {
    // A scenario stops when the server cannot continue, and the table says so.
    faults.push(error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error))
  }
  await stage?.pair.stop()
  await stage?.server.stop()
  const counts = (stage?.tally ?? new Tally()).counts()
  const harms = [...faults, ...counts.harms]
  const isBad = harms.length + counts.failures.length > 0
  return { name, fault, ...counts, harms, verdict: isBad ? 'FAILED' : 'ok' }
}
