// @ts-check
/**
 * One campaign: a cluster, a crowd that plays on it, faults by schedule or restarts in turn, and
 * then the judge.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wait } from '../attack/wait.mjs'
import { absencesOf } from './checker/absences.mjs'
import { check } from './checker/check.mjs'
import { Cluster } from './cluster.mjs'
import { Crowd } from './crowd.mjs'
import { History } from './history.mjs'
import { hasUpgraded, restartInTurn } from './rolling.mjs'
import { scheduleOf } from './schedule.mjs'
import { readStored } from './stored.mjs'

/**
 * @typedef {import('./schedule.mjs').Fault} Fault
 * @typedef {{
 *   seed: number,
 *   seconds: number,
 *   nodes: number,
 *   players: number,
 *   folder: string,
 *   broken: string | undefined,
 *   isRolling: boolean,
 *   onFault: (fault: Fault) => void,
 *   onRestart: (restart: import('./rolling.mjs').Restart) => void,
 * }} Plan
 * @typedef {{
 *   entries: readonly import('./history.mjs').Entry[],
 *   stored: import('./stored.mjs').Stored,
 *   faults: readonly Fault[],
 *   restarts: readonly import('./rolling.mjs').Restart[],
 *   absences: readonly import('./checker/absences.mjs').Absence[],
 *   violations: readonly import('./checker/facts.mjs').Violation[],
 *   harms: readonly string[],
 * }} Outcome `harms` lists problems that no history can show
 */

/**
 * Runs a campaign to its end, and leaves nothing running.
 * @param {Plan} plan
 * @returns {Promise<Outcome>}
 */
export async function runCampaign(plan) {
  const { seed, seconds, nodes, players, folder, broken, isRolling, onFault, onRestart } = plan
  const cluster = await Cluster.start({ folder, count: nodes, broken })
  try {
    const history = new History(join(folder, 'history.ndjson'))
    const urls = cluster.nodes.map(({ url }) => url)
    const crowd = new Crowd({ seed, players, urls, history })
    const faults = isRolling ? [] : scheduleOf({ seed, seconds, nodes })
    await strikeAll(cluster, faults, onFault)
    const restarts = isRolling ? await restartInTurn(cluster, { seconds, onRestart }) : []
    await wait(QUIET_MS)
    const isWell = await cluster.isWell(RECOVERY_MS)
    await crowd.stop()
    await crowd.lookAgain(gamesIn(history))
    history.flush()
    const stored = await readStored(cluster.postgres)
    writeFileSync(join(folder, 'stored.json'), JSON.stringify(stored))
    const absences = absencesOf(history.entries)
    const [longest] = absences
    const isTooLong = isRolling && longest !== undefined && longest.ms > LONGEST_ABSENCE_MS
    return {
      entries: history.entries,
      stored,
      faults,
      restarts,
      absences,
      violations: check(history.entries, stored),
      harms: [
        ...cluster.nodes.flatMap(harmsOf),
        ...(isTooLong ? [`${longest.client} was without its game for ${longest.ms} ms`] : []),
        ...(!isRolling || (await hasUpgraded(cluster)) ? [] : ['the next version did not come']),
        ...(isWell ? [] : [`not all nodes were well ${RECOVERY_MS / 1000} s after the last fault`]),
        ...(history.isFull ? ['the history was full before the end'] : []),
      ],
    }
  } finally {
    await cluster.close()
  }
}

// --- internal ---

/** The time in which games end undisturbed. */
const QUIET_MS = 12_000
const RECOVERY_MS = 30_000
const LONGEST_ABSENCE_MS = 3000

/** @param {import('./node.mjs').Node} node */
function harmsOf({ name, crashes, badEnds }) {
  return [
    ...(crashes > 0 ? [`${name} ended by itself ${crashes} times`] : []),
    ...(badEnds > 0 ? [`${name} did not end well ${badEnds} times`] : []),
  ]
}

/**
 * Starts each fault at its time and undoes it when its time is over. Resolves when all are undone.
 * @param {Cluster} cluster
 * @param {readonly Fault[]} faults
 * @param {Plan['onFault']} onFault
 */
async function strikeAll(cluster, faults, onFault) {
  const startedAt = performance.now()
  await Promise.all(
    faults.map(async (fault) => {
      await wait(startedAt + fault.atMs - performance.now())
      onFault(fault)
      const undo = await cluster.strike(fault)
      await wait(startedAt + fault.atMs + fault.forMs - performance.now())
      await undo()
    }),
  )
}

/** @param {History} history */
function gamesIn({ entries }) {
  const games = entries.flatMap((entry) => {
    if (entry.kind === 'started') return [entry.game]
    return entry.kind === 'answered' ? (entry.answer.game ?? []) : []
  })
  return [...new Set(games)]
}
