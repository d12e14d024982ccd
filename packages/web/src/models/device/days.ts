/**
 * A day that is the same for everyone, wherever they are: the UTC day, as `2026-11-23`. Days
 * compare as strings.
 */
export type Day = string

/** A month of such days, as `2026-11`. */
export type Month = string

/** The day of an instant in milliseconds since 1970. */
export function dayOf(now: number): Day {
  return new Date(now).toISOString().slice(0, 10)
}

/** Is a text from outside an existing day? */
export function isDay(text: string): boolean {
  return SHAPE.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text
}

/** The number of days since the first day of 1970. */
export function dayNumber(day: Day): number {
  return Date.parse(day) / DAY_MS
}

/** The day `count` days later, or earlier if `count` is negative. */
export function dayAfter(day: Day, count = 1): Day {
  return dayOf(Date.parse(day) + count * DAY_MS)
}

/**
 * The number of days in a row, up to today, that are done. Today may still be open; then the count
 * ends yesterday.
 */
export function streakOf(done: ReadonlySet<Day>, today: Day): number {
  let day = done.has(today) ? today : dayAfter(today, -1)
  let count = 0
  for (; done.has(day); day = dayAfter(day, -1)) count++
  return count
}

/** The month of a day. */
export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

/** The month `count` months later, or earlier if `count` is negative. */
export function monthAfter(month: Month, count: number): Month {
  const first = new Date(`${month}-01`)
  first.setUTCMonth(first.getUTCMonth() + count)
  return monthOf(dayOf(first.getTime()))
}

/** The weeks of a month, from Monday to Sunday; undefined for a day of another month. */
export function weeksOf(month: Month): readonly (readonly (Day | undefined)[])[] {
  const first = `${month}-01`
  const monday = dayAfter(first, -weekdayOf(first))
  const weeks = Array.from({ length: MOST_WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, n) => dayAfter(monday, week * 7 + n)),
  )
  return weeks
    .map((week) => week.map((day) => (monthOf(day) === month ? day : undefined)))
    .filter((week) => week.some((day) => day !== undefined))
}

// --- internal ---

const DAY_MS = 86_400_000
const SHAPE = /^\d{4}-\d\d-\d\d$/
const MOST_WEEKS = 6

/** From 0 for Monday to 6. */
function weekdayOf(day: Day): number {
  return (new Date(day).getUTCDay() + 6) % 7
}
