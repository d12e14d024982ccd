/**
 * Where everything lies in the memory of this module, in bytes.
 *
 * First come tables that never change, then one area for each thread, then the transposition tables. What
 * changes while a thread works is in its area or in globals, of which every instance of this module has its
 * own; so instances can share one memory, and with it the transposition tables.
 *
 * Nothing is ever allocated or freed, and no runtime is compiled in: addresses are all there is.
 */

/** No position has more moves, hand-made ones included: `MOST_MOVES` of the rules, where it is proved. */
export const MAX_MOVES: i32 = 456
/** More plies than any game has. */
const MAX_PLY: i32 = 36
/** Stands for "no occupied square that way": a 37th square that is in no set. */
export const NONE: usize = 36

/** A list by ply has a place for each ply and for the end after the last. */
const PLIES: usize = <usize>MAX_PLY + 1
/** Squares and NONE. */
const PLACES: usize = NONE + 1
/** Moves as numbers, `from << 6 | to`. */
const PACKED_MOVES: usize = 1 << 12

/** Below this nothing is kept, so that an address of 0 or near it shows as a fault. */
const TABLES: usize = 1024
/** Random words by `square << 9 | cell`, eight bytes each. */
export const KEYS: usize = TABLES
const KEYS_BYTES: usize = (NONE << 9) * 8
/** Weights of the evaluation by end rule and occupied squares, 16 of four bytes each (`evaluate.ts`). */
export const WEIGHTS: usize = KEYS + KEYS_BYTES
export const WEIGHTS_SHIFT: usize = 6
const WEIGHTS_BYTES: usize = (2 * PLACES) << WEIGHTS_SHIFT
const PAGE: usize = 4096
const AREAS: usize = (WEIGHTS + WEIGHTS_BYTES + PAGE - 1) & ~(PAGE - 1)

/** In an area: a record of 32 bytes for each square and NONE (`board.ts`). */
export const SQUARE_SHIFT: usize = 5
/** Cells, two bytes for each square and NONE. */
export const CELLS: usize = PLACES << SQUARE_SHIFT
/** What `undo` needs, 64 bytes a ply, on cache lines. */
export const UNDO_SHIFT: usize = 6
export const UNDO: usize = (CELLS + PLACES * 2 + 63) & ~63
/** Move lists by ply: words of four bytes, a move in the low twelve bits and its place in the order above. */
export const MOVES: usize = UNDO + (PLIES << UNDO_SHIFT)
export const MOVES_BYTES: usize = <usize>MAX_MOVES * 4
/** Principal variations by ply, a move of two bytes for each ply, and their lengths, four bytes each. */
export const LINES: usize = MOVES + PLIES * MOVES_BYTES
export const LINES_BYTES: usize = PLIES * 2
/** A line takes over the one of the next ply, so there is one more than plies. */
export const LENGTHS: usize = LINES + (PLIES + 1) * LINES_BYTES
/** Two killer moves of two bytes for each ply. */
export const KILLERS: usize = LENGTHS + (PLIES + 1) * 4
export const KILLERS_BYTES: usize = PLIES * 4
/** How often a move was good, by `side << 12 | move`, four bytes each. */
export const HISTORY: usize = KILLERS + KILLERS_BYTES
export const HISTORY_BYTES: usize = 2 * PACKED_MOVES * 4
/** Moves the root leaves out, a byte for each of them. */
export const EXCLUDED: usize = HISTORY + HISTORY_BYTES
export const EXCLUDED_BYTES: usize = PACKED_MOVES
const AREA_BYTES: usize = (EXCLUDED + EXCLUDED_BYTES + PAGE - 1) & ~(PAGE - 1)

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
