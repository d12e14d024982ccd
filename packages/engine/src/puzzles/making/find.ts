/** Finds the puzzle in a position, if there is one, and the line of its solution. */
import { type Move, occupiedCount, type Position } from '@hokito/rules'
import { unpackMove } from '../../pack.ts'
import type { PackedMove } from '../../packed.ts'
import { MARGIN_GAP, MOST_OWN_MOVES, type PuzzleKind } from '../puzzle.ts'
import { type Prover, TooDear } from './prover.ts'

/** Fewer legal moves leave nothing to find. */
export const LEAST_CHOICES = 3

/** What is asked for in a position, and how it is answered. */
export interface FoundPuzzle {
  readonly kind: PuzzleKind
  readonly solution: readonly Move[]
}

/** The puzzle in a position; undefined where there is none, or where it would be too dear to prove. */
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

/** What the side to move has to reach with each of its moves, and may hope for against best play. */
export interface Task {
  readonly kind: PuzzleKind
  /** A move that comes to this keeps the value; the only one does, all others come to less. */
  readonly least: number
  /** Replies after which more than this could be had are none that a good player makes. */
  readonly most: number
}

/** The task of each kind; `margin` is what best play comes to, for a puzzle for points. */
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

/** The only move that does what is asked for, where exactly one does. @throws TooDear */
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
/** From so many occupied squares down a puzzle for points is looked for: exact margins are dear. */
const MARGIN_SQUARES = 13

/** What could be asked for here: to win, or to draw where that is best; for points only where several moves win. */
function taskOf(prover: Prover, occupied: number): Task | undefined {
  const sign = prover.sign()
  if (sign < 0) return undefined
  if (sign === 0) return taskOfKind('draw', 0)
  if (prover.movesFor(1, 2).length === 1) return taskOfKind('win', 0)
  return occupied <= MARGIN_SQUARES ? taskOfKind('margin', prover.wonMargin()) : undefined
}

/**
 * The longest line in which each of the solver's moves is the only one: the replies are those that make it so. A last
 * move without a choice is no part of it.
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

/** A reply and what follows it, as long as possible; nothing where after no reply there is a move to find. */
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

/** The solver's moves after a reply; none where several would do, or where the reply gives away too much. */
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
