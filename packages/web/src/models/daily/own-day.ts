import { DAILY_END_RULE, dealOfDay } from '@hokito/protocol'
import { formatDeal, formatMove, type GameRecord } from '@hokito/rules'
import type { DailyGame } from './daily-store.ts'

/** Is a record that of one of these games of the day, in which we are Black? */
export function isOfDay(games: readonly DailyGame[], record: GameRecord): boolean {
  const { beginning, endRule } = record
  if (beginning.kind !== 'deal' || endRule !== DAILY_END_RULE) return false
  const deal = formatDeal(beginning.deal)
  const moves = record.moves.map(formatMove).join(' ')
  return games.some(
    (game) => game.moves.join(' ') === moves && formatDeal(dealOfDay(game.day)) === deal,
  )
}
