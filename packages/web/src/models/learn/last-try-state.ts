import { destinations, type Move, type Square } from '@hokito/rules'
import type { Refused } from '../../board/index.ts'
import { type After, startOf, type Verdict } from './judge.ts'
import type { MoveStep, Step } from './lesson.ts'

/**
 * The last try at a step of a lesson: none so far, a press that did nothing, or an answer with its
 * verdict.
 */
export type LastTry =
  | (Open & { readonly kind: 'asking' })
  | (Open & { readonly kind: 'refused'; readonly why: RefusedHere })
  | { readonly kind: 'answered'; readonly verdict: Verdict }

/** A press that did nothing; `byButtons`: only the buttons answer this step. */
export type RefusedHere = Refused | { readonly kind: 'byButtons' }

/** The state before any try. */
export const UNTRIED: LastTry = { kind: 'asking', shown: undefined, kept: undefined }

/** The verdict on a right answer. */
export function rightIn(last: LastTry): RightVerdict | undefined {
  return last.kind === 'answered' && last.verdict.isRight ? last.verdict : undefined
}

/** The result of a wrong move, while it is on the board. */
export function afterIn(last: LastTry): After | undefined {
  if (last.kind !== 'answered' || last.verdict.isRight) return undefined
  const { why } = last.verdict
  return 'after' in why ? why.after : undefined
}

/** What the board offers for the next try. */
export function offersIn(last: LastTry): Open {
  return last.kind === 'answered' ? NOTHING : { shown: last.shown, kept: last.kept }
}

/** Records why a press did nothing; undefined if it did something. */
export function refuse(last: LastTry, why: RefusedHere | undefined): LastTry {
  // A solved step stays solved, whatever is pressed before the next step.
  if (rightIn(last) !== undefined) return last
  const offers = offersIn(last)
  return why === undefined ? { ...offers, kind: 'asking' } : { ...offers, kind: 'refused', why }
}

/** Shows the solution of a step that asks for a move. */
export function showSolution(last: LastTry, step: Step): LastTry {
  if (step.kind !== 'move') return last
  return { ...offersIn(last), kind: 'asking', shown: { ...step.solutions[0] } }
}

/** Begins the next try; the piece of a wrong move stays chosen if another move by it is right. */
export function retry(last: LastTry, step: Step): LastTry {
  return keeping(last, rightPieceOf(step, afterIn(last)?.move))
}

/**
 * A press while the result of a wrong move is on the board: starts the next try, and counts as its
 * first press. It may already make the next move.
 */
export function retryAt(
  last: LastTry,
  step: Step,
  square: Square,
): { readonly last: LastTry; readonly move?: Move } {
  const wrong = afterIn(last)?.move
  if (step.kind !== 'move' || wrong === undefined) return { last }
  const from = rightPieceOf(step, wrong)
  const next = keeping(last, from)
  // A press on the piece at its new place means to take it up, not to land there again.
  if (square === wrong.to) return { last: next }
  if (from !== undefined && destinations(step.position, from).includes(square)) {
    return { last: next, move: { from, to: square } }
  }
  return { last: isStart(step, square) ? keeping(last, square) : next }
}

// --- internal ---

type RightVerdict = Extract<Verdict, { readonly isRight: true }>

/** While the step awaits an answer. */
interface Open {
  /**
   * The solution, once the learner asked for it; a new object each time, so that the board shows it
   * again.
   */
  readonly shown: Move | undefined
  /** The piece of a wrong move, if it was the right piece: it stays chosen for the next try. */
  readonly kept: Square | undefined
}

const NOTHING: Open = { shown: undefined, kept: undefined }

function keeping(last: LastTry, kept: Square | undefined): LastTry {
  return { ...offersIn(last), kind: 'asking', kept }
}

/** The piece of a wrong move, if another move by it solves the step. */
function rightPieceOf(step: Step, move: Move | undefined): Square | undefined {
  if (step.kind !== 'move' || move === undefined) return undefined
  return step.solutions.some(({ from }) => from === move.from) ? move.from : undefined
}

/** Can the step begin with the piece on a square? */
function isStart(step: MoveStep, square: Square): boolean {
  const start = startOf(step)
  const isFit = start === undefined || start === square
  return isFit && destinations(step.position, square).length > 0
}
