import { dividerOf, type GameSummary, type GameView, isLateStart, phaseOf } from '@hokito/protocol'
import { byColor, COLORS, type Color, score } from '@hokito/rules'
import { deadlineOf } from '../game/ending.ts'
import type { Game } from '../game/game.ts'
import type { LiveGame } from './live-game.ts'

/** A game as lists show it. */
export function summaryOf({ view, position }: Game): GameSummary {
  const { id, terms, seats, clock, ending, match } = view
  const deadline = deadlineOf(view)
  const rematchBy = rematchOfferedBy(view)
  const missedBy = missedByIn(view)
  return {
    id,
    terms,
    seats,
    ply: view.moves.length,
    isDealt: view.deal !== undefined,
    ...(phaseOf(view) === 'placing' && {
      placed: byColor((color) => view.placed?.[color] !== undefined),
    }),
    ...(phaseOf(view) === 'dividing' && { divider: dividerOf(view) }),
    since: view.endedAt ?? clock.since,
    ...(deadline !== undefined && { deadline }),
    ...(ending === undefined && view.breaks && { breaks: view.breaks }),
    ...(ending && { ending }),
    ...(missedBy && { missedBy: [...missedBy] }),
    ...(rematchBy && { rematchBy }),
    ...(match && { match }),
    ...(position && { points: score(position) }),
  }
}

/** A summary for one of the players. It includes when that player may claim the game, if known. */
export function summaryFor(
  color: Color,
  summary: GameSummary,
  live: Pick<LiveGame, 'presence'> | undefined,
): GameSummary {
  const claimableAt = live?.presence().seats[color].claimableAt
  return claimableAt === undefined ? summary : { ...summary, claimableAt }
}

/** The side whose offer of a rematch is open. */
export function rematchOfferedBy({ offers }: GameView): Color | undefined {
  return offers.find(({ kind }) => kind === 'rematch')?.by
}

// --- internal ---

/**
 * The side that missed the time for its first move or for the deal; both sides if neither alone
 * did.
 */
function missedByIn(view: GameView): readonly Color[] | undefined {
  if (view.ending?.kind !== 'aborted' || !isLateStart(view)) return undefined
  return view.leftBy === undefined ? COLORS : [view.leftBy]
}
