/**
 * What a search learns about the errors of its estimates: how far the values of deeper searches lie
 * above them on average, for each side to move, once by the number of occupied squares and once by
 * the singles on the board. Moves of stacks leave the singles as they are, so most positions of a
 * search share them with others.
 *
 * Errors are kept in 1/256 of a unit.
 */
import { singles, squares, threes, turn, twos, whites } from './board'
import {
  area,
  ERRORS,
  ERRORS_BYTES,
  ERRORS_SIDE,
  SINGLES_ERRORS,
  SINGLES_ERRORS_SIDE,
} from './layout'
import { LOWER, UPPER } from './table'

/** Errors count up to this size, in units. */
const MOST_ERROR: i32 = 10 * 32
/** Values of deeper searches count more, up to this depth. */
const MOST_DEPTH: i32 = 4
/** An error and a depth of 1 move a mean by 1/2 to the power of this. */
const SLOWNESS: i32 = 9
const SINGLES_SLOWNESS: i32 = 5

/** Forgets all errors. */
export function forgetErrors(): void {
  memory.fill(area + ERRORS, 0, ERRORS_BYTES)
}

/** What to add to the estimate of this position with this side to move, in units. */
export function correction(color: u32): i32 {
  return (load<i32>(errorsAt(color)) + load<i32>(singlesErrorsAt(color))) >> 8
}

/** Learns from a search of this position to a depth, which found a value or a bound of it. */
export function learnError(estimate: i32, depth: i32, bound: u32, value: i32): void {
  const error = value - estimate - correction(turn)
  if (bound === LOWER ? error <= 0 : bound === UPPER && error >= 0) return
  const change = (max(-MOST_ERROR, min(MOST_ERROR, error)) * min(depth, MOST_DEPTH)) << 8
  add(errorsAt(turn), change >> SLOWNESS)
  add(singlesErrorsAt(turn), change >> SINGLES_SLOWNESS)
}

// --- internal ---

function errorsAt(color: u32): usize {
  return area + ERRORS + ((<usize>color * ERRORS_SIDE + <usize>squares) << 2)
}

function singlesErrorsAt(color: u32): usize {
  const mixed =
    (singles * 0x9e3779b97f4a7c15) ^
    ((singles & whites) * 0xd6e8feb86659fd93) ^
    ((singles & twos) * 0xc2b2ae3d27d4eb4f) ^
    ((singles & threes) * 0x165667b19e3779f9)
  const hash = <usize>(mixed >> 52)
  return area + SINGLES_ERRORS + ((<usize>color * SINGLES_ERRORS_SIDE + hash) << 2)
}

function add(at: usize, change: i32): void {
  store<i32>(at, load<i32>(at) + change)
}
