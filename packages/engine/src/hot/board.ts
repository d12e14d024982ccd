/**
 * The board of the search. Its state is the position, kept in three forms that always agree:
 *
 * - cells, packed as in `packed.ts`, one for each square;
 * - sets of squares, square s in bit s: occupied squares, singles, White's squares, tops with two
 *   marks, and tops with three;
 * - for each square a record of 32 bytes: its own bit; the set `near` of the nearest occupied
 *   squares in the four directions; the addresses of their records, north, east, south, west, or of
 *   NONE's.
 *
 * Only the records of occupied squares are valid. The record of an empty square stays as it was
 * when the square was emptied, so undoing a move takes only a few writes. NONE has no near squares
 * and links to itself.
 *
 * Nothing is checked: callers play only generated moves, and undo the moves they played.
 */
import { EITHER, keyOf, TURN } from './keys'
import { area, CELLS, MOVES, MOVES_BYTES, NONE, SQUARE_SHIFT, UNDO, UNDO_SHIFT } from './layout'

let occupied: u64 = 0
export let singles: u64 = 0
export let whites: u64 = 0
export let twos: u64 = 0
export let threes: u64 = 0
export let key: u64 = 0
/** Black's points minus White's. */
export let margin: i32 = 0
/** 0 if Black is to move, 1 if White is. */
export let turn: u32 = 0
/** The number of occupied squares; the game has at most this many plies left, minus one. */
export let squares: i32 = 0
export let isEither: bool = true
/** White's compensation in half points. It counts at the end only, so `margin` is without it. */
export let compensation: i32 = 0
let depth: usize = 0

// The record of a square.
export const BIT: usize = 0
export const NEAR: usize = 8
const LINKS: usize = 16
export const NORTH: usize = 16
export const EAST: usize = 20
export const SOUTH: usize = 24
export const WEST: usize = 28

export function recordOf(square: usize): usize {
  return area + (square << SQUARE_SHIFT)
}

/** The cell of a square. */
export function cellOf(square: u32): u32 {
  return load<u16>(area + ((<usize>square) << 1), CELLS)
}

export function setCell(square: usize, cell: u32): void {
  store<u16>(area + (square << 1), cell, CELLS)
}

// --- setting up ---

/** Empties the board; then `place` every stack, then `link`. */
export function clear(either: bool): void {
  occupied = singles = whites = twos = threes = 0
  key = either ? EITHER : 0
  isEither = either
  compensation = 0
  margin = 0
  turn = 0
  squares = 0
  depth = 0
  for (let square: usize = 0; square <= NONE; square++) {
    setCell(square, 0)
    const record = recordOf(square)
    store<u64>(record, square === NONE ? 0 : (<u64>1) << square, BIT)
  }
}

export function place(square: u32, cell: u32): void {
  const bit = (<u64>1) << square
  const height = <i32>(cell >> 3)
  const points = <i32>(cell & 3) * height
  setCell(square, cell)
  key ^= keyOf(square, cell)
  occupied |= bit
  squares++
  if (height === 1) singles |= bit
  if ((cell & 3) === 2) twos |= bit
  if ((cell & 3) === 3) threes |= bit
  if ((cell & 4) !== 0) whites |= bit
  margin += (cell & 4) === 0 ? points : -points
}

/**
 * Changes the key, so that entries stored from now on are separate from entries without this mark.
 */
export function mark(by: u32): void {
  key ^= <u64>by * 0x9e3779b97f4a7c15
}

/**
 * Sets White's compensation in half points, after `clear`. It changes the key, because the same
 * squares have another value with it.
 */
export function compensate(halves: i32): void {
  compensation = halves
  key ^= <u64>halves * 0xd6e8feb86659fd93
}

/** Links every square to its nearest occupied squares and sets the side to move. */
export function link(isWhiteTurn: bool): void {
  if (isWhiteTurn) {
    turn = 1
    key ^= TURN
  }
  for (let square: i32 = 0; square < 36; square++) {
    const rank = square / 6
    const file = square % 6
    linkTo(square, NORTH, nearest(square, 6, 5 - rank))
    linkTo(square, EAST, nearest(square, 1, 5 - file))
    linkTo(square, SOUTH, nearest(square, -6, rank))
    linkTo(square, WEST, nearest(square, -1, file))
    const record = recordOf(square)
    const near =
      load<u64>(load<u32>(record, NORTH)) |
      load<u64>(load<u32>(record, EAST)) |
      load<u64>(load<u32>(record, SOUTH)) |
      load<u64>(load<u32>(record, WEST))
    store<u64>(record, near, NEAR)
  }
  mendNone()
}

function linkTo(square: usize, direction: usize, target: usize): void {
  store<u32>(recordOf(square) + direction, <u32>recordOf(target))
}

function nearest(square: i32, step: i32, steps: i32): usize {
  let to = square
  for (let n = 0; n < steps; n++) {
    to += step
    if ((occupied >> to) & 1) return to
  }
  return NONE
}

export function mendNone(): void {
  const none = recordOf(NONE)
  const twice = <u64>none | ((<u64>none) << 32)
  store<u64>(none, 0, NEAR)
  store<u64>(none, twice, LINKS)
  store<u64>(none, twice, LINKS + 8)
}

// --- where stacks can go ---

/** The occupied squares that one hop reaches, as a set. */
export function reach1(record: usize): u64 {
  return load<u64>(record, NEAR)
}

/** Two hops. A hop back would end where the first began, so that square is left out. */
export function reach2(record: usize): u64 {
  return (
    (load<u64>(load<u32>(record, NORTH), NEAR) |
      load<u64>(load<u32>(record, EAST), NEAR) |
      load<u64>(load<u32>(record, SOUTH), NEAR) |
      load<u64>(load<u32>(record, WEST), NEAR)) &
    ~load<u64>(record, BIT)
  )
}

/**
 * Three hops. No path visits a square twice: without a turn back, the first and the third hop are
 * on one line and go the same way, or are on lines that do not meet within the path. So one
 * subtraction for each direction is enough.
 */
export function reach3(record: usize): u64 {
  const n = load<u32>(record, NORTH)
  const e = load<u32>(record, EAST)
  const s = load<u32>(record, SOUTH)
  const w = load<u32>(record, WEST)
  const north =
    (load<u64>(load<u32>(n, NORTH), NEAR) |
      load<u64>(load<u32>(n, EAST), NEAR) |
      load<u64>(load<u32>(n, WEST), NEAR)) &
    ~load<u64>(n, BIT)
  const east =
    (load<u64>(load<u32>(e, EAST), NEAR) |
      load<u64>(load<u32>(e, NORTH), NEAR) |
      load<u64>(load<u32>(e, SOUTH), NEAR)) &
    ~load<u64>(e, BIT)
  const south =
    (load<u64>(load<u32>(s, SOUTH), NEAR) |
      load<u64>(load<u32>(s, EAST), NEAR) |
      load<u64>(load<u32>(s, WEST), NEAR)) &
    ~load<u64>(s, BIT)
  const west =
    (load<u64>(load<u32>(w, WEST), NEAR) |
      load<u64>(load<u32>(w, NORTH), NEAR) |
      load<u64>(load<u32>(w, SOUTH), NEAR)) &
    ~load<u64>(w, BIT)
  return north | east | south | west
}

/**
 * The squares on which the stack of a record may land: singles take singles, stacks take stacks.
 */
function landings(record: usize): u64 {
  return load<u64>(record, BIT) & singles ? singles : occupied & ~singles
}

/** The squares on which the stack of a square may land, given the value of its top. */
function destinations(square: usize, value: u32): u64 {
  const record = recordOf(square)
  const reach = value === 3 ? reach3(record) : value === 2 ? reach2(record) : reach1(record)
  return reach & landings(record)
}

/** May the side to move make this move, regardless of the end rule? */
export function isPossible(move: u32): bool {
  const from = move >> 6
  const isOwn = ((owned(turn) >> from) & 1) !== 0
  return isOwn && ((destinations(from, cellOf(from) & 3) >> (move & 63)) & 1) !== 0
}

/** The squares of one side. */
export function owned(color: u32): u64 {
  return color === 0 ? occupied & ~whites : whites
}

/**
 * Writes the moves of the side to move to the list of a ply, regardless of the end rule. Returns
 * their number.
 */
export function generate(ply: usize): i32 {
  const start = area + MOVES + ply * MOVES_BYTES
  const own = owned(turn)
  let at = start
  for (let rest = own & ~(twos | threes); rest !== 0; rest &= rest - 1) {
    const from = <usize>ctz(rest)
    const record = recordOf(from)
    at = write(at, from, reach1(record) & landings(record))
  }
  for (let rest = own & twos; rest !== 0; rest &= rest - 1) {
    const from = <usize>ctz(rest)
    const record = recordOf(from)
    at = write(at, from, reach2(record) & landings(record))
  }
  for (let rest = own & threes; rest !== 0; rest &= rest - 1) {
    const from = <usize>ctz(rest)
    const record = recordOf(from)
    at = write(at, from, reach3(record) & landings(record))
  }
  return <i32>((at - start) >> 2)
}

/** Writes the moves from a square to a list. Returns the address after them. */
function write(start: usize, from: usize, targets: u64): usize {
  let at = start
  for (let rest = targets; rest !== 0; rest &= rest - 1) {
    store<u32>(at, <u32>((from << 6) | <usize>ctz(rest)))
    at += 4
  }
  return at
}

/** A result of {@link scan}: all squares that a side could cover with its next move. */
export let covered: u64 = 0
/** Another: those that it could cover with more than one of its stacks. */
export let coveredTwice: u64 = 0
/** The last: the number of its stacks that can move. */
export let movers: i32 = 0

/**
 * Counts the moves that a side would have if it were its turn, and stores in `covered` where they
 * land.
 */
export function scan(color: u32): i32 {
  const own = owned(color)
  let count: u64 = 0
  let all: u64 = 0
  let twice: u64 = 0
  let able = 0
  for (let rest = own & ~(twos | threes); rest !== 0; rest &= rest - 1) {
    const record = recordOf(<usize>ctz(rest))
    const found = reach1(record) & landings(record)
    count += popcnt(found)
    twice |= all & found
    all |= found
    able += <i32>(found !== 0)
  }
  for (let rest = own & twos; rest !== 0; rest &= rest - 1) {
    const record = recordOf(<usize>ctz(rest))
    const found = reach2(record) & landings(record)
    count += popcnt(found)
    twice |= all & found
    all |= found
    able += <i32>(found !== 0)
  }
  for (let rest = own & threes; rest !== 0; rest &= rest - 1) {
    const record = recordOf(<usize>ctz(rest))
    const found = reach3(record) & landings(record)
    count += popcnt(found)
    twice |= all & found
    all |= found
    able += <i32>(found !== 0)
  }
  covered = all
  coveredTwice = twice
  movers = able
  return <i32>count
}

/** Has a side no move? */
export function isStuck(color: u32): bool {
  const own = owned(color)
  for (let rest = own & ~(twos | threes); rest !== 0; rest &= rest - 1) {
    const record = recordOf(<usize>ctz(rest))
    if ((reach1(record) & landings(record)) !== 0) return false
  }
  for (let rest = own & twos; rest !== 0; rest &= rest - 1) {
    const record = recordOf(<usize>ctz(rest))
    if ((reach2(record) & landings(record)) !== 0) return false
  }
  for (let rest = own & threes; rest !== 0; rest &= rest - 1) {
    const record = recordOf(<usize>ctz(rest))
    if ((reach3(record) & landings(record)) !== 0) return false
  }
  return true
}

/** Is the game over under its end rule? */
export function isOver(): bool {
  return isStuck(turn) || (isEither && isStuck(turn ^ 1))
}

/** Points of the side to move minus the other side's, on the board. */
export function marginToMove(): i32 {
  return turn === 0 ? margin : -margin
}

/** What the compensation gives the side to move, in half points; negative if the other side gets it. */
export function compensationToMove(): i32 {
  return turn === 0 ? -compensation : compensation
}

// --- moves ---

export function play(move: u32): void {
  const from = move >> 6
  const to = move & 63
  const moving = cellOf(from)
  const below = cellOf(to)
  const frame = area + (depth << UNDO_SHIFT)
  store<u64>(frame, occupied, UNDO)
  store<u64>(frame, singles, UNDO + 8)
  store<u64>(frame, whites, UNDO + 16)
  store<u64>(frame, twos, UNDO + 24)
  store<u64>(frame, threes, UNDO + 32)
  store<u64>(frame, key, UNDO + 40)
  store<i32>(frame, margin, UNDO + 48)
  store<u32>(frame, move | (below << 16), UNDO + 52)
  depth++

  const made = moving + (below & ~7)
  setCell(from, 0)
  setCell(to, made)
  key ^= keyOf(from, moving) ^ keyOf(to, below) ^ keyOf(to, made) ^ TURN

  // The stack below changes hands, and each of its pieces now counts as much as the mover's top.
  const belowHeight = <i32>(below >> 3)
  const belowPoints = <i32>(below & 3) * belowHeight
  const gained = <i32>(moving & 3) * belowHeight
  margin +=
    ((moving & 4) === 0 ? gained : -gained) - ((below & 4) === 0 ? belowPoints : -belowPoints)

  const f = recordOf(from)
  const fBit = load<u64>(f, BIT)
  const tBit = (<u64>1) << to
  const neither = ~(fBit | tBit)
  occupied &= ~fBit
  singles &= neither
  whites = (whites & neither) | ((moving & 4) !== 0 ? tBit : 0)
  twos = (twos & neither) | ((moving & 3) === 2 ? tBit : 0)
  threes = (threes & neither) | ((moving & 3) === 3 ? tBit : 0)

  const n = load<u32>(f, NORTH)
  const e = load<u32>(f, EAST)
  const s = load<u32>(f, SOUTH)
  const w = load<u32>(f, WEST)
  const keep = ~fBit
  store<u32>(n, s, SOUTH)
  store<u32>(s, n, NORTH)
  store<u32>(e, w, WEST)
  store<u32>(w, e, EAST)
  store<u64>(n, (load<u64>(n, NEAR) & keep) | load<u64>(s, BIT), NEAR)
  store<u64>(s, (load<u64>(s, NEAR) & keep) | load<u64>(n, BIT), NEAR)
  store<u64>(e, (load<u64>(e, NEAR) & keep) | load<u64>(w, BIT), NEAR)
  store<u64>(w, (load<u64>(w, NEAR) & keep) | load<u64>(e, BIT), NEAR)
  mendNone()
  squares--
  turn ^= 1
}

/** Undoes the last move. */
export function undo(): void {
  depth--
  const frame = area + (depth << UNDO_SHIFT)
  occupied = load<u64>(frame, UNDO)
  singles = load<u64>(frame, UNDO + 8)
  whites = load<u64>(frame, UNDO + 16)
  twos = load<u64>(frame, UNDO + 24)
  threes = load<u64>(frame, UNDO + 32)
  key = load<u64>(frame, UNDO + 40)
  margin = load<i32>(frame, UNDO + 48)
  const kept = load<u32>(frame, UNDO + 52)
  const move = kept & 0xffff
  const below = kept >> 16
  const from = move >> 6
  const to = move & 63
  setCell(from, cellOf(to) - (below & ~7))
  setCell(to, below)

  const f = recordOf(from)
  const fBit = load<u64>(f, BIT)
  const n = load<u32>(f, NORTH)
  const e = load<u32>(f, EAST)
  const s = load<u32>(f, SOUTH)
  const w = load<u32>(f, WEST)
  store<u32>(n, <u32>f, SOUTH)
  store<u32>(s, <u32>f, NORTH)
  store<u32>(e, <u32>f, WEST)
  store<u32>(w, <u32>f, EAST)
  store<u64>(n, (load<u64>(n, NEAR) & ~load<u64>(s, BIT)) | fBit, NEAR)
  store<u64>(s, (load<u64>(s, NEAR) & ~load<u64>(n, BIT)) | fBit, NEAR)
  store<u64>(e, (load<u64>(e, NEAR) & ~load<u64>(w, BIT)) | fBit, NEAR)
  store<u64>(w, (load<u64>(w, NEAR) & ~load<u64>(e, BIT)) | fBit, NEAR)
  mendNone()
  squares++
  turn ^= 1
}

/** Gives the turn to the other side, which no player may do; a second pass undoes it. */
export function pass(): void {
  turn ^= 1
  key ^= TURN
}
