import { type ByColor, byColor } from '@hokito/rules'
import { resultOfDaily } from '../daily/daily-results.ts'
import type { DailyGame } from '../daily/daily-store.ts'
import { type Day, dayOf } from '../device/days.ts'
import { type LocalGame, soloColor } from '../local/local-game.ts'
import { type GameResult, levelIn, resultOf } from '../local/next-level.ts'
import { COMPUTER_LEVELS, type ComputerLevel } from '../local/seat.ts'
import { type PuzzleProgress, solvedDays } from '../puzzles/puzzle-store.ts'

/** What this device has stored of its player. */
export interface HistorySources {
  /** Latest first. */
  readonly games: readonly LocalGame[]
  readonly daily: readonly DailyGame[]
  readonly puzzles: PuzzleProgress
}

/** How many games ended in each way. */
export type Tally = Readonly<Record<GameResult, number>>

/** The days on which a game of the day was finished. */
export function playedDays(daily: readonly DailyGame[]): ReadonlySet<Day> {
  return new Set(daily.filter(({ fate }) => fate.kind !== 'running').map(({ day }) => day))
}

/** The days on which the puzzle of the day was solved, or a game of the day finished. */
export function dailyDays({ daily, puzzles }: Omit<HistorySources, 'games'>): ReadonlySet<Day> {
  return new Set([...playedDays(daily), ...solvedDays(puzzles)])
}

/**
 * What was done on a day: the puzzle and the game of the day, one of them, or only something else.
 */
export type DayMark = 'both' | 'daily' | 'other'

/**
 * All days on which something was done.
 * @param online days on which games with other people ended, which the server has
 */
export function markedDays(
  sources: HistorySources,
  online: readonly Day[] = [],
): ReadonlyMap<Day, DayMark> {
  const { games, daily, puzzles } = sources
  const [played, solved] = [playedDays(daily), solvedDays(puzzles)]
  const others = [
    ...games
      .filter(({ record }) => record.ending !== undefined)
      .map((game) => dayOf(game.updatedAt)),
    ...Object.keys(puzzles.past),
    ...online,
  ]
  const marks = new Map<Day, DayMark>(others.map((day) => [day, 'other']))
  for (const day of [...played, ...solved]) {
    marks.set(day, played.has(day) && solved.has(day) ? 'both' : 'daily')
  }
  return marks
}

/** The results against each level of the computer, games of the day included. */
export function levelTallies({ games, daily }: Omit<HistorySources, 'puzzles'>): readonly {
  readonly level: ComputerLevel
  readonly tally: Tally
}[] {
  const results = [
    ...games.map((game) => ({ level: levelIn(game), result: resultOf(game) })),
    ...daily.map((game) => ({ level: game.level, result: resultOfDaily(game) })),
  ]
  return COMPUTER_LEVELS.map((level) => ({
    level,
    tally: tallyOf(results.filter((each) => each.level === level).map(({ result }) => result)),
  }))
}

/** The results by the player's colour, games of the day included. */
export function colorTallies({ games, daily }: Omit<HistorySources, 'puzzles'>): ByColor<Tally> {
  return byColor((color) =>
    tallyOf([
      ...games.filter((game) => soloColor(game) === color).map(resultOf),
      // In a game of the day the player has Black.
      ...(color === 'black' ? daily.map(resultOfDaily) : []),
    ]),
  )
}

/** The sum of some tallies. */
export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { won, drawn, lost }) => ({
      won: sum.won + won,
      drawn: sum.drawn + drawn,
      lost: sum.lost + lost,
    }),
    NONE,
  )
}

/** The number of games in a tally. */
export function countOf({ won, drawn, lost }: Tally): number {
  return won + drawn + lost
}

// --- internal ---

const NONE: Tally = { won: 0, drawn: 0, lost: 0 }

function tallyOf(results: readonly (GameResult | undefined)[]): Tally {
  const count = (result: GameResult) => results.filter((each) => each === result).length
  return { won: count('won'), drawn: count('drawn'), lost: count('lost') }
}
