/**
 * Where everything lies in the memory of this module, in bytes.
 *
 * First come tables that never change, then one area for each thread, then the transposition tables. What
 * changes while a thread works is in its area or in globals, of which every instance of this module has its
 * own; so instances can share one memory, and with it the transposition tables.
 *
 * Nothing is ever allocated or freed, and no runtime is compiled in: addresses are all there is.
 */

/** More moves than any position has: 147 is the most seen in 100,000 games, 18 × 18 the most thinkable. */
export const MAX_MOVES: i32 = 324
/** More plies than any game has. */
export const MAX_PLY: i32 = 36
/** Stands for "no occupied square that way": a 37th square that is in no set. */
export const NONE: usize = 36

/** Weights of the evaluation by end rule and occupied squares, 16 of four bytes each (`evaluate.ts`). */
export const WEIGHTS: usize = 148_480
export const WEIGHTS_SHIFT: usize = 6
/** Random words by `square << 9 | cell`, eight bytes each. */
export const KEYS: usize = 1024
const AREAS: usize = 155_648

/** In an area: a record of 32 bytes for each square and NONE (`board.ts`). */
export const SQUARE_SHIFT: usize = 5
/** Cells, two bytes for each square and NONE. */
export const CELLS: usize = 37 << 5
/** What `undo` needs, 64 bytes a ply. */
export const UNDO: usize = 1280
export const UNDO_SHIFT: usize = 6
/** Move lists by ply: words of four bytes, a move in the low twelve bits and its place in the order above. */
export const MOVES: usize = UNDO + 37 * 64
export const MOVES_BYTES: usize = 324 * 4
/** Principal variations by ply, 37 moves of two bytes each, and their lengths, four bytes each. */
export const LINES: usize = MOVES + 37 * MOVES_BYTES
export const LINES_BYTES: usize = 37 * 2
export const LENGTHS: usize = LINES + 38 * LINES_BYTES
/** Two killer moves of two bytes for each ply. */
export const KILLERS: usize = LENGTHS + 38 * 4
/** How often a move was good, by `side << 12 | move`, four bytes each. */
export const HISTORY: usize = KILLERS + 37 * 4
/** Moves the root leaves out, a byte for each of 4096. */
export const EXCLUDED: usize = HISTORY + 8192 * 4
const AREA_BYTES: usize = 94_208

/** Address of this thread's area. */
export let area: usize = AREAS

/** Says which thread this instance is. */
export function setThread(index: u32): void {
  area = AREAS + <usize>index * AREA_BYTES
}

/** Address of the first byte after the areas of so many threads, on a cache line. */
export function endOfAreas(threads: u32): usize {
  return AREAS + <usize>threads * AREA_BYTES
}
