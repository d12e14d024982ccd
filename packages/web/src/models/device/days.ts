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
 * The number of done days in a row, up to today. Today may still be open; then the row ends
 * yesterday. One missed day a week, from Monday to Sunday, is free: it ends no row, and adds
 * nothing.
 */
export function streakOf(done: ReadonlySet<Day>, today: Day): number {
  const days = numbersOf(done)
  const last = dayNumber(today)
  return rowUpTo(days, days.has(last) ? last : last - 1)
}

/** The most done days that were ever in such a row. */
export function longestStreak(done: ReadonlySet<Day>): number {
  const days = numbersOf(done)
  const ends = [...days].filter((day) => !days.has(day + 1))
  return ends.reduce((most, end) => Math.max(most, rowUpTo(days, end)), 0)
}

/** The whole weeks, from Monday to Sunday, that end with the week of a day; the earliest first. */
export function weeksUpTo(day: Day, count: number): readonly (readonly Day[])[] {
  return weeksFrom(dayAfter(mondayOf(day), (1 - count) * 7), count)
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
  return weeksFrom(mondayOf(`${month}-01`), MOST_WEEKS)
    .map((week) => week.map((day) => (monthOf(day) === month ? day : undefined)))
    .filter((week) => week.some((day) => day !== undefined))
}

// --- internal ---

const DAY_MS = 86_400_000
const SHAPE = /^\d{4}-\d\d-\d\d$/
const MOST_WEEKS = 6

function numbersOf(days: ReadonlySet<Day>): ReadonlySet<number> {
  return new Set(Array.from(days, dayNumber))
}

/** The done days of the row that ends with a day. */
function rowUpTo(days: ReadonlySet<number>, last: number): number {
  let count = 0
  let freeWeek: number | undefined
  for (let day = last; ; day--) {
    if (days.has(day)) count++
    else {
      const week = weekOf(day)
      if (week === freeWeek) return count
      freeWeek = week
    }
  }
}

/** The number of the week of a day: the first day of 1970 was a Thursday. */
function weekOf(day: number): number {
  return Math.floor((day + 3) / 7)
}

/** The Monday of the week of a day. */
function mondayOf(day: Day): Day {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** So many whole weeks from a Monday on. */
function weeksFrom(monday: Day, count: number): readonly (readonly Day[])[] {
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, n) => dayAfter(monday, week * 7 + n)),
  )
}
