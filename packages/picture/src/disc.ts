import type { Value } from '@hokito/rules'
import type { Point } from './geometry.ts'

/** Radius of a disc. */
export const RADIUS = 36.5

/** Radius of the hollow in which a disc stands. */
export const HOLLOW = 41

/**
 * The direction in which stacks rise: into the free corner between four squares. So far right of
 * straight up, and no higher than this, not even a stack of all pieces hides what is printed on its
 * neighbours, and it still ends above the board at its right edge.
 */
export const LEAN: Point = { x: 0.6, y: -0.8 }

/** Up to this height every disc rises by the same; above it, the discs are drawn thinner. */
const THICK = 12
const RISE = 3.83
const THIN_RISE = 1.38

/** How far the top of a stack is from its foot, along {@link LEAN}. */
export function heightOf(count: number): number {
  return Math.min(count, THICK) * RISE + Math.max(0, count - THICK) * THIN_RISE
}

/** The middle of the top face of a stack of so many discs. */
export function topOf(count: number, at: Point = ORIGIN): Point {
  return along(at, heightOf(count))
}

/** The point that is so far above another one. */
export function along({ x, y }: Point, height: number): Point {
  return { x: x + LEAN.x * height, y: y + LEAN.y * height }
}

/** How much a stack's shadow darkens what it falls on. */
export const SHADE = 0.34

/** Where stacks are drawn; their places on the board are translations. */
export const ORIGIN: Point = { x: 0, y: 0 }

/**
 * Is a point on a stack that stands on {@link ORIGIN}, at its foot, its side or its top? Or no
 * farther than `within` from the line along which it rises.
 */
export function isOnStack({ x, y }: Point, count: number, within = RADIUS): boolean {
  const above = Math.min(Math.max(x * LEAN.x + y * LEAN.y, 0), heightOf(count))
  return Math.hypot(x - LEAN.x * above, y - LEAN.y * above) <= within
}

/** The bars that show a value. */
export const BAR = { width: 7, height: 31, gap: 13.5 } as const

/** The dots that show a value. */
export const DOT = { radius: 6.5, gap: 10.5 } as const

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
