import type { Stack, Value } from '@hokito/rules'
import type { Point } from './geometry.ts'

/** Radius of a disc. */
export const RADIUS = 37

/** Most discs drawn of a stack, counted from the top. */
export const MOST_EDGES = 4

/** Visible height of each disc below the top. */
export const EDGE = 7

/** Height of a single stack's top disc above the middle of its square. */
const RISE = 3

/** The bars that show a value. */
export const BAR = { width: 7.5, height: 30, gap: 14 } as const

/** The dots that show a value. */
export const DOT = { radius: 7, gap: 11 } as const

/** Positions of the dots of each value, as offsets from the middle of the disc, in gaps. */
export const DOT_PLACES: { readonly [V in Value]: readonly (readonly [x: number, y: number])[] } = {
  1: [[0, 0]],
  2: [
    [-1, 0],
    [1, 0],
  ],
  3: [
    [-1, 0.75],
    [1, 0.75],
    [0, -1],
  ],
}

/** The middle of the top face of a stack that stands at `at`. */
export function topOf(stack: Stack, at: Point): Point {
  const edges = Math.min(stack.height, MOST_EDGES)
  return { x: at.x, y: at.y - RISE - (edges - 1) * EDGE * 0.5 }
}

/** The outline of a disc's side: the part below its face that the discs above do not hide. */
export function edgePath({ x, y }: Point): string {
  return `M${x - RADIUS} ${y}v${EDGE}a${RADIUS} ${RADIUS} 0 0 0 ${2 * RADIUS} 0v-${EDGE}z`
}

/** The plate with the height of a stack, beside the middle of its top face. */
export function pillOf(height: number, at: Point) {
  const width = height < 10 ? 32 : 42
  return { x: at.x + RADIUS - 10 - width / 2, y: at.y + RADIUS - 20, width, height: 25, rx: 12.5 }
}
