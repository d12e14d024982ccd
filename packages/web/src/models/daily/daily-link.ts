import type { Day } from '@hokito/protocol'

/** The query string for a day; empty for today, so that the link always means the current day. */
export function dayQuery(day: Day | undefined): string {
  return day === undefined ? '' : `?${new URLSearchParams({ day })}`
}

/** The query string for a game of a day and level: the counted game, or practice. */
export function gameQuery(day: Day, level: number, isPractice: boolean): string {
  const practice = isPractice ? { practice: 'yes' } : {}
  return `?${new URLSearchParams({ day, level: String(level), ...practice })}`
}
