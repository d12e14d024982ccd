// @ts-check
/** An upgrade as an operator does it: stops and starts one node after another, twice round. */
import { wait } from '../attack/wait.mjs'
import { NEXT_VERSION } from './broken.mjs'

/**
 * @typedef {import('./cluster.mjs').Cluster} Cluster
 * @typedef {import('./node.mjs').Node} Node
 * @typedef {{ node: string, how: How, atMs: number, downMs: number, wellMs: number }} Restart `downMs` until
 *   it had ended, `wellMs` until all nodes were well again
 * @typedef {'restart' | 'upgrade' | 'crash'} How
 */

/**
 * Restarts all nodes in turn, then again in the next version, which adds one step to the schema.
 * Meanwhile a node of the old version crashes and restarts unchanged.
 * @param {Cluster} cluster
 * @param {{ seconds: number, onRestart: (restart: Restart) => void }} plan
 * @returns {Promise<readonly Restart[]>}
 */
export async function restartInTurn(cluster, { seconds, onRestart }) {
  const { nodes } = cluster
  const last = /** @type {Node} */ (nodes.at(-1))
  /** @type {{ node: Node, how: How }[]} */
  const course = [
    ...nodes.map((node) => ({ node, how: /** @type {How} */ ('restart') })),
    ...nodes.map((node) => ({ node, how: /** @type {How} */ ('upgrade') })),
  ]
  course.splice(nodes.length + 1, 0, { node: last, how: 'crash' })
  const startedAt = performance.now()
  /** @type {Restart[]} */
  const restarts = []
  for (const [place, { node, how }] of course.entries()) {
    await wait(startedAt + (1000 * seconds * (place + 0.5)) / course.length - performance.now())
    const begunAt = performance.now()
    await ENDINGS[how](node)
    const endedAt = performance.now()
    await node.begin()
    if (!(await cluster.isWell(WELL_MS)))
      throw new Error(`after ${how} of ${node.name} not all are well`)
    const restart = {
      node: node.name,
      how,
      atMs: begunAt - startedAt,
      downMs: endedAt - begunAt,
      wellMs: performance.now() - begunAt,
    }
    onRestart(restart)
    restarts.push(restart)
  }
  return restarts
}

/**
 * Does the database belong to the next version?
 * @param {Cluster} cluster
 */
export async function hasUpgraded({ postgres }) {
  const [rows = []] = await postgres.rows([
    `select name from kysely_migration where name like '%-${NEXT_VERSION}'`,
  ])
  return rows.length === 1
}

// --- internal ---

const WELL_MS = 30_000

/** @type {Record<How, (node: Node) => Promise<void>>} */
const ENDINGS = {
  restart: (node) => node.end(),
  upgrade: (node) => node.end(NEXT_VERSION),
  crash: (node) => node.kill(),
}
