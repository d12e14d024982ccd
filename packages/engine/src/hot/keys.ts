/**
 * Random words for hashing positions, by square and cell. The key of a position is the exclusive or
 * of its cells' words, of TURN if White is to move, and of EITHER under that end rule, because the
 * end rule changes the value of the same squares.
 *
 * The words come from a fixed seed, so that keys, and therefore node counts, are the same
 * everywhere.
 */
import { KEYS } from './layout'

export const TURN: u64 = 0x5be1d09d2f8a34c1
export const EITHER: u64 = 0x1b87359361c8f3a5

const WORDS: u32 = 36 * 512

/** Fills the table. Every thread writes the same words, so no thread has to wait for another. */
export function fillKeys(): void {
  let state: u64 = 0x484f4b49544f3230
  for (let index: u32 = 0; index < WORDS; index++) {
    state += 0x9e3779b97f4a7c15
    let word = state
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb
    // The words of empty cells are 0.
    store<u64>(KEYS + ((<usize>index) << 3), (index & 3) === 0 ? 0 : word ^ (word >> 31))
  }
}

/** The word for a cell of a square. */
export function keyOf(square: u32, cell: u32): u64 {
  return load<u64>(KEYS + ((<usize>((square << 9) | cell)) << 3))
}
