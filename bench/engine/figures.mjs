// @ts-check
/** Simple statistics over measurements. */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** @param {readonly number[]} values */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * The value below which this share of all lies; 0 if there are none.
 * @param {readonly number[]} values
 * @param {number} share
 */
export function quantile(values, share) {
  return Float64Array.from(values).sort()[Math.floor(share * values.length)] ?? 0
}

/**
 * A number with three significant digits.
 * @param {number | undefined} value
 */
export function short(value) {
  if (value === undefined || Number.isNaN(value)) return '–'
  return String(Number(value.toPrecision(3)))
}
