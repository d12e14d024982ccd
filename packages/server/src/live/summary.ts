import { type GameSummary, phaseOf } from '@hokito/protocol'
import { byColor, score } from '@hokito/rules'
import { deadlineOf } from '../game/ending.ts'
import type { Game } from '../game/game.ts'

/** A game as lists show it. */
export function summaryOf({ view, position }: Game): GameSummary {
  const { id, terms, seats, clock, ending } = view
  const deadline = deadlineOf(view)
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
    ...(deadline !== undefined && { deadline }),
    ...(ending && { ending }),
    ...(position && { points: score(position) }),
  }
}
