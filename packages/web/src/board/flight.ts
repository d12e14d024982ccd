import { along, BOARD_SIZE, centerOf, heightOf, type Point } from '@hokito/picture/parts'
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
  readonly points: readonly Flying[]
}

/** A place of a stack in flight: a square's middle, and the height of the stack that stands there. */
export interface Flying {
  readonly ground: Point
  readonly height: number
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
  const points = squares.map((square, index) => ({
    ground: centerOf(square, orientation),
    height: index === 0 ? 0 : heightOf(before.board[square]?.height ?? 0),
  }))
  return { before, move, stack, points }
}

/**
 * Keyframes that carry the stack from hop to hop, over the tops of the stacks on its path. It rises
 * and falls as under gravity, and gives way a little where it lands.
 */
export function stackFrames(flight: Flight): Keyframe[] {
  return framesOf(flight, ({ ground, height }) => along(ground, height), ARC)
}

/** Keyframes of its shadow, which stays on the board. */
export function shadowFrames(flight: Flight): Keyframe[] {
  return framesOf(flight, ({ ground }) => ground, 0)
}

/** The duration of one hop in milliseconds. */
export const HOP_MS = 180

/** The duration of a flight in milliseconds. */
export function durationOf({ points }: Flight): number {
  return (points.length - 1) * HOP_MS + LANDING_MS
}

// --- internal ---

const LANDING_MS = 140
/** How high the stack rises between two hops, and how far it gives way when it has landed. */
const ARC = 35
const GIVE = 3
/** Between two places the path is a parabola of so many lines. */
const PARTS = 8

function framesOf(flight: Flight, placeOf: (point: Flying) => Point, arc: number): Keyframe[] {
  const places = flight.points.map(placeOf)
  const [start] = places
  const last = places.at(-1)
  if (start === undefined || last === undefined) return []
  const duration = durationOf(flight)
  // In parts of the board, because the size of the screen may change during the flight.
  const frame = ({ x, y }: Point, ms: number): Keyframe => ({
    transform: `translate(${percent(x - start.x)}, ${percent(y - start.y)})`,
    offset: ms / duration,
  })
  const hops = places.slice(1).flatMap((to, index) => {
    const from = places[index] ?? to
    return Array.from({ length: PARTS }, (_, part) => {
      const share = (part + 1) / PARTS
      const rise = 4 * arc * share * (1 - share)
      const at = {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share - rise,
      }
      return frame(at, (index + share) * HOP_MS)
    })
  })
  const landed = duration - LANDING_MS
  const give = arc === 0 ? 0 : GIVE
  return [
    frame(start, 0),
    ...hops,
    frame({ x: last.x, y: last.y + give }, landed + LANDING_MS * 0.3),
    frame({ x: last.x, y: last.y - give / 3 }, landed + LANDING_MS * 0.65),
    frame(last, duration),
  ]
}

function percent(units: number): string {
  return `${(units / BOARD_SIZE) * 100}%`
}
