/**
 * The estimate of a running position: the expected final margin for the side to move, in units of
 * 1/32 point. This file holds everything that the search knows about Hokito beyond its rules: the
 * weighted sum of the features below, each weight by the number of occupied squares. The weights
 * come from outside (`weights.ts`) and are fitted to games.
 */
import {
  cellOf,
  compensationToMove,
  covered,
  coveredTwice,
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

const HALF_POINT: i32 = 16
/** With so many squares or more, who covers what twice or could cover it again tells nothing. */
const RELATED_BELOW: i32 = 22

/** The value that {@link evaluate} returns if the game is over. */
export const OVER: i32 = i32.MIN_VALUE

/** Sets one weight, for an end rule and a number of occupied squares. */
export function setWeight(either: bool, occupied: u32, feature: u32, weight: i32): void {
  store<i32>(rowOf(either, occupied) + ((<usize>feature) << 2), weight)
}

function rowOf(either: bool, occupied: u32): usize {
  return WEIGHTS + ((<usize>((either ? 37 : 0) + occupied)) << WEIGHTS_SHIFT)
}

/** The other result of {@link evaluate}: the estimate if the side to move passed, for that side. */
export let passed: i32 = 0

/** The estimate, or OVER. */
export function evaluate(): i32 {
  const own = owned(turn)
  const their = owned(turn ^ 1)
  const ownMoves = scan(turn)
  if (ownMoves === 0) return OVER
  const hit = covered & their
  const ownCovered = covered
  const ownTwice = coveredTwice
  const ownMovers = movers
  const theirMoves = scan(turn ^ 1)
  if (theirMoves === 0 && isEither) return OVER
  const exposed = covered & own
  const stacks = ~singles
  const row = rowOf(isEither, squares)
  const balance =
    holdings(row, own, their) +
    (ownMoves - theirMoves) * load<i32>(row, 28) +
    (ownMovers - movers) * load<i32>(row, 56)
  const hitThrees = <i32>popcnt(hit & threes)
  const hitTwos = <i32>popcnt(hit & twos)
  const hitPoints = pointsOf(hit & stacks)
  const exposedThrees = <i32>popcnt(exposed & threes)
  const exposedTwos = <i32>popcnt(exposed & twos)
  const exposedPoints = pointsOf(exposed & stacks)
  let ifPassed = initiative(
    row,
    exposedThrees,
    exposedTwos,
    exposedPoints,
    hitThrees,
    hitTwos,
    hitPoints,
  )
  let ifNot = initiative(
    row,
    hitThrees,
    hitTwos,
    hitPoints,
    exposedThrees,
    exposedTwos,
    exposedPoints,
  )
  if (squares < RELATED_BELOW) {
    const hitTwice = pointsOf(ownTwice & their)
    const hitGuarded = pointsOf(hit & covered)
    const exposedTwice = pointsOf(coveredTwice & own)
    const exposedGuarded = pointsOf(exposed & ownCovered)
    ifPassed += relations(row, exposedTwice, exposedGuarded, hitTwice, hitGuarded)
    ifNot += relations(row, hitTwice, hitGuarded, exposedTwice, exposedGuarded)
  }
  passed = balance - ifPassed
  return balance + ifNot
}

/**
 * The estimate without looking at moves. In most positions it differs from {@link evaluate}'s by
 * less than `doubt` in `search.ts`. It does not notice the end of the game.
 */
export function glance(): i32 {
  const row = rowOf(isEither, squares)
  return holdings(row, owned(turn), owned(turn ^ 1)) + load<i32>(row, 60)
}

/** What both sides have on the board, and the compensation. */
function holdings(row: usize, own: u64, their: u64): i32 {
  const stacks = ~singles
  const ones = ~(twos | threes)
  return (
    (turn === 0 ? margin : -margin) * load<i32>(row) +
    difference(own & singles & ones, their & singles & ones) * load<i32>(row, 4) +
    difference(own & singles & twos, their & singles & twos) * load<i32>(row, 8) +
    difference(own & singles & threes, their & singles & threes) * load<i32>(row, 12) +
    difference(own & stacks & ones, their & stacks & ones) * load<i32>(row, 16) +
    difference(own & stacks & twos, their & stacks & twos) * load<i32>(row, 20) +
    difference(own & stacks & threes, their & stacks & threes) * load<i32>(row, 24) +
    compensationToMove() * HALF_POINT
  )
}

/** The part of an estimate that depends on whose turn it is. */
function initiative(
  row: usize,
  hitThrees: i32,
  hitTwos: i32,
  hitPoints: i32,
  exposedThrees: i32,
  exposedTwos: i32,
  exposedPoints: i32,
): i32 {
  return (
    hitThrees * load<i32>(row, 32) -
    exposedThrees * load<i32>(row, 36) +
    hitTwos * load<i32>(row, 40) -
    exposedTwos * load<i32>(row, 44) +
    hitPoints * load<i32>(row, 48) -
    exposedPoints * load<i32>(row, 52) +
    load<i32>(row, 60)
  )
}

/**
 * The part that depends on how stacks stand to each other: points that the side to move could cover
 * with more than one stack, or that the other side could cover again afterwards, and the reverse.
 */
function relations(
  row: usize,
  hitTwice: i32,
  hitGuarded: i32,
  exposedTwice: i32,
  exposedGuarded: i32,
): i32 {
  return (
    hitTwice * load<i32>(row, 64) -
    exposedTwice * load<i32>(row, 68) +
    hitGuarded * load<i32>(row, 72) -
    exposedGuarded * load<i32>(row, 76)
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
