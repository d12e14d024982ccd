import { type GameSummary, type GameView, phaseOf } from '@hokito/protocol'
import { byColor, type Color, score } from '@hokito/rules'
import { deadlineOf } from '../game/ending.ts'
import type { Game } from '../game/game.ts'

/** A game as lists show it. */
export function summaryOf({ view, position }: Game): GameSummary {
  const { id, terms, seats, clock, ending, match } = view
  const deadline = deadlineOf(view)
  const rematchBy = rematchOfferedBy(view)
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
    ...(ending === undefined && view.breaks && { breaks: view.breaks }),
    ...(ending && { ending }),
    ...(rematchBy && { rematchBy }),
    ...(match && { match }),
    ...(position && { points: score(position) }),
  }
}

/** The side whose offer of a rematch is open. */
export function rematchOfferedBy({ offers }: GameView): Color | undefined {
  return offers.find(({ kind }) => kind === 'rematch')?.by
}
