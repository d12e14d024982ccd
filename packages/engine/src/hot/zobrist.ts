/**
 * Random words for hashing positions: 64 bits as two 32-bit halves, by square and cell. The key of a
 * position is the exclusive or of its cells' words and, with White to move, of TURN.
 *
 * The words come from a fixed seed, so that keys, and with them node counts, are the same everywhere.
 */
import { SQUARE_COUNT } from '@hokito/rules'

/** Cells are below this: six bits of height, one of colour, two of value. */
const CELLS = 512

/** By `square << 9 | cell`; the words of empty cells are 0. */
export const KEY_LO = randomWords(0x484f4b49)
export const KEY_HI = randomWords(0x544f3230)
/** For the end rule `either`: the same squares are worth something else under the other one. */
export const EITHER_LO = 0x61c8f3a5
export const EITHER_HI = 0x1b873593
export const TURN_LO = 0x2f8a34c1
export const TURN_HI = 0x5be1d09d

/** One word for each cell of each square (splitmix32). */
function randomWords(seed: number): Int32Array {
  const words = new Int32Array(SQUARE_COUNT * CELLS)
  let state = seed
  for (let index = 0; index < words.length; index++) {
    if ((index & 3) === 0) continue
    state = (state + 0x9e3779b9) | 0
    let word = state
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
    words[index] = word ^ (word >>> 15)
  }
  return words
}
