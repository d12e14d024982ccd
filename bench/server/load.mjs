// @ts-check
/**
 * Drives pairs of players and measures the time from sending a move to its arrival at the opponent.
 */
import { wait } from '../attack/wait.mjs'
import { quantile } from '../engine/figures.mjs'

/**
 * @typedef {import('./pairs.mjs').Pair} Pair
 * @typedef {{ movesPerSecond: number, p50: number, p99: number, moves: number }} Figures
 */

/**
 * Every player moves as soon as the opponent's move has arrived.
 * @param {readonly Pair[]} pairs
 * @param {number} seconds
 * @param {() => Promise<void>} [onWarm] called when the moves that count begin
 * @returns {Promise<Figures>}
 */
export async function closedLoop(pairs, seconds, onWarm = async () => undefined) {
  const timing = startTiming()
  let isOver = false
  for (const [index, pair] of pairs.entries()) {
    pair.onMove = (ply) => {
      timing.arrived(index, ply)
      if (isOver || ply + 1 >= pair.plies()) return
      timing.sent(index, ply + 1)
      pair.send(ply + 1)
    }
    timing.sent(index, 0)
    pair.send(0)
  }
  await wait(WARM_UP_MS)
  await onWarm()
  timing.reset()
  await wait(seconds * 1000)
  const figures = timing.figures()
  isOver = true
  await wait(300)
  return figures
}

/**
 * Every pair makes one move a second, spread evenly over the second. A player with no move to
 * answer waits.
 * @param {readonly Pair[]} pairs
 * @param {number} seconds
 * @param {() => Promise<void>} [onWarm] called when the moves that count begin
 * @returns {Promise<Figures>}
 */
export async function paced(pairs, seconds, onWarm = async () => undefined) {
  const timing = startTiming()
  for (const [index, pair] of pairs.entries()) pair.onMove = (ply) => timing.arrived(index, ply)
  const startedAt = performance.now()
  /** @type {number[]} */
  const plies = pairs.map(() => 0)
  let isReset = false
  for (let sent = 0; ; ) {
    const elapsed = performance.now() - startedAt
    if (!isReset && elapsed > PACED_WARM_UP_MS) {
      // The load goes on meanwhile.
      void onWarm()
      timing.reset()
      isReset = true
    }
    if (elapsed > PACED_WARM_UP_MS + seconds * 1000) break
    const due = (elapsed / 1000) * pairs.length
    for (; sent < due; sent++) {
      const index = sent % pairs.length
      const ply = plies[index] ?? 0
      const pair = pairs[index]
      if (pair === undefined || ply >= pair.plies()) continue
      // If the machine is too busy, the opponent's move may not have arrived: then it is not our
      // turn.
      if (timing.isOnItsWay(index, ply - 1)) continue
      plies[index] = ply + 1
      timing.sent(index, ply)
      pair.send(ply)
    }
    await wait(1)
  }
  const figures = timing.figures()
  await wait(300)
  return figures
}

/**
 * The games that a pair needs for a paced load, whose warm-up takes moves too.
 * @param {number} seconds
 */
export function gamesFor(seconds) {
  return 1 + Math.ceil((seconds + WARM_UP_SECONDS) / PLIES_A_GAME)
}

/** A low estimate of the moves of a game. */
export const PLIES_A_GAME = 23

// --- internal ---

/** More than a paced load takes to warm up. */
const WARM_UP_SECONDS = 6
const WARM_UP_MS = 1000
/**
 * With so few moves a second, a new process takes longer to compile its code: its first 3,000 moves
 * are slower.
 */
const PACED_WARM_UP_MS = 5000

function startTiming() {
  /** @type {Map<number, number>} */
  const sentAt = new Map()
  /** @type {number[]} */
  let delays = []
  let startedAt = performance.now()
  return {
    /** @param {number} index @param {number} ply */
    sent: (index, ply) => {
      sentAt.set(index * 100_000 + ply, performance.now())
    },
    /** @param {number} index @param {number} ply */
    arrived: (index, ply) => {
      const key = index * 100_000 + ply
      const at = sentAt.get(key)
      if (at === undefined) throw new Error(`move ${ply} of pair ${index} came twice or unasked`)
      sentAt.delete(key)
      delays.push(performance.now() - at)
    },
    /** @param {number} index @param {number} ply */
    isOnItsWay: (index, ply) => sentAt.has(index * 100_000 + ply),
    reset: () => {
      delays = []
      startedAt = performance.now()
    },
    /** @returns {Figures} */
    figures: () => {
      const seconds = (performance.now() - startedAt) / 1000
      const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
      return { movesPerSecond: delays.length / seconds, p50, p99, moves: delays.length }
    },
  }
}
