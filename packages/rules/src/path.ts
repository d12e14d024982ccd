import type { Position } from './position.ts'
import { DIRECTIONS, type Direction, ray, raysOf, reverse } from './square.ts'
import { isSingle, type Stack } from './stack.ts'
import type { Move, Square } from './types.ts'

/**
 * One counted step to the nearest occupied square in a direction. Empty squares on the way cost
 * nothing.
 */
export interface Hop {
  readonly from: Square
  readonly to: Square
  readonly direction: Direction
  /** The empty squares passed over, in order. */
  readonly skipped: readonly Square[]
}

/** The hops of one move in order: exactly as many as the top piece has marks. */
export type Path = readonly Hop[]

/** The hop from a square in one direction. Undefined if it would leave the board. */
export function hopFrom(position: Position, from: Square, direction: Direction): Hop | undefined {
  const skipped: Square[] = []
  for (const to of ray(from, direction)) {
    if (position.board[to] !== undefined) return { from, to, direction, skipped }
    skipped.push(to)
  }
  return undefined
}

/**
 * Every walk of the full number of hops from `from`, whichever side is to move and wherever it
 * ends. A hop may go straight on or turn, but not back. Empty if the square is empty.
 */
export function walksFrom(position: Position, from: Square): readonly Path[] {
  const stack = position.board[from]
  if (stack === undefined) return []
  const walks: Path[] = []
  extend(position, [], from, stack.top.value, walks)
  return walks
}

/** May `moving` land on `below`? Singles land on singles, stacks on stacks, of any colour. */
export function isLanding(moving: Stack, below: Stack): boolean {
  return isSingle(moving) === isSingle(below)
}

/**
 * All paths that make this move, in the order of the directions. Empty if the move is impossible.
 */
export function pathsOf(position: Position, move: Move): readonly Path[] {
  const moving = position.board[move.from]
  const below = position.board[move.to]
  if (moving === undefined || below === undefined || !isLanding(moving, below)) return []
  return walksFrom(position, move.from).filter((path) => path.at(-1)?.to === move.to)
}

/**
 * Where the stack on a square can land, in square order, whichever side is to move. The result
 * equals the ends of its walks, but no walks are stored.
 */
export function destinations({ board }: Position, from: Square): readonly Square[] {
  const found: Square[] = []
  const moving = board[from]
  if (moving === undefined) return found
  walk({ board, moving }, from, moving.top.value, (at) => {
    if (!found.includes(at)) found.push(at)
    return false
  })
  return found.sort((a, b) => a - b)
}

/** Can the stack on a square land on this one, or anywhere if none is given? */
export function canLand({ board }: Position, from: Square, on?: Square): boolean {
  const moving = board[from]
  if (moving === undefined) return false
  const isIt = (at: Square) => on === undefined || at === on
  return walk({ board, moving }, from, moving.top.value, isIt)
}

// --- internal ---

/** The board and the stack that moves. */
interface Walk {
  readonly board: Position['board']
  readonly moving: Stack
}

/**
 * Walks in all ways until a landing is the wanted one. Returns whether any was. Checking a move takes
 * dozens of walks, so they are plain loops that store nothing.
 */
function walk(
  going: Walk,
  at: Square,
  hopsLeft: number,
  isWanted: (landing: Square) => boolean,
  back = -1,
): boolean {
  const { board, moving } = going
  if (hopsLeft === 0) {
    const below = board[at]
    return below !== undefined && isLanding(moving, below) && isWanted(at)
  }
  let direction = 0
  for (const ray of raysOf(at)) {
    const to = direction === back ? undefined : nearest(board, ray)
    if (to !== undefined && walk(going, to, hopsLeft - 1, isWanted, (direction + 2) % 4))
      return true
    direction++
  }
  return false
}

/** The first occupied square of a ray. */
function nearest(board: Position['board'], ray: readonly Square[]): Square | undefined {
  for (const square of ray) if (board[square] !== undefined) return square
  return undefined
}

function extend(position: Position, path: Path, at: Square, hopsLeft: number, walks: Path[]): void {
  if (hopsLeft === 0) {
    walks.push(path)
    return
  }
  const last = path.at(-1)
  for (const direction of DIRECTIONS) {
    if (last !== undefined && direction === reverse(last.direction)) continue
    const hop = hopFrom(position, at, direction)
    if (hop !== undefined) extend(position, [...path, hop], hop.to, hopsLeft - 1, walks)
  }
}
