/**
 * The memory layout of this module, in bytes.
 *
 * First come tables that never change and words that all threads write, then one area for each
 * thread, then the transposition tables. Other data that changes while a thread works is in its
 * area or in globals, and every instance of this module has its own globals. So instances can share
 * one memory, including the transposition tables.
 *
 * Nothing is ever allocated or freed, and no runtime is compiled in: the module works with
 * addresses only.
 */

/**
 * No position has more moves, not even a hand-made one: `MOST_MOVES` of the rules, which prove it.
 */
export const MAX_MOVES: i32 = 456
/** More plies than any game has. */
const MAX_PLY: i32 = 36
/** Stands for "no occupied square that way": a 37th square that is in no set. */
export const NONE: usize = 36

/** A list by ply has an entry for each ply and one for the end after the last ply. */
const PLIES: usize = <usize>MAX_PLY + 1
/** Squares and NONE. */
const PLACES: usize = NONE + 1
/** Moves as numbers, `from << 6 | to`. */
const PACKED_MOVES: usize = 1 << 12

/** Nothing is stored below this address, so that an access near address 0 shows as an error. */
const TABLES: usize = 1024
/** Random words by `square << 9 | cell`, eight bytes each. */
export const KEYS: usize = TABLES
const KEYS_BYTES: usize = (NONE << 9) * 8
/** Weights of the evaluation by end rule and occupied squares, 32 of four bytes each (`evaluate.ts`). */
export const WEIGHTS: usize = KEYS + KEYS_BYTES
export const WEIGHTS_SHIFT: usize = 7
const WEIGHTS_BYTES: usize = (2 * PLACES) << WEIGHTS_SHIFT
/** The positions that threads are proving at the moment: words of four bytes, by hash. */
export const SEARCHED: usize = WEIGHTS + WEIGHTS_BYTES
export const SEARCHED_MASK: usize = 4095
/** How many windows of proofs the threads have finished, four bytes. */
export const FINISHED: usize = SEARCHED + ((SEARCHED_MASK + 1) << 2)
const PAGE: usize = 4096
const AREAS: usize = (FINISHED + 4 + PAGE - 1) & ~(PAGE - 1)

/** In an area: a record of 32 bytes for each square and NONE (`board.ts`). */
export const SQUARE_SHIFT: usize = 5
/** Cells, two bytes for each square and NONE. */
export const CELLS: usize = PLACES << SQUARE_SHIFT
/** The data that `undo` needs, 64 bytes a ply, aligned to cache lines. */
export const UNDO_SHIFT: usize = 6
export const UNDO: usize = (CELLS + PLACES * 2 + 63) & ~63
/**
 * Move lists by ply: words of four bytes, with the move in the low twelve bits and its order above.
 */
export const MOVES: usize = UNDO + (PLIES << UNDO_SHIFT)
export const MOVES_BYTES: usize = <usize>MAX_MOVES * 4
/** Principal variations by ply, a move of two bytes for each ply, and their lengths, four bytes each. */
export const LINES: usize = MOVES + PLIES * MOVES_BYTES
export const LINES_BYTES: usize = PLIES * 2
/** A line copies the line of the next ply, so there is one more than there are plies. */
export const LENGTHS: usize = LINES + (PLIES + 1) * LINES_BYTES
/** Two killer moves of two bytes for each ply. */
export const KILLERS: usize = LENGTHS + (PLIES + 1) * 4
export const KILLERS_BYTES: usize = PLIES * 4
/** How often a move was good, by `side << 12 | move`, four bytes each. */
export const HISTORY: usize = KILLERS + KILLERS_BYTES
export const HISTORY_BYTES: usize = 2 * PACKED_MOVES * 4
/** The moves that the root leaves out, a byte for each move. */
export const EXCLUDED: usize = HISTORY + HISTORY_BYTES
export const EXCLUDED_BYTES: usize = PACKED_MOVES
/** How far estimates err, by side and squares, four bytes each (`correction.ts`). */
export const ERRORS: usize = EXCLUDED + EXCLUDED_BYTES
export const ERRORS_SIDE: usize = 64
/** The same by side and hash of the singles. */
export const SINGLES_ERRORS: usize = ERRORS + 2 * ERRORS_SIDE * 4
export const SINGLES_ERRORS_SIDE: usize = 4096
export const ERRORS_BYTES: usize = 2 * (ERRORS_SIDE + SINGLES_ERRORS_SIDE) * 4
const AREA_BYTES: usize = (ERRORS + ERRORS_BYTES + PAGE - 1) & ~(PAGE - 1)

/** Address of this thread's area. */
export let area: usize = AREAS

/** Sets the number of the thread that this instance serves. */
export function setThread(index: u32): void {
  area = AREAS + <usize>index * AREA_BYTES
}

/** Address of the first byte after the areas of this many threads, aligned to a cache line. */
export function endOfAreas(threads: u32): usize {
  return AREAS + <usize>threads * AREA_BYTES
}
