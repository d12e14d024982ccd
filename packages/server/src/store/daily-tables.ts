import type { DailyLevel, Day, PlayerId } from '@hokito/protocol'

/** The counted games of the day, one for each player and level. */
export interface DailyTriesTable {
  day: Day
  level: DailyLevel
  /** May be a guest who has been deleted since. */
  player: PlayerId
  /** Black's points less White's; Black is the player. */
  margin: number
  /** All moves, with spaces. */
  moves: string
  at: number
}

/**
 * How many tries of a day and level ended with each margin, so that a rank is found without
 * counting tries.
 */
export interface DailyMarginsTable {
  day: Day
  level: DailyLevel
  margin: number
  count: number
}

/**
 * How often a move was played in a position on a day, and the sum of the margins; see
 * `daily/fold.ts`.
 */
export interface DailyMovesTable {
  day: Day
  position: string
  move: string
  count: number
  total: number
}
