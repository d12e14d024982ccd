import { flagAt, type GameSummary, phaseOf, placingDeadline } from '@hokito/protocol'
import { byColor, score } from '@hokito/rules'
import type { Game } from '../game/game.ts'

/** A game as lists show it. */
export function summaryOf({ view, position }: Game): GameSummary {
  const { id, terms, seats, clock, ending } = view
  const flag =
    ending === undefined ? (placingDeadline(view) ?? flagAt(terms.timeControl, clock)) : undefined
  return {
    id,
    terms,
    seats,
    ply: view.moves.length,
    isDealt: view.deal !== undefined,
    ...(phaseOf(view) === 'placing' && {
      placed: byColor((color) => view.placed?.[color] !== undefined),
    }),
    since: view.endedAt ?? clock.since,
    ...(flag !== undefined && { flagAt: flag }),
    ...(ending && { ending }),
    ...(position && { points: score(position) }),
  }
}
