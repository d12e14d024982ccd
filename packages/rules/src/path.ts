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
 * Can what stands on a square land anywhere, whoever's turn it is? The same as asking whether one of its
 * walks does, but it stops at the first and keeps none.
 */
export function canLand(position: Position, from: Square): boolean {
  return isLandingFound(position, from, () => true)
}

/** Where what stands on a square can land, each square once and in no order; keeps no walks either. */
export function landingsFrom(position: Position, from: Square): readonly Square[] {
  const found: Square[] = []
  isLandingFound(position, from, (to) => {
    if (!found.includes(to)) found.push(to)
    return false
  })
  return found
}

// --- internal ---

/** Is there a landing that is wanted? Asks about one after the other until one is; the same may come more than once. */
function isLandingFound(
  { board }: Position,
  from: Square,
  isWanted: (to: Square) => boolean,
): boolean {
  const moving = board[from]
  if (moving === undefined) return false
  const walk = (at: Square, hopsLeft: number, back: number): boolean => {
    if (hopsLeft === 0) {
      const below = board[at]
      return below !== undefined && isLanding(moving, below) && isWanted(at)
    }
    const rays = raysOf(at)
    for (let direction = 0; direction < rays.length; direction++) {
      if (direction === back) continue
      const to = nearest(board, rays[direction])
      if (to !== undefined && walk(to, hopsLeft - 1, (direction + 2) % 4)) return true
    }
    return false
  }
  return walk(from, moving.top.value, -1)
}

/** The first square of a ray that is occupied. */
function nearest(board: Position['board'], ray: readonly Square[] = []): Square | undefined {
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
