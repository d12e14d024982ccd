// @ts-check
/** The schedule of faults. It follows from the seed, so that a campaign can be repeated. */
import { Chance } from './chance.mjs'

/**
 * @typedef {'kill' | 'stop' | 'skew' | 'cutPostgres' | 'muteToPostgres' | 'muteFromPostgres'
 *   | 'holdPostgres' | 'slowPostgres' | 'cutRedis' | 'muteToRedis' | 'muteFromRedis' | 'holdRedis'
 *   | 'slowRedis' | 'scrambleHints' | 'killAll' | 'restartPostgres' | 'restartRedis'} FaultKind
 * @typedef {{
 *   fault: FaultKind,
 *   node: number | undefined,
 *   atMs: number,
 *   forMs: number,
 *   amount: number | undefined,
 * }} Fault `node` is undefined if all are hit; `amount` is milliseconds of delay or seconds of skew
 */

/**
 * The faults of a campaign in the order in which they begin. All are over some time before its end.
 * @param {{ seed: number, seconds: number, nodes: number }} plan
 * @returns {readonly Fault[]}
 */
export function scheduleOf({ seed, seconds, nodes }) {
  const chance = new Chance(seed)
  const endsAt = (seconds - QUIET_AT_END_SECONDS) * 1000
  /** @type {Fault[]} */
  const faults = []
  /** @type {Map<string, number>} until when each part of the cluster is hit */
  const busy = new Map()
  /** @type {FaultKind[]} */
  let bag = []
  for (let atMs = QUIET_AT_START_MS; ; atMs += chance.between(...GAP_MS)) {
    // Each kind comes once before any comes again, so that even short campaigns have a mix.
    if (bag.length === 0) bag = shuffled(ALL, chance)
    const fault = /** @type {FaultKind} */ (bag.pop())
    const { part, forMs: bounds, amount, isForAll } = KINDS[fault]
    const node = isForAll ? undefined : chance.below(nodes)
    const drawn = {
      fault,
      node,
      forMs: chance.between(...bounds),
      amount: amount && chance.between(...amount) * (fault === 'skew' ? chance.oneOf([-1, 1]) : 1),
    }
    const place = `${part} ${node ?? ''}`
    const at = Math.max(atMs, (busy.get(place) ?? 0) + REST_MS)
    if (at + drawn.forMs > endsAt) return faults.sort((a, b) => a.atMs - b.atMs)
    busy.set(place, at + drawn.forMs)
    faults.push({ ...drawn, atMs: at })
  }
}

// --- internal ---

const QUIET_AT_START_MS = 4000
/** Longer than the slowest node takes to recover. */
const QUIET_AT_END_SECONDS = 20
/** @type {[number, number]} */
const GAP_MS = [1500, 6000]
/**
 * The time between two faults of one part, so that the end of the first is not mistaken for the end
 * of the second.
 */
const REST_MS = 1500

/**
 * @typedef {{
 *   part: string,
 *   forMs: [number, number],
 *   amount?: [number, number],
 *   isForAll?: true,
 * }} Kind `part` can only be hit by one fault at a time
 */

/** @type {[number, number]} */
const SHORT_OR_LONG = [300, 10_000]

/** @type {Record<FaultKind, Kind>} */
const KINDS = {
  kill: { part: 'process', forMs: [100, 6000] },
  stop: { part: 'process', forMs: SHORT_OR_LONG },
  skew: { part: 'clock', forMs: [5000, 20_000], amount: [5, 30] },
  cutPostgres: { part: 'postgres', forMs: [50, 8000] },
  muteToPostgres: { part: 'postgres', forMs: SHORT_OR_LONG },
  muteFromPostgres: { part: 'postgres', forMs: SHORT_OR_LONG },
  holdPostgres: { part: 'postgres', forMs: SHORT_OR_LONG },
  slowPostgres: { part: 'postgres', forMs: [3000, 12_000], amount: [10, 400] },
  cutRedis: { part: 'redis', forMs: [50, 8000] },
  muteToRedis: { part: 'redis', forMs: SHORT_OR_LONG },
  muteFromRedis: { part: 'redis', forMs: SHORT_OR_LONG },
  holdRedis: { part: 'redis', forMs: SHORT_OR_LONG },
  slowRedis: { part: 'redis', forMs: [3000, 12_000], amount: [10, 400] },
  scrambleHints: { part: 'hints', forMs: [4000, 12_000], isForAll: true },
  killAll: { part: 'all', forMs: [500, 8000], isForAll: true },
  restartPostgres: { part: 'all', forMs: [100, 6000], isForAll: true },
  restartRedis: { part: 'all redis', forMs: [100, 6000], isForAll: true },
}

const ALL = /** @type {FaultKind[]} */ (Object.keys(KINDS))

/**
 * @template T
 * @param {readonly T[]} list
 * @param {Chance} chance
 */
function shuffled(list, chance) {
  const rest = [...list]
  return list.map(() => /** @type {T} */ (rest.splice(chance.below(rest.length), 1)[0]))
}
