/**
 * Tables over the board for the hot code, filled once from the geometry of the rules and never changed.
 *
 * A set of squares is two 32-bit words: `lo` holds squares 0–17 in bits 0–17, `hi` squares 18–35.
 * NONE is a 37th square that stands for "no occupied square that way"; it is in no set.
 */
import { DIRECTIONS, ray, SQUARE_COUNT } from '@hokito/rules'

export const NONE = 36
/** Squares and NONE: the width of one row in tables by direction. */
export const ROW = 37
/** Squares in the low word of a set. */
export const HALF = 18

export const BIT_LO = new Int32Array(ROW)
export const BIT_HI = new Int32Array(ROW)

/** Nearest occupied square by `direction * ROW + square` from scratch, given whether each is occupied. */
export function linkAll(links: Uint8Array, isOccupied: (square: number) => boolean): void {
  links.fill(NONE)
  for (const [index, direction] of DIRECTIONS.entries()) {
    for (let square = 0; square < SQUARE_COUNT; square++) {
      const nearest = ray(square, direction).find(isOccupied)
      links[index * ROW + square] = nearest ?? NONE
    }
  }
}

for (let square = 0; square < HALF; square++) {
  BIT_LO[square] = 1 << square
  BIT_HI[square + HALF] = 1 << square
}

/** Number of members of one word of a set. */
export function popcount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
