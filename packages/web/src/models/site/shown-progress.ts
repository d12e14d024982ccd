import { daySchema, MOST_SHOWN_DAYS, type ShownProgress } from '@hokito/protocol'
import { ask, posting } from '../device/ask.ts'
import { type Day, dayAfter, longestStreak, streakOf } from '../device/days.ts'
import { isSettled } from '../puzzles/puzzle-rating.ts'
import { firstTries, type PuzzleProgress } from '../puzzles/puzzle-store.ts'
import { type DayMark, dailyDays, type HistorySources } from './history.ts'

/** What this device knows of the player's days and puzzles. */
export interface OwnProgress extends Pick<HistorySources, 'daily' | 'puzzles'> {
  readonly marks: ReadonlyMap<Day, DayMark>
  readonly today: Day
}

/**
 * What a profile shows of the days and puzzles on this device, with what other devices of the
 * account have shown before.
 */
export function shownProgressOf(
  { marks, today, ...sources }: OwnProgress,
  known: ShownProgress | undefined,
): ShownProgress {
  const others = known === undefined ? new Map<Day, DayMark>() : shownMarks(known)
  const digits = lastDays(today).map((day) =>
    Math.max(digitOf(marks.get(day)), digitOf(others.get(day))),
  )
  const daily = new Set([
    ...dailyDays(sources),
    ...[...others].flatMap(([day, mark]) => (mark === 'other' ? [] : [day])),
  ])
  const row = streakOf(daily, today)
  return {
    until: daySchema.parse(today),
    days: digits.join(''),
    row,
    longest: Math.max(row, longestStreak(daily), known?.longest ?? 0),
    ...puzzlesShown(sources.puzzles, known),
  }
}

/** The marked days of a profile. */
export function shownMarks({ until, days }: ShownProgress): ReadonlyMap<Day, DayMark> {
  const marks = [...days].map((digit, index) => {
    return [dayAfter(until, index + 1 - days.length), MARKS[Number(digit)]] as const
  })
  return new Map(marks.flatMap(([day, mark]) => (mark === undefined ? [] : [[day, mark]])))
}

/** Shows it to others from now on, or nothing if it is undefined. Returns whether that is stored. */
export async function showProgress(progress: ShownProgress | undefined): Promise<boolean> {
  const answer = await ask('/api/account/progress', posting({ progress }), () => undefined)
  return answer.ok
}

// --- internal ---

/** The marks by their digits. */
const MARKS = [undefined, 'other', 'daily', 'both'] as const satisfies readonly (
  | DayMark
  | undefined
)[]

function digitOf(mark: DayMark | undefined): number {
  return Math.max(0, MARKS.indexOf(mark))
}

function lastDays(today: Day): readonly Day[] {
  return Array.from({ length: MOST_SHOWN_DAYS }, (_, index) =>
    dayAfter(today, index + 1 - MOST_SHOWN_DAYS),
  )
}

/** The puzzles of the device with more of them, and the best rush of all. */
function puzzlesShown(
  { past, rating, rushBest }: PuzzleProgress,
  known: ShownProgress | undefined,
): Pick<ShownProgress, 'puzzles'> {
  const { tried, solved } = firstTries({ past })
  const other = known?.puzzles
  const rush = Math.max(rushBest, other?.rush ?? 0)
  const more =
    other !== undefined && other.tried > tried
      ? other
      : { tried, solved, ...(isSettled(rating) && { rating: Math.round(rating.rating) }) }
  if (more.tried === 0 && rush === 0) return {}
  return { puzzles: { ...more, ...(rush > 0 && { rush }) } }
}
