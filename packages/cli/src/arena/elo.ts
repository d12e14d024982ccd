/**
 * The difference in strength that match results show. Games come in pairs from the same opening
 * with colours swapped. The two are not independent, so all statistics here count pairs.
 */

/** Number of pairs that gave the first player 0, ½, 1, 1½ and 2 points. */
export type PairCounts = readonly [number, number, number, number, number]

/**
 * An Elo difference with bounds at 95 % confidence. Infinite if the first player made all or no
 * points.
 */
export interface EloEstimate {
  readonly elo: number
  readonly low: number
  readonly high: number
}

/** Two hypotheses about the Elo difference, between which a match decides. */
export interface SprtOptions {
  readonly elo0: number
  readonly elo1: number
}

/**
 * The state of a sequential test: the log-likelihood ratio, and the verdict once the ratio leaves
 * its bounds.
 */
export interface SprtState {
  readonly llr: number
  /** Without a verdict, the ratio lies between minus and plus this value. */
  readonly bound: number
  readonly accepted: 'H0' | 'H1' | undefined
}

/** The Elo difference that corresponds to an expected score (0 to 1). */
export function eloOfScore(score: number): number {
  return -400 * Math.log10(1 / score - 1)
}

/** The expected score (0 to 1) of an Elo difference. */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400))
}

/**
 * The Elo difference estimated from pairs, by a normal approximation of the mean of their points.
 */
export function estimateElo(pairs: PairCounts): EloEstimate {
  const count = pairs.reduce((sum, each) => sum + each, 0)
  if (count === 0) return { elo: 0, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  const { mean } = momentsOf(pairs)
  const error = 1.96 * Math.sqrt(momentsOf(withTrace(pairs)).variance / count)
  const bounded = (score: number) => Math.min(1, Math.max(0, score))
  return {
    elo: eloOfScore(mean),
    low: eloOfScore(bounded(mean - error)),
    high: eloOfScore(bounded(mean + error)),
  }
}

/**
 * A generalised sequential probability ratio test of `elo0` against `elo1`, with 5 % for either
 * error. Its ratio is that of two normal distributions with the observed variance: n (s1 - s0) (2m
 * - s0 - s1) / 2v. There is no verdict before the first {@link LEAST_PAIRS} pairs, which say too
 * little about their variance.
 */
export function sprt(pairs: PairCounts, { elo0, elo1 }: SprtOptions): SprtState {
  const { count, mean, variance } = momentsOf(withTrace(pairs))
  const s0 = scoreOfElo(elo0)
  const s1 = scoreOfElo(elo1)
  const llr = (count * (s1 - s0) * (2 * mean - s0 - s1)) / (2 * variance)
  const bound = Math.log((1 - ERROR_RATE) / ERROR_RATE)
  const hasVerdict = count >= LEAST_PAIRS && Math.abs(llr) >= bound
  return { llr, bound, accepted: hasVerdict ? (llr > 0 ? 'H1' : 'H0') : undefined }
}

/** Number of pairs before a sequential test may stop. */
export const LEAST_PAIRS = 16

// --- internal ---

const ERROR_RATE = 0.05

/** Keeps the variance above zero if all pairs had the same result. */
const TRACE = 0.1

function withTrace([a, b, c, d, e]: PairCounts): PairCounts {
  return [a + TRACE, b + TRACE, c + TRACE, d + TRACE, e + TRACE]
}

/** Mean and variance of a pair's points, as a fraction of the two points possible. */
function momentsOf(pairs: PairCounts) {
  const count = pairs.reduce((sum, each) => sum + each, 0)
  const moment = (power: number, centre: number) =>
    pairs.reduce((sum, each, halves) => sum + each * (halves / 4 - centre) ** power, 0) / count
  const mean = moment(1, 0)
  return { count, mean, variance: moment(2, mean) }
}
