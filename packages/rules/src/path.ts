import type { Position } from './position.ts'
import { DIRECTIONS, type Direction, ray, reverse } from './square.ts'
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
  const moving = position.board[from]
  return (
    moving !== undefined &&
    landsFrom(position, moving, { at: from, last: undefined, hopsLeft: moving.top.value })
  )
}

// --- internal ---

interface Step {
  readonly at: Square
  readonly last: Direction | undefined
  readonly hopsLeft: number
}

function landsFrom(position: Position, moving: Stack, { at, last, hopsLeft }: Step): boolean {
  if (hopsLeft === 0) {
    const below = position.board[at]
    return below !== undefined && isLanding(moving, below)
  }
  for (const direction of DIRECTIONS) {
    if (last !== undefined && direction === reverse(last)) continue
    const to = nearest(position, at, direction)
    if (to === undefined) continue
    if (landsFrom(position, moving, { at: to, last: direction, hopsLeft: hopsLeft - 1 }))
      return true
  }
  return false
}

/** The nearest occupied square in a direction. */
function nearest(position: Position, from: Square, direction: Direction): Square | undefined {
  for (const to of ray(from, direction)) if (position.board[to] !== undefined) return to
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
