// @ts-check
/** The figures in the rows of the table, and how they are judged. */
import { quantile } from '../engine/figures.mjs'

/**
 * @typedef {{ moves: number, p50: number, p99: number, cuts: number }} Moves milliseconds a move
 * @typedef {'ok' | 'FAILED' | 'busy'} Verdict `busy`: the machine was too busy for its timing to say anything
 * @typedef {{
 *   name: string,
 *   fault: string,
 *   tries: number,
 *   answers: Record<string, number>,
 *   quiet?: Moves | undefined,
 *   during?: Moves | undefined,
 *   ownMs?: number,
 *   memory?: { beforeMb: number, peakMb: number } | undefined,
 *   harms: string[],
 *   failures: string[],
 *   notes: string[],
 *   verdict: Verdict,
 * }} Row `ownMs` is how long the measuring process was held up itself; `harms` is what happened to
 * the server or to honest players, `failures` everything else that a kind got and must not get
 * @typedef {{ p99Ms: number, memoryMb: number, isTimed: boolean }} Bounds
 */

/**
 * Combines the delays and lost connections of several pairs.
 * @param {readonly import('./honest-pair.mjs').Felt[]} felt
 * @returns {Moves}
 */
export function movesOf(felt) {
  const delays = felt.flatMap((pair) => pair.delays)
  const cuts = felt.reduce((sum, pair) => sum + pair.cuts, 0)
  return { moves: delays.length, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), cuts }
}

/**
 * Finds the harms in the figures of a row.
 * @param {{ quiet: Moves | undefined, during: Moves, peakMb: number, ownMs: number }} figures
 * `ownMs`: how long the measuring process itself was held up
 * @param {Bounds} bounds
 * @returns {{ harms: string[], isBusy: boolean }}
 */
export function judge({ quiet, during, peakMb, ownMs }, { p99Ms, memoryMb, isTimed }) {
  const harms = []
  if (peakMb > memoryMb) harms.push(`memory over ${memoryMb} MB`)
  if (during.moves === 0) harms.push('no honest move came through')
  const isSlow = isTimed && during.p99 > p99Ms
  const noiseMs = Math.max(quiet?.p99 ?? 0, ownMs)
  // A busy machine explains a delay of about the noise, but not one of many times the noise.
  const isBusy = isSlow && noiseMs > p99Ms / 2 && during.p99 < NOISE_FACTOR * noiseMs
  if (isSlow && !isBusy) harms.push(`others' p99 over ${p99Ms} ms`)
  return { harms, isBusy }
}

// --- internal ---

const NOISE_FACTOR = 5
