/** Proves a puzzle again, statement by statement, independently of how it was found. */
import { isSameMove, legalMoves, type Move, type Position, play } from '@hokito/rules'
import { unpackMove } from '../../pack.ts'
import { MOST_OWN_MOVES, type PuzzleParts } from '../puzzle.ts'
import { gaveAway, LEAST_CHOICES, onlyMove, type Task, taskOfKind } from './find.ts'
import { type Prover, TooDear } from './prover.ts'
import { themesOf } from './themes.ts'

/**
 * The flaws that a puzzle can have: its solution is too long, or ends with a reply; there are too
 * few choices at its beginning or its end; its worth does not fit its kind; a move is illegal;
 * another move does as well, or only another one does; a reply gives away more than best play
 * would; the themes are not those of the moves; it takes too long to prove.
 */
export const FLAWS = [
  'badLength',
  'noChoice',
  'wrongKind',
  'illegal',
  'notOnly',
  'badReply',
  'wrongThemes',
  'tooDear',
] as const

/** A flaw of a puzzle, and the move of the solution that has it, counted from 0. */
export interface Flaw {
  readonly code: (typeof FLAWS)[number]
  readonly ply: number
}

/** The first flaw of a puzzle; undefined if there is none. */
export function flawOf(prover: Prover, puzzle: PuzzleParts): Flaw | undefined {
  try {
    return flawOfForm(puzzle) ?? flawOfLine(prover, puzzle) ?? flawOfThemes(puzzle)
  } catch (error) {
    if (error instanceof TooDear) return { code: 'tooDear', ply: 0 }
    throw error
  }
}

// --- internal ---

/** For one position; the most expensive puzzle that is made takes a quarter of it in all. */
const MOST_NODES = 40_000_000

function flawOfForm({ position, solution }: PuzzleParts): Flaw | undefined {
  const { length } = solution
  if (length % 2 === 0 || length > 2 * MOST_OWN_MOVES - 1) return { code: 'badLength', ply: length }
  let at = position
  for (const [ply, move] of solution.entries()) {
    const legal = legalMoves(at)
    if (!legal.some((each) => isSameMove(each, move))) return { code: 'illegal', ply }
    const isTooFew =
      ply === 0 ? legal.length < LEAST_CHOICES : isLast(solution, ply) && legal.length < 2
    if (isTooFew) return { code: 'noChoice', ply }
    at = play(at, move)
  }
  return undefined
}

function flawOfLine(prover: Prover, { position, kind, solution }: PuzzleParts): Flaw | undefined {
  const task = taskIn(prover, position, kind)
  if (task === undefined) return { code: 'wrongKind', ply: 0 }
  let at = position
  for (const [ply, move] of solution.entries()) {
    if (ply % 2 === 0) {
      if (!isOnly(prover, at, task, move)) return { code: 'notOnly', ply }
    } else if (isGivenAway(prover, play(at, move), task)) return { code: 'badReply', ply }
    at = play(at, move)
  }
  return undefined
}

/** The task of a kind in a position; undefined if the position's worth does not fit the kind. */
function taskIn(prover: Prover, position: Position, kind: PuzzleParts['kind']): Task | undefined {
  prover.load(position, MOST_NODES)
  const sign = prover.sign()
  if (sign < 0 || (sign === 0) !== (kind === 'draw')) return undefined
  if (kind !== 'margin') return taskOfKind(kind, 0)
  // If only one move wins, the puzzle is one of kind `win`.
  return prover.movesFor(1, 2).length === 2 ? taskOfKind(kind, prover.wonMargin()) : undefined
}

function isOnly(prover: Prover, position: Position, task: Task, move: Move): boolean {
  prover.load(position, MOST_NODES)
  const only = onlyMove(prover, task)
  return only !== undefined && isSameMove(unpackMove(only), move)
}

function isGivenAway(prover: Prover, position: Position, task: Task): boolean {
  prover.load(position, MOST_NODES)
  return gaveAway(prover, task)
}

function flawOfThemes({ position, kind, solution, themes }: PuzzleParts): Flaw | undefined {
  const right = themesOf(position, kind, solution)
  return right.join() === themes.join() ? undefined : { code: 'wrongThemes', ply: 0 }
}

function isLast(solution: readonly Move[], ply: number): boolean {
  return ply === solution.length - 1
}
