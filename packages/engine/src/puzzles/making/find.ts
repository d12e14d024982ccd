/** Finds the puzzle in a position, if there is one, and the line of its solution. */
import { type Move, occupiedCount, type Position } from '@hokito/rules'
import { unpackMove } from '../../pack.ts'
import type { PackedMove } from '../../packed.ts'
import { MARGIN_GAP, MOST_OWN_MOVES, type PuzzleKind } from '../puzzle.ts'
import { type Prover, TooDear } from './prover.ts'

/** With fewer legal moves there is nothing to find. */
export const LEAST_CHOICES = 3

/** The task in a position and its solution. */
export interface FoundPuzzle {
  readonly kind: PuzzleKind
  readonly solution: readonly Move[]
}

/**
 * The puzzle in a position; undefined if there is none, or if it would be too expensive to prove.
 */
export function findPuzzle(prover: Prover, position: Position): FoundPuzzle | undefined {
  prover.load(position, MOST_NODES)
  if (prover.moves().length < LEAST_CHOICES) return undefined
  try {
    const task = taskOf(prover, occupiedCount(position))
    if (task === undefined) return undefined
    const first = onlyMove(prover, task)
    if (first === undefined) return undefined
    const solution = solutionFrom(prover, task, first, MOST_OWN_MOVES)
    return { kind: task.kind, solution: solution.map(unpackMove) }
  } catch (error) {
    if (error instanceof TooDear) return undefined
    throw error
  }
}

/** The goal of each of the solver's moves, and the most that best play allows. */
export interface Task {
  readonly kind: PuzzleKind
  /**
   * A move that achieves this margin keeps the value. Only one move does; all others achieve less.
   */
  readonly least: number
  /** A good player makes no reply that lets the solver have more than this. */
  readonly most: number
}

/** The task of each kind; `margin` is the result of best play, for a puzzle for points. */
export function taskOfKind(kind: PuzzleKind, margin: number): Task {
  switch (kind) {
    case 'win':
      return { kind, least: 1, most: Number.POSITIVE_INFINITY }
    case 'draw':
      return { kind, least: 0, most: 0 }
    case 'margin':
      return { kind, least: margin - MARGIN_GAP + 1, most: margin }
  }
}

/** The move that achieves the task, if exactly one does. @throws TooDear */
export function onlyMove(prover: Prover, { least }: Task): PackedMove | undefined {
  const [only, other] = prover.movesFor(least, 2)
  return other === undefined ? only : undefined
}

/** Has a reply given the solver more than best play would have? */
export function gaveAway(prover: Prover, { most }: Task): boolean {
  return most !== Number.POSITIVE_INFINITY && prover.isAtLeast(most + 1)
}

// --- internal ---

/** More than nine in ten positions of eighteen squares take far fewer. */
const MOST_NODES = 4_000_000
/**
 * Puzzles for points are only sought with at most this many occupied squares, because exact margins
 * are expensive.
 */
const MARGIN_SQUARES = 13

/**
 * The task here, if there is one: to win, or to draw if that is best; for points only if several
 * moves win.
 */
function taskOf(prover: Prover, occupied: number): Task | undefined {
  const sign = prover.sign()
  if (sign < 0) return undefined
  if (sign === 0) return taskOfKind('draw', 0)
  if (prover.movesFor(1, 2).length === 1) return taskOfKind('win', 0)
  return occupied <= MARGIN_SQUARES ? taskOfKind('margin', prover.wonMargin()) : undefined
}

/**
 * The longest line in which each of the solver's moves is the only one; the replies are chosen to
 * make it so. A last move without a choice is not part of it.
 */
function solutionFrom(
  prover: Prover,
  task: Task,
  own: PackedMove,
  left: number,
): readonly PackedMove[] {
  if (left === 1) return [own]
  prover.play(own)
  const rest = bestContinuation(prover, task, left - 1)
  prover.undo()
  return [own, ...rest]
}

/** A reply and its continuation, as long as possible; empty if no reply leaves a move to find. */
function bestContinuation(prover: Prover, task: Task, left: number): readonly PackedMove[] {
  let longest: readonly PackedMove[] = []
  let mostChoices = 0
  for (const reply of prover.moves()) {
    prover.play(reply)
    const choices = prover.moves().length
    const after = continuationAfter(prover, task, left, choices)
    prover.undo()
    const longer = after.length + 1 - longest.length
    if (after.length === 0 || longer < 0 || (longer === 0 && choices <= mostChoices)) continue
    longest = [reply, ...after]
    mostChoices = choices
  }
  return longest
}

/**
 * The solver's moves after a reply; none if several moves would do, or if the reply gives away too
 * much.
 */
function continuationAfter(
  prover: Prover,
  task: Task,
  left: number,
  choices: number,
): readonly PackedMove[] {
  if (choices === 0) return []
  const own = onlyMove(prover, task)
  if (own === undefined || gaveAway(prover, task)) return []
  const line = solutionFrom(prover, task, own, left)
  return line.length === 1 && choices === 1 ? [] : line
}
