/** A count with at most four characters and a unit, such as `950`, `12.3 k` or `4.56 M`. */
export function bigNumber(count: number): string {
  const unit = UNITS.find(({ from }) => count >= from)
  if (unit === undefined) return String(Math.round(count))
  return `${(count / unit.size).toPrecision(3)} ${unit.name}`
}

/** A duration for people, such as `0.3 s` or `2 min 5 s`. */
export function seconds(ms: number): string {
  const whole = Math.round(ms / 1000)
  return whole < 60
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

// --- internal ---

/**
 * Millions begin where three digits of thousands would round up to one, and so on. Thousands begin
 * where they shorten the number.
 */
const UNITS = [
  { name: 'G', size: 1e9, from: 999.5e6 },
  { name: 'M', size: 1e6, from: 999.5e3 },
  { name: 'k', size: 1e3, from: 9_995 },
] as const
