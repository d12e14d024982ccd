import { DAILY_LEVELS, type DailyLevel, type Day, dayAfter } from '@hokito/protocol'
import type { ComputerLevel } from '../local/seat.ts'
import { type DailyGame, marginOfDaily } from './daily-store.ts'
import { parOf } from './par.ts'

/** The margins of one level on the days up to one day. */
export interface DailyMemory {
  /** The last days, the earliest first; without a margin if the level was not finished then. */
  readonly row: readonly { readonly day: Day; readonly margin: number | undefined }[]
  /** The margin of the day itself. */
  readonly own: number | undefined
  /** The mean of all other days; undefined if there is none. */
  readonly mean: number | undefined
  /** How many other days there are. */
  readonly count: number
}

/** What this device remembers of a level, seen from one day. */
export function memoryOf(
  games: readonly DailyGame[],
  level: DailyLevel,
  day: Day,
  length: number,
): DailyMemory {
  const margins = new Map(
    games
      .filter((game) => game.level === level)
      .flatMap((game) => {
        const margin = marginOfDaily(game)
        return margin === undefined ? [] : [[game.day, margin] as const]
      }),
  )
  const others = [...margins].filter(([each]) => each !== day).map(([, margin]) => margin)
  return {
    row: Array.from({ length }, (_, n) => {
      const each = dayAfter(day, n + 1 - length)
      return { day: each, margin: margins.get(each) }
    }),
    own: margins.get(day),
    mean: meanOf(others),
    count: others.length,
  }
}

/**
 * By how much the margins of a level are above par on average, on the days with a known par.
 * Undefined if these are too few to say anything about the player.
 */
export function besideParOf(
  games: readonly DailyGame[],
  level: DailyLevel,
  margins: ReadonlyMap<Day, readonly number[]>,
): { readonly mean: number; readonly count: number } | undefined {
  const above = games
    .filter((game) => game.level === level)
    .flatMap((game) => {
      const own = marginOfDaily(game)
      const par = parOf(margins.get(game.day) ?? [])
      return own === undefined || par === undefined ? [] : [own - par.mean]
    })
  const mean = meanOf(above)
  return mean === undefined || above.length < FEWEST_DAYS
    ? undefined
    : { mean, count: above.length }
}

/** The mean margin at each level that has been finished, the lowest level first. */
export function dailyMeans(
  games: readonly DailyGame[],
): readonly { readonly level: DailyLevel; readonly mean: number }[] {
  return DAILY_LEVELS.flatMap((level) => {
    const mean = meanOf(
      games
        .filter((game) => game.level === level)
        .map(marginOfDaily)
        .filter((margin) => margin !== undefined),
    )
    return mean === undefined ? [] : [{ level, mean }]
  })
}

/** The level of the latest day that was begun; undefined before the first. */
export function lastDailyLevel(games: readonly DailyGame[]): DailyLevel | undefined {
  return games.toSorted((a, b) => b.day.localeCompare(a.day) || b.level - a.level)[0]?.level
}

/**
 * The level for a day: that of the last day, or else that of the `next` game against the computer.
 * The highest level stands for the full strength, which a day does not offer.
 */
export function dailyLevelFor(games: readonly DailyGame[], next: ComputerLevel): DailyLevel {
  return lastDailyLevel(games) ?? DAILY_LEVELS.find((level) => level === next) ?? 10
}

// --- internal ---

/** On a single day chance decides more than strength. */
const FEWEST_DAYS = 3

function meanOf(margins: readonly number[]): number | undefined {
  if (margins.length === 0) return undefined
  return margins.reduce((sum, margin) => sum + margin, 0) / margins.length
}
