import type { Position } from './position.ts'
import { DIRECTIONS, type Direction, ray, raysOf, reverse } from './square.ts'
import { isSingle, type Stack } from './stack.ts'
import type { Move, Square } from './types.ts'

/** One counted step: to the nearest occupied square in a direction, over empties that cost nothing. */
export interface Hop {
  readonly from: Square
  readonly to: Square
  readonly direction: Direction
  /** The empty squares passed over, in order. */
  readonly skipped: readonly Square[]
}

/** The hops of one move in order: exactly as many as the top piece has marks. */
export type Path = readonly Hop[]

/** The hop from a square in one direction, or undefined where it would leave the board. */
export function hopFrom(position: Position, from: Square, direction: Direction): Hop | undefined {
  const skipped: Square[] = []
  for (const to of ray(from, direction)) {
    if (position.board[to] !== undefined) return { from, to, direction, skipped }
    skipped.push(to)
  }
  return undefined
}

/**
 * Every way to walk the full count of hops from `from`, whoever's turn it is and wherever it ends: a hop
 * may go straight on or turn, never back. Empty when the square is.
 */
export function walksFrom(position: Position, from: Square): readonly Path[] {
  const stack = position.board[from]
  if (stack === undefined) return []
  const walks: Path[] = []
  extend(position, [], from, stack.top.value, walks)
  return walks
}

/** May `moving` come down on `below`? Singles on singles, stacks on stacks, of any colour. */
export function isLanding(moving: Stack, below: Stack): boolean {
  return isSingle(moving) === isSingle(below)
}

/** All paths that make this move, in the order of the directions; empty when the move is impossible. */
export function pathsOf(position: Position, move: Move): readonly Path[] {
  const moving = position.board[move.from]
  const below = position.board[move.to]
  if (moving === undefined || below === undefined || !isLanding(moving, below)) return []
  return walksFrom(position, move.from).filter((path) => path.at(-1)?.to === move.to)
}

/**
 * Where the piece or stack on a square can land, in square order, whoever's turn it is. The same as asking where its
 * walks end, but it keeps none.
 */
export function destinations({ board }: Position, from: Square): readonly Square[] {
  const found: Square[] = []
  const moving = board[from]
  if (moving === undefined) return found
  const walk = (at: Square, hopsLeft: number, back: number) => {
    const below = board[at]
    if (hopsLeft === 0) {
      if (below && isLanding(moving, below) && !found.includes(at)) found.push(at)
      return
    }
    raysOf(at).forEach((ray, direction) => {
      const to = direction === back ? undefined : nearest(board, ray)
      if (to !== undefined) walk(to, hopsLeft - 1, (direction + 2) % 4)
    })
  }
  walk(from, moving.top.value, -1)
  return found.sort((a, b) => a - b)
}

// --- internal ---

/** The first square of a ray that is occupied. */
function nearest(board: Position['board'], ray: readonly Square[]): Square | undefined {
  return ray.find((square) => board[square] !== undefined)
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
