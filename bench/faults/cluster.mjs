// @ts-check
/** The campaign's own nodes, PostgreSQL and Redis, and how to apply and undo each fault. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { comesTrue } from '../attack/wait.mjs'
import { Node } from './node.mjs'
import { Postgres } from './postgres.mjs'
import { Redis } from './redis.mjs'
import { scrambleHints } from './scrambler.mjs'

/** @typedef {import('./schedule.mjs').Fault} Fault */

export class Cluster {
  postgres
  redis
  nodes

  /**
   * @param {Postgres} postgres
   * @param {Redis} redis
   * @param {readonly Node[]} nodes
   */
  constructor(postgres, redis, nodes) {
    this.postgres = postgres
    this.redis = redis
    this.nodes = nodes
  }

  /**
   * Starts everything; all data is in one folder.
   * @param {{ folder: string, count: number, broken: string | undefined }} plan
   */
  static async start({ folder, count, broken }) {
    const siteFolder = join(folder, 'site')
    mkdirSync(siteFolder)
    writeFileSync(join(siteFolder, 'index.html'), '<!doctype html>')
    const postgres = await Postgres.start(folder)
    const redis = await Redis.start()
    /** @type {Node[]} */
    const nodes = []
    for (let place = 0; place < count; place++) {
      const name = `node-${place}`
      nodes.push(await Node.start({ name, folder, siteFolder, broken, postgres, redis }))
    }
    const cluster = new Cluster(postgres, redis, nodes)
    if (!(await cluster.isWell(START_MS))) throw new Error('the nodes do not hear each other')
    return cluster
  }

  /**
   * Do all nodes serve and reach each other within the timeout?
   * @param {number} timeoutMs
   */
  isWell(timeoutMs) {
    return comesTrue(async () => {
      const said = await Promise.all(this.nodes.map((node) => node.readiness()))
      return said.every((readiness) => readiness === '{"status":"ready"}')
    }, timeoutMs)
  }

  /**
   * Applies a fault. Resolves when it is applied, to a function that undoes it.
   * @param {Fault} fault
   * @returns {Promise<() => unknown>}
   */
  async strike({ fault, node: place, amount = 0 }) {
    if (place === undefined) return this.#strikeAll(fault)
    const node = this.nodes[place]
    if (node === undefined) throw new Error(`there is no node ${place}`)
    switch (fault) {
      case 'kill':
        await node.kill()
        return () => node.begin()
      case 'stop':
        node.stop()
        return () => node.resume()
      case 'skew':
        node.skew(amount)
        return () => node.skew(0)
      default:
        return strikeLine(fault, node, amount)
    }
  }

  /** Stops everything. */
  async close() {
    await Promise.all(this.nodes.map((node) => node.close()))
    await this.redis.close()
    this.postgres.close()
  }

  /** @param {Fault['fault']} fault */
  async #strikeAll(fault) {
    switch (fault) {
      case 'killAll':
        await Promise.all(this.nodes.map((node) => node.kill()))
        return () => Promise.all(this.nodes.map((node) => node.begin()))
      case 'restartPostgres':
        await this.postgres.kill()
        return () => this.postgres.begin()
      case 'restartRedis':
        await this.redis.kill()
        return () => this.redis.begin()
      case 'scrambleHints':
        return scrambleHints(this.redis.url(), SEED)
      default:
        throw new Error(`${fault} is done to one node`)
    }
  }
}

// --- internal ---

const START_MS = 60_000
const SEED = 1

/**
 * @param {Fault['fault']} fault
 * @param {Node} node
 * @param {number} delayMs
 */
function strikeLine(fault, node, delayMs) {
  const line = fault.endsWith('Postgres') ? node.postgres : node.redis
  if (fault.startsWith('cut')) line.cut()
  else if (fault.startsWith('slow')) line.slow(delayMs)
  else if (fault.startsWith('muteTo')) line.hold(['there'])
  else if (fault.startsWith('muteFrom')) line.hold(['back'])
  else line.hold(['there', 'back'])
  return () => line.mend()
}
