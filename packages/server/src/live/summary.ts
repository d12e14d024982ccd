import { flagAt, type GameSummary, type GameView } from '@hokito/protocol'

/** A game as lists show it. */
export function summaryOf(view: GameView): GameSummary {
  const { id, terms, seats, clock, ending } = view
  const flag = ending === undefined ? flagAt(terms.timeControl, clock) : undefined
  return {
    id,
    terms,
    seats,
    ply: view.moves.length,
    isDealt: view.deal !== undefined,
    since: view.endedAt ?? clock.since,
    ...(flag !== undefined && { flagAt: flag }),
    ...(ending && { ending }),
  }
}
