import { centerOf, type Point } from '@hokito/picture/measures'
import type { Color } from '@hokito/rules'
import {
  formatPosition,
  type Move,
  ownerOf,
  type Path,
  type Position,
  type Stack,
  tryPlay,
} from '@hokito/rules'
import { previewMove } from './state.ts'

/** A move in flight over the board: the stack, its start, and the middles of its hops. */
export interface Flight {
  /** The position before the move; shown without the moving stack until it has landed. */
  readonly before: Position
  readonly move: Move
  readonly stack: Stack
  /** The start, then the end of each hop, in units of the drawing. */
  readonly points: readonly Point[]
}

/** A move to be animated. */
export interface FlightOptions {
  readonly move: Move | undefined
  /** Its path; the plainest if absent. */
  readonly path?: Path | undefined
  readonly orientation: Color
}

/**
 * The flight from one position to the next by a move; undefined if the move does not lead there.
 */
export function planFlight(
  before: Position,
  after: Position,
  { move, path: given, orientation }: FlightOptions,
): Flight | undefined {
  if (move === undefined) return undefined
  const stack = before.board[move.from]
  const path = given ?? previewMove(before, move)?.path
  if (stack === undefined || path === undefined) return undefined
  // The board's turn does not matter: a planned move is shown as if it were that side's turn.
  const played = tryPlay({ ...before, turn: ownerOf(stack) }, move)
  if (!played.ok) return undefined
  if (formatPosition({ ...played.value, turn: after.turn }) !== formatPosition(after))
    return undefined
  const squares = [move.from, ...path.map(({ to }) => to)]
  return { before, move, stack, points: squares.map((square) => centerOf(square, orientation)) }
}

/** Keyframes that carry the stack from hop to hop, slow down at each, and settle at the end. */
export function keyframesOf({ points }: Flight): Keyframe[] {
  const [start] = points
  if (start === undefined) return []
  const hops = points.length - 1
  const frames = points.flatMap((point, index): Keyframe[] => {
    const x = point.x - start.x
    const y = point.y - start.y
    const offset = (index / hops) * SETTLE_FROM
    const at = { transform: `translate(${x}px, ${y}px)`, offset, easing: 'ease-out' }
    const next = points[index + 1]
    if (next === undefined) return [at]
    const middleX = (x + next.x - start.x) / 2
    const middleY = (y + next.y - start.y) / 2 - ARC
    const half = ((index + 0.5) / hops) * SETTLE_FROM
    return [
      { ...at, easing: 'ease-in' },
      { transform: `translate(${middleX}px, ${middleY}px)`, offset: half, easing: 'ease-out' },
    ]
  })
  const last = frames.at(-1)
  return last === undefined ? frames : [...frames, { transform: String(last.transform), offset: 1 }]
}

/** The duration of a flight in milliseconds. */
export function durationOf({ points }: Flight): number {
  return (points.length - 1) * HOP_MS
}

// --- internal ---

const HOP_MS = 190
/** How high the stack rises between two hops. */
const ARC = 14
/** The share of the flight after which the stack has landed and only settles. */
const SETTLE_FROM = 0.94
