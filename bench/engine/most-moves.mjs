// @ts-check
/**
 * Proves `MOST_MOVES` of the rules: no position has more moves, whatever pieces it has.
 *
 *     node bench/engine/most-moves.mjs     one to three minutes
 *
 * Of all positions with the same occupied squares, none has more moves than the one in which one
 * side owns them all, all are singles, and each has the value that reaches most: any other piece
 * only takes origins or landings away. So only the set of occupied squares matters, and there are
 * 2^36. Three facts make that few enough:
 *
 * - of two mirror images, one is enough;
 * - n squares have at most n(n−1) moves, so sets of fewer than {@link FEWEST} need no check;
 * - moves are walks, so sets with fewer walks than the most moves ({@link mostWalks}) need no
 *   count.
 */
import { hiddenStack, MOST_MOVES, movesOf, seededBytes } from '@hokito/rules'

const SIDE = 6
const ROWS = 2 ** SIDE
/** 21 × 20 moves are fewer than `MOST_MOVES`. */
const FEWEST = 22
/** The link in a direction without another occupied square. */
const NONE = SIDE * SIDE

const { most, looked, rows } = search()
process.stdout.write(
  `${most} moves at most, on ${format(rows)}; ${looked} sets were looked at one by one\n`,
)
if (most !== MOST_MOVES) {
  process.stderr.write(`MOST_MOVES is ${MOST_MOVES}\n`)
  process.exitCode = 1
}

// --- internal ---

/**
 * The most moves of any set of squares, one set that has them, and how many sets had to be counted.
 */
function search() {
  const sums = walksByRow()
  const ones = Uint8Array.from({ length: ROWS }, (_, row) => size(row))
  /** @type {(row: number) => number} */
  const onesOf = (row) => ones[row] ?? 0
  /** @type {(row: number, below: number, above: number) => number} */
  const walksOf = (row, below, above) => sums[(row << 12) | (below << 6) | above] ?? 0
  const count = createCounter()
  checkCounter(count)
  let most = 0
  let looked = 0
  /** @type {readonly number[]} */
  let rows = []
  // Rows are a to f from below, chosen from the outside in. Of two mirror images, only the one with
  // the smaller numbers is used.
  for (let a = 0; a < ROWS; a++) {
    if (mirrored(a) < a) continue
    for (let f = a; f < ROWS; f++) {
      for (let b = 0; b < ROWS; b++) {
        const ab = a | b
        for (let e = a === f ? b : 0; e < ROWS; e++) {
          const ef = e | f
          const outer = onesOf(a) + onesOf(b) + onesOf(e) + onesOf(f)
          if (outer + 2 * SIDE < FEWEST) continue
          for (let c = 0; c < ROWS; c++) {
            const missing = FEWEST - outer - onesOf(c)
            if (missing > SIDE) continue
            for (let d = 0; d < ROWS; d++) {
              if (onesOf(d) < missing) continue
              const cd = c | d
              const walks =
                walksOf(a, 0, b | cd | ef) +
                walksOf(b, a, cd | ef) +
                walksOf(c, ab, d | ef) +
                walksOf(d, ab | c, ef) +
                walksOf(e, ab | cd, f) +
                walksOf(f, ab | cd | e, 0)
              if (walks < MOST_MOVES) continue
              const last = [a, b, c, d, e, f]
              const moves = count(last)
              looked++
              if (moves <= most) continue
              most = moves
              rows = last
            }
          }
        }
      }
    }
  }
  return { most, looked, rows }
}

/**
 * An upper bound of the moves from walks through a square with this many neighbours.
 *
 * A walk of three hops has a directed edge u → v in the middle, so there are (d(u)−1)(d(v)−1) walks
 * through it, at most half of (d(u)−1)² + (d(v)−1)². Summed over all directed edges, each square
 * counts d(d−1)². A one or a two can reach more than a three only if a walk ends at a square with
 * one neighbour. Such a square ends walks of one hop from one square and of two hops from three
 * others, so it counts four more.
 */
function mostWalks(/** @type {number} */ neighbours) {
  return neighbours * (neighbours - 1) ** 2 + (neighbours === 1 ? 4 : 0)
}

/**
 * Sums of {@link mostWalks} over a row, by the squares of the row and by those with any square
 * below and above.
 */
function walksByRow() {
  const sums = new Uint16Array(ROWS ** 3)
  for (let row = 0; row < ROWS; row++) {
    for (let below = 0; below < ROWS; below++) {
      for (let above = 0; above < ROWS; above++) {
        let sum = 0
        for (let file = 0; file < SIDE; file++) {
          if (!has(row, file)) continue
          const beside = Number((row & ((1 << file) - 1)) !== 0) + Number(row >> (file + 1) !== 0)
          sum += mostWalks(beside + Number(has(below, file)) + Number(has(above, file)))
        }
        sums[(row << 12) | (below << 6) | above] = sum
      }
    }
  }
  return sums
}

/** The neighbours of each owned square of six rows, and what finds them. */
function createLinks() {
  // North, east, south and west, in this order.
  const links = Array.from({ length: 4 }, () => new Uint8Array(NONE + 1).fill(NONE))
  const [north, east, south, west] =
    /** @type {[Uint8Array, Uint8Array, Uint8Array, Uint8Array]} */ (/** @type {unknown} */ (links))
  const squares = new Uint8Array(NONE)
  const latest = new Uint8Array(SIDE)

  /** Returns the number of owned squares. @type {(rows: ArrayLike<number>) => number} */
  function link(rows) {
    let length = 0
    latest.fill(NONE)
    for (let rank = 0; rank < SIDE; rank++) {
      const row = rows[rank] ?? 0
      let before = NONE
      for (let file = 0; file < SIDE; file++) {
        if (!has(row, file)) continue
        const square = rank * SIDE + file
        squares[length++] = square
        const below = latest[file] ?? NONE
        north[square] = NONE
        east[square] = NONE
        south[square] = below
        west[square] = before
        if (below !== NONE) north[below] = square
        if (before !== NONE) east[before] = square
        before = square
        latest[file] = square
      }
    }
    return length
  }
  return { links, squares, link }
}

/**
 * Counts the moves of a side that owns all squares of six rows, each with the value that reaches
 * most.
 */
function createCounter() {
  const { links, squares, link } = createLinks()
  // Each set of squares is two words of 18 bits.
  const low = new Uint32Array(NONE + 1)
  const high = new Uint32Array(NONE + 1)
  const bitLow = Uint32Array.from({ length: NONE + 1 }, (_, square) =>
    square < 18 ? 1 << square : 0,
  )
  const bitHigh = Uint32Array.from({ length: NONE + 1 }, (_, square) =>
    square >= 18 && square < NONE ? 1 << (square - 18) : 0,
  )

  /** @type {(rows: ArrayLike<number>) => number} */
  return (rows) => {
    const length = link(rows)
    for (let i = 0; i < length; i++) {
      const square = squares[i] ?? NONE
      let nearLow = 0
      let nearHigh = 0
      for (const next of links) {
        const to = next[square] ?? NONE
        nearLow |= bitLow[to] ?? 0
        nearHigh |= bitHigh[to] ?? 0
      }
      low[square] = nearLow
      high[square] = nearHigh
    }
    let moves = 0
    for (let i = 0; i < length; i++) {
      const square = squares[i] ?? NONE
      let twoLow = 0
      let twoHigh = 0
      let threeLow = 0
      let threeHigh = 0
      for (let first = 0; first < 4; first++) {
        const over = links[first]?.[square] ?? NONE
        if (over === NONE) continue
        twoLow |= low[over] ?? 0
        twoHigh |= high[over] ?? 0
        let endLow = 0
        let endHigh = 0
        for (let turn = -1; turn <= 1; turn++) {
          const then = links[(first + turn) & 3]?.[over] ?? NONE
          endLow |= low[then] ?? 0
          endHigh |= high[then] ?? 0
        }
        threeLow |= endLow & ~(bitLow[over] ?? 0)
        threeHigh |= endHigh & ~(bitHigh[over] ?? 0)
      }
      const one = size(low[square] ?? 0) + size(high[square] ?? 0)
      const two = size(twoLow & ~(bitLow[square] ?? 0)) + size(twoHigh & ~(bitHigh[square] ?? 0))
      const three = size(threeLow) + size(threeHigh)
      moves += Math.max(one, two, three)
    }
    return moves
  }
}

/**
 * Checks that the counter agrees with the rules.
 * @param {(rows: ArrayLike<number>) => number} count
 */
function checkCounter(count) {
  const randomBytes = seededBytes(1)
  for (let n = 0; n < 200; n++) {
    const rows = Array.from(randomBytes(SIDE), (byte) => byte & (ROWS - 1))
    const mostFrom = Array.from({ length: NONE }, () => 0)
    for (const value of /** @type {const} */ ([1, 2, 3])) {
      const board = mostFrom.map((_, square) =>
        has(rows[Math.floor(square / SIDE)] ?? 0, square % SIDE)
          ? hiddenStack({ color: 'black', value }, 1)
          : undefined,
      )
      const from = mostFrom.map(() => 0)
      for (const move of movesOf(
        { board, turn: 'black', endRule: 'onTurn', compensation: 0 },
        'black',
      )) {
        from[move.from] = (from[move.from] ?? 0) + 1
      }
      for (const [square, moves] of from.entries()) {
        mostFrom[square] = Math.max(mostFrom[square] ?? 0, moves)
      }
    }
    const expected = mostFrom.reduce((sum, moves) => sum + moves, 0)
    if (count(rows) !== expected) throw new Error(`${format(rows)} has ${expected} moves`)
  }
}

/**
 * @param {number} row
 * @param {number} file
 */
function has(row, file) {
  return ((row >> file) & 1) === 1
}

/** @param {number} row */
function mirrored(row) {
  let image = 0
  for (let file = 0; file < SIDE; file++) if (has(row, file)) image |= 1 << (SIDE - 1 - file)
  return image
}

/** @param {number} set of up to 18 squares */
function size(set) {
  let left = set - ((set >> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >> 2) & 0x33333333)
  return (((left + (left >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24
}

/**
 * The occupied squares in HFEN, highest rank first.
 * @param {ArrayLike<number>} rows
 */
function format(rows) {
  return Array.from(rows, (row) =>
    Array.from({ length: SIDE }, (_, file) => (has(row, file) ? 'c' : '-')).join(''),
  )
    .reverse()
    .join('/')
}
