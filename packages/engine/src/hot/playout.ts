/**
 * Plays out endgames of few squares: plain alpha-beta on the final margin, without table, order or
 * hash. It takes the sets of the board as arguments, so that nothing has to be saved for undoing a
 * move, and it keeps only the links of the squares and the cells, which it leaves as they were.
 */
import {
  BIT,
  cellOf,
  EAST,
  isEither,
  margin,
  mendNone,
  NEAR,
  NORTH,
  owned,
  reach1,
  reach2,
  reach3,
  recordOf,
  SOUTH,
  setCell,
  singles,
  threes,
  turn,
  twos,
  WEST,
} from './board'

/** Smaller than any margin. */
const NOTHING: i32 = -200

/** Positions visited, those of `solver.ts` included. */
export let played: i64 = 0

/** The board's value in a window of margins, as `prove` in `solver.ts` gives it. */
export function playOut(alpha: i32, beta: i32): i32 {
  const ahead = turn === 0 ? margin : -margin
  return node(owned(turn), owned(turn ^ 1), singles, twos, threes, ahead, alpha, beta)
}

/** Sets the count of positions visited. A proof counts all its positions here. */
export function countFrom(count: i64): void {
  played = count
}

// --- internal ---

/**
 * The value for the owner of `own`, who is to move and is ahead by so many points. Landings on the
 * other side's stacks come first, by valuable tops before cheap ones. Each move is played as soon as
 * it is found, because most positions need only one move to be refuted.
 */
function node(
  own: u64,
  their: u64,
  singles: u64,
  twos: u64,
  threes: u64,
  ahead: i32,
  alphaIn: i32,
  beta: i32,
): i32 {
  played++
  const stacks = (own | their) & ~singles
  if (isEither && !canMove(their, singles, stacks, twos, threes)) return ahead
  let alpha = alphaIn
  let best = NOTHING
  let later: u64 = 0
  let movable = own
  let aims = their
  for (;;) {
    for (let value: u32 = 3; value !== 0; value--) {
      for (let rest = movable & topped(value, twos, threes); rest !== 0; rest &= rest - 1) {
        const from = <usize>ctz(rest)
        const bit = rest & -rest
        const found = reach(from, value) & (bit & singles ? singles : stacks)
        if ((found & own) !== 0) later |= bit
        for (let to = found & aims; to !== 0; to &= to - 1) {
          best = max(
            best,
            after(
              from,
              <usize>ctz(to),
              value,
              own,
              their,
              singles,
              twos,
              threes,
              ahead,
              alpha,
              beta,
            ),
          )
          if (best >= beta) return best
          alpha = max(alpha, best)
        }
      }
    }
    if (aims === own || later === 0) break
    movable = later
    aims = own
  }
  return best === NOTHING ? ahead : best
}

/** The value, for the side that makes it, of a move by a stack whose top has this value. */
function after(
  from: usize,
  to: usize,
  value: u32,
  own: u64,
  their: u64,
  singles: u64,
  twos: u64,
  threes: u64,
  ahead: i32,
  alpha: i32,
  beta: i32,
): i32 {
  const f = recordOf(from)
  const fBit = load<u64>(f, BIT)
  const tBit = (<u64>1) << to
  const keep = ~fBit
  const neither = ~(fBit | tBit)
  const below = cellOf(<u32>to)
  const covered = below & ~7
  const height = <i32>(below >> 3)
  const gained = <i32>value * height
  const points = <i32>(below & 3) * height
  setCell(to, cellOf(<u32>from) + covered)

  const n = load<u32>(f, NORTH)
  const e = load<u32>(f, EAST)
  const s = load<u32>(f, SOUTH)
  const w = load<u32>(f, WEST)
  const nNear = load<u64>(n, NEAR)
  const eNear = load<u64>(e, NEAR)
  const sNear = load<u64>(s, NEAR)
  const wNear = load<u64>(w, NEAR)
  store<u32>(n, s, SOUTH)
  store<u32>(s, n, NORTH)
  store<u32>(e, w, WEST)
  store<u32>(w, e, EAST)
  store<u64>(n, (nNear & keep) | load<u64>(s, BIT), NEAR)
  store<u64>(s, (sNear & keep) | load<u64>(n, BIT), NEAR)
  store<u64>(e, (eNear & keep) | load<u64>(w, BIT), NEAR)
  store<u64>(w, (wNear & keep) | load<u64>(e, BIT), NEAR)
  mendNone()
  const result = -node(
    their & ~tBit,
    (own & keep) | tBit,
    singles & neither,
    value === 2 ? (twos & neither) | tBit : twos & neither,
    value === 3 ? (threes & neither) | tBit : threes & neither,
    -(ahead + gained + ((their & tBit) !== 0 ? points : -points)),
    -beta,
    -alpha,
  )
  store<u32>(n, <u32>f, SOUTH)
  store<u32>(s, <u32>f, NORTH)
  store<u32>(e, <u32>f, WEST)
  store<u32>(w, <u32>f, EAST)
  store<u64>(n, nNear, NEAR)
  store<u64>(s, sNear, NEAR)
  store<u64>(e, eNear, NEAR)
  store<u64>(w, wNear, NEAR)
  mendNone()
  setCell(to, below)
  return result
}

function topped(value: u32, twos: u64, threes: u64): u64 {
  return value === 3 ? threes : value === 2 ? twos : ~(twos | threes)
}

function reach(from: usize, value: u32): u64 {
  const record = recordOf(from)
  return value === 3 ? reach3(record) : value === 2 ? reach2(record) : reach1(record)
}

function canMove(side: u64, singles: u64, stacks: u64, twos: u64, threes: u64): bool {
  for (let rest = side & threes; rest !== 0; rest &= rest - 1) {
    if ((reach3(recordOf(<usize>ctz(rest))) & (rest & -rest & singles ? singles : stacks)) !== 0)
      return true
  }
  for (let rest = side & twos; rest !== 0; rest &= rest - 1) {
    if ((reach2(recordOf(<usize>ctz(rest))) & (rest & -rest & singles ? singles : stacks)) !== 0)
      return true
  }
  for (let rest = side & ~(twos | threes); rest !== 0; rest &= rest - 1) {
    if ((reach1(recordOf(<usize>ctz(rest))) & (rest & -rest & singles ? singles : stacks)) !== 0)
      return true
  }
  return false
}
