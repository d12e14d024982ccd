/** The themes of a solution, from its moves alone; docs/puzzles.md explains each in words. */
import {
  type Color,
  isSameMove,
  isStuck,
  legalMoves,
  type Move,
  opposite,
  ownerOf,
  type Position,
  pathsOf,
  play,
  pointsOf,
  score,
} from '@hokito/rules'
import { type PuzzleKind, THEMES, type Theme } from '../puzzle.ts'

/** The themes of a puzzle, in their order. */
export function themesOf(
  position: Position,
  kind: PuzzleKind,
  solution: readonly Move[],
): readonly Theme[] {
  const line = lineOf(position, kind, solution)
  return THEMES.filter((theme) => TESTS[theme](line))
}

// --- internal ---

/** The least height of a stack that counts as a tower. */
const TOWER = 4

/** A puzzle played through to its end. */
interface Played {
  readonly kind: PuzzleKind
  readonly solver: Color
  readonly position: Position
  readonly first: Move
  /** Each of the solver's moves, with the position in which it is made. */
  readonly own: readonly { readonly position: Position; readonly move: Move }[]
  /** The position after the last move. */
  readonly last: Position
}

const TESTS: Readonly<Record<Theme, (line: Played) => boolean>> = {
  /** At the end the other side has no move left. */
  stuck: ({ last, solver }) => isStuck(last, opposite(solver)),
  /**
   * The last move ends the game because the solver has no move left, while the other side has one.
   */
  ownEnd: ({ last, solver }) =>
    last.endRule === 'either' && isStuck(last, solver) && !isStuck(last, opposite(solver)),
  /**
   * One of the solver's moves covers the other side's most valuable stack, of four pieces or more.
   */
  tower: ({ own }) => own.some(({ position, move }) => coversTower(position, move)),
  /** Every path of the first move takes three hops and turns twice. */
  longWay: ({ position, first }) =>
    pathsOf(position, first).every(
      ([one, two, three]) =>
        one !== undefined &&
        two !== undefined &&
        three !== undefined &&
        one.direction !== two.direction &&
        two.direction !== three.direction,
    ),
  /**
   * Another move of the same stack, or onto the same square, wins at least as many points
   * immediately, and fails.
   */
  count: ({ position, first }) =>
    legalMoves(position).some(
      (move) =>
        !isSameMove(move, first) &&
        (move.from === first.from || move.to === first.to) &&
        gainOf(position, move) >= gainOf(position, first),
    ),
  /** The first move covers nothing of the other side. */
  quiet: ({ position, first, solver }) => {
    const below = position.board[first.to]
    return below !== undefined && ownerOf(below) === solver
  },
  /** The first move loses points immediately. */
  sacrifice: ({ position, first }) => gainOf(position, first) < 0,
  /** The solver is behind on points before the first move, and still wins. */
  comeback: ({ position, kind, solver }) => kind !== 'draw' && leadOf(position, solver) < 0,
  /** The only move that does not lose. */
  defence: ({ kind }) => kind === 'draw',
}

function lineOf(position: Position, kind: PuzzleKind, solution: readonly Move[]): Played {
  const [first] = solution
  if (first === undefined) throw new Error('a solution has a move')
  const own: { position: Position; move: Move }[] = []
  let last = position
  for (const [ply, move] of solution.entries()) {
    if (ply % 2 === 0) own.push({ position: last, move })
    last = play(last, move)
  }
  return { kind, solver: position.turn, position, first, own, last }
}

function coversTower(position: Position, { to }: Move): boolean {
  const below = position.board[to]
  if (below === undefined || below.height < TOWER || ownerOf(below) === position.turn) return false
  const others = position.board.filter(
    (stack) => stack !== undefined && ownerOf(stack) !== position.turn,
  )
  return others.every((stack) => stack === undefined || pointsOf(stack) <= pointsOf(below))
}

/** Points that a move wins immediately: its side's lead after it minus the lead before. */
function gainOf(position: Position, move: Move): number {
  return leadOf(play(position, move), position.turn) - leadOf(position, position.turn)
}

function leadOf(position: Position, color: Color): number {
  const points = score(position)
  return points[color] - points[opposite(color)]
}
