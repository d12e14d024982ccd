import {
  firstMoveMs,
  flagAt,
  type GameEnding,
  type GameEvent,
  type GameView,
  phaseOf,
  turnOf,
} from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import type { Circumstances } from './decision.ts'
import type { Game } from './game.ts'

/**
 * The events that end a game: the ending, and for the first game of a match that was played the id of
 * the second.
 */
export function endWith(
  { view }: Game,
  ending: GameEnding,
  { now, fresh }: Pick<Circumstances, 'now' | 'fresh'>,
): readonly GameEvent[] {
  const ended: GameEvent = { kind: 'ended', at: now, ending }
  const goesOn = view.match?.game === 1 && ending.kind !== 'aborted'
  return goesOn ? [ended, { kind: 'continued', at: now, next: fresh().id }] : [ended]
}

/**
 * The instant from which time alone ends the game: nobody made the deal or a first move, or whose turn
 * it is has nothing left. Undefined when time cannot end it.
 */
export function deadlineOf(view: GameView): number | undefined {
  if (phaseOf(view) === 'over') return undefined
  if (view.moves.length >= FREE_PLIES) return flagAt(view.terms.timeControl, view.clock)
  return view.clock.since + firstMoveMs(view.terms.timeControl)
}

/** What time alone has decided by an instant; nothing before the deadline. */
export function overdue(
  game: Game,
  circumstances: Pick<Circumstances, 'now' | 'fresh'>,
): readonly GameEvent[] {
  const deadline = deadlineOf(game.view)
  if (deadline === undefined || circumstances.now < deadline) return []
  return endWith(game, endingByTime(game.view), circumstances)
}

/** How a game ends when whose turn it is has let the time pass. */
export function endingByTime(view: GameView): GameEnding {
  const winner = opposite(turnOf(view))
  if (view.moves.length >= FREE_PLIES) return { kind: 'timeout', winner }
  // In the second game of a match an abort would undo the first.
  return view.match?.game === 2
    ? { kind: 'abandoned', winner }
    : { kind: 'aborted', winner: 'nobody' }
}

/** Plies within which a game can be given up without a loser: until both have moved. */
export const FREE_PLIES = 2
