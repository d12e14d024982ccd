import { dayAfter } from '@hokito/protocol'
import type { GameResult, LevelResult } from '../local/next-level.ts'
import { type DailyGame, isResigned, marginOfDaily } from './daily-store.ts'

/** The results of the finished games of the day, each at the end of its day. */
export function dailyResults(games: readonly DailyGame[]): readonly LevelResult[] {
  return games
    .filter(({ fate }) => fate.kind !== 'running')
    .map((game) => ({
      level: game.level,
      result: () => resultOfDaily(game),
      at: endOfDaily(game),
    }))
}

/** The player's result; undefined while the game runs. */
export function resultOfDaily(game: DailyGame): GameResult | undefined {
  if (isResigned(game)) return 'lost'
  const margin = marginOfDaily(game)
  if (margin === undefined) return undefined
  return margin > 0 ? 'won' : margin < 0 ? 'lost' : 'drawn'
}

/**
 * The last moment of the day of a game, in milliseconds since 1970: nothing says when on that day
 * it was played.
 */
export function endOfDaily({ day }: DailyGame): number {
  return Date.parse(dayAfter(day, 1)) - 1
}
