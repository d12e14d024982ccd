/** A count in at most four characters and a unit, such as `950`, `12.3 k` or `4.56 M`. */
export function bigNumber(count: number): string {
  const unit = UNITS.find(({ from }) => count >= from)
  if (unit === undefined) return String(Math.round(count))
  return `${(count / unit.size).toPrecision(3)} ${unit.name}`
}

/** A time for people, such as `0.3 s` or `2 min 5 s`. */
export function seconds(ms: number): string {
  const whole = Math.round(ms / 1000)
  return whole < 60
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

// --- internal ---

/** A unit begins where three digits round up to it, and thousands where they shorten anything. */
const UNITS = [
  { name: 'G', size: 1e9, from: 999.5e6 },
  { name: 'M', size: 1e6, from: 999.5e3 },
  { name: 'k', size: 1e3, from: 9_995 },
] as const
