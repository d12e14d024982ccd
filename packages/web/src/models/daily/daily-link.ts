import type { Day } from '@hokito/protocol'

/** What follows the page's address for a day; nothing for today, whichever that will be. */
export function dayQuery(day: Day | undefined): string {
  return day === undefined ? '' : `?${new URLSearchParams({ day })}`
}

/** The same for a game of a day at a level: the one that counts, or practice. */
export function gameQuery(day: Day, level: number, isPractice: boolean): string {
  const practice = isPractice ? { practice: 'yes' } : {}
  return `?${new URLSearchParams({ day, level: String(level), ...practice })}`
}
