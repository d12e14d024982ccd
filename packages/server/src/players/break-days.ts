import { DAY_MS, MOST_BREAK_DAYS } from '@hokito/protocol'

/** When a break began, and when it ends or has ended. */
export interface Span {
  readonly startedAt: number
  readonly until: number
}

/**
 * How many days a break that begins now may have. A day that has begun is used, and counts for the
 * year (UTC) in which it began. A break that continues into the next year takes its later days from
 * that year.
 */
export function breakDaysLeft(taken: readonly Span[], now: number): number {
  const used = new Map<number, number>()
  const use = (at: number) => {
    const year = new Date(at).getUTCFullYear()
    const days = (used.get(year) ?? 0) + 1
    used.set(year, days)
    return days <= MOST_BREAK_DAYS
  }
  for (const span of taken) for (const at of daysOf(span)) use(at)
  const next = daysOf({ startedAt: now, until: now + MOST_BREAK_DAYS * DAY_MS })
  const none = next.findIndex((at) => !use(at))
  return none === -1 ? next.length : none
}

/** In milliseconds. */

// --- internal ---

/** When each day of a break begins. A break has at least one day. */
function daysOf({ startedAt, until }: Span): readonly number[] {
  const days = Math.max(1, Math.ceil((until - startedAt) / DAY_MS))
  return Array.from({ length: days }, (_, day) => startedAt + day * DAY_MS)
}
