/**
 * The estimate of a running position: the expected final margin for the side to move, in units of
 * 1/32 point. This file holds everything that the search knows about Hokito beyond its rules: the
 * weighted sum of the features below, each weight by the number of occupied squares. The weights
 * come from outside (`weights.ts`) and are fitted to games.
 */
import {
  cellOf,
  covered,
  isEither,
  margin,
  movers,
  owned,
  scan,
  singles,
  squares,
  threes,
  turn,
  twos,
} from './board'
import { WEIGHTS, WEIGHTS_SHIFT } from './layout'

/** The value that {@link evaluate} returns if the game is over. */
export const OVER: i32 = i32.MIN_VALUE

/** Sets one weight, for an end rule and a number of occupied squares. */
export function setWeight(either: bool, occupied: u32, feature: u32, weight: i32): void {
  store<i32>(rowOf(either, occupied) + ((<usize>feature) << 2), weight)
}

function rowOf(either: bool, occupied: u32): usize {
  return WEIGHTS + ((<usize>((either ? 37 : 0) + occupied)) << WEIGHTS_SHIFT)
}

/** The estimate, or OVER. */
export function evaluate(): i32 {
  const own = owned(turn)
  const their = owned(turn ^ 1)
  const ownMoves = scan(turn)
  if (ownMoves === 0) return OVER
  const hit = covered & their
  const ownMovers = movers
  const theirMoves = scan(turn ^ 1)
  if (theirMoves === 0 && isEither) return OVER
  const exposed = covered & own
  const stacks = ~singles
  const ones = ~(twos | threes)
  const row = rowOf(isEither, squares)
  return (
    (turn === 0 ? margin : -margin) * load<i32>(row) +
    difference(own & singles & ones, their & singles & ones) * load<i32>(row, 4) +
    difference(own & singles & twos, their & singles & twos) * load<i32>(row, 8) +
    difference(own & singles & threes, their & singles & threes) * load<i32>(row, 12) +
    difference(own & stacks & ones, their & stacks & ones) * load<i32>(row, 16) +
    difference(own & stacks & twos, their & stacks & twos) * load<i32>(row, 20) +
    difference(own & stacks & threes, their & stacks & threes) * load<i32>(row, 24) +
    (ownMoves - theirMoves) * load<i32>(row, 28) +
    <i32>popcnt(hit & threes) * load<i32>(row, 32) -
    <i32>popcnt(exposed & threes) * load<i32>(row, 36) +
    <i32>popcnt(hit & twos) * load<i32>(row, 40) -
    <i32>popcnt(exposed & twos) * load<i32>(row, 44) +
    pointsOf(hit & stacks) * load<i32>(row, 48) -
    pointsOf(exposed & stacks) * load<i32>(row, 52) +
    (ownMovers - movers) * load<i32>(row, 56) +
    load<i32>(row, 60)
  )
}

function difference(own: u64, their: u64): i32 {
  return <i32>popcnt(own) - <i32>popcnt(their)
}

function pointsOf(set: u64): i32 {
  let points: u32 = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    const cell = cellOf(<u32>ctz(rest))
    points += (cell & 3) * (cell >> 3)
  }
  return <i32>points
}
