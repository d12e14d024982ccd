import {
  awaitedOf,
  FREE_PLIES,
  firstMoveDueAt,
  flagAt,
  type GameEnding,
  type GameEvent,
  type GameView,
  phaseOf,
  placingDeadline,
  turnOf,
} from '@hokito/protocol'
import { type Color, opposite } from '@hokito/rules'
import type { Circumstances } from './decision.ts'
import type { Game } from './game.ts'
import { placeRest } from './placing.ts'

/**
 * The events that end a game that was played: the ending, and for the first game of a match the id
 * of the second.
 */
export function endWith(
  { view }: Game,
  ending: GameEnding,
  { now, fresh }: Pick<Circumstances, 'now' | 'fresh'>,
): readonly GameEvent[] {
  const ended: GameEvent = { kind: 'ended', at: now, ending }
  const goesOn = view.match?.game === 1
  return goesOn ? [ended, { kind: 'continued', at: now, next: fresh().id }] : [ended]
}

/** The event that ends a game before it was played, caused by one side or by neither. */
export function callOff(now: number, by: Color | undefined): GameEvent {
  const ending = { kind: 'aborted', winner: 'nobody' } as const
  return { kind: 'ended', at: now, ending, ...(by && { by }) }
}

/**
 * The instant from which time alone decides: the time is up for placing, for the deal or a first
 * move, or on the clock of the side to move. Undefined if time decides nothing.
 */
export function deadlineOf(view: GameView): number | undefined {
  const phase = phaseOf(view)
  if (phase === 'over') return undefined
  if (phase === 'placing') return placingDeadline(view)
  if (view.moves.length >= FREE_PLIES) return flagAt(view.terms.timeControl, view.clock)
  return firstMoveDueAt(view)
}

/** The events that time alone has caused by an instant; none before the deadline. */
export function overdue(
  game: Game,
  circumstances: Pick<Circumstances, 'now' | 'fresh'>,
): readonly GameEvent[] {
  const deadline = deadlineOf(game.view)
  if (deadline === undefined || circumstances.now < deadline) return []
  return phaseOf(game.view) === 'placing'
    ? placeRest(game, circumstances)
    : endByTime(game, circumstances)
}

/** The events that end a game because the side to move ran out of time. */
export function endByTime(
  game: Game,
  circumstances: Pick<Circumstances, 'now' | 'fresh'>,
): readonly GameEvent[] {
  const { view } = game
  const winner = opposite(turnOf(view))
  if (view.moves.length >= FREE_PLIES) {
    return endWith(game, { kind: 'timeout', winner }, circumstances)
  }
  // In the second game of a match an abort would undo the first.
  return view.match?.game === 2
    ? endWith(game, { kind: 'abandoned', winner }, circumstances)
    : [callOff(circumstances.now, awaitedOf(view))]
}
