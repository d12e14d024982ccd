/**
 * What a running position is worth: an estimate of the final margin for the side to move, in units of
 * 1/{@link UNITS} point. Everything the search knows about Hokito beyond its rules stands behind this door.
 *
 * Points on the board count little while most moves are still to come, and fully at the end; the marks on
 * top of a side's pieces say what it can still reach and what it will score; moves left say who will be
 * stuck. The weights are linear in the number of occupied squares between the two ends given here.
 */
import type { Board } from './board.ts'

/** Units of a point. */
export const UNITS = 32

/** Weights in units at the end (few squares left) and at the start (36). */
interface Weights {
  /** Of one point of the present margin. */
  readonly margin: readonly [end: number, start: number]
  /** Of owning one more top of value 1, 2 and 3. */
  readonly tops: readonly [
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
  ]
  /** Of one more move. */
  readonly mobility: readonly [end: number, start: number]
  /** Of having the move. */
  readonly tempo: number
}

/** Set by hand and tuned by matches; see docs/engine.md. */
export const WEIGHTS: Weights = {
  margin: [30, 4],
  tops: [
    [8, 8],
    [40, 40],
    [96, 110],
  ],
  mobility: [20, 6],
  tempo: 24,
}

export class Evaluator {
  readonly #board: Board
  /** Weights by occupied squares, five a row: margin, top 1, top 2, top 3, mobility. */
  readonly #table = new Int32Array(37 * 5)

  constructor(board: Board, weights: Weights = WEIGHTS) {
    this.#board = board
    const pairs = [weights.margin, ...weights.tops, weights.mobility]
    for (let occupied = 0; occupied <= 36; occupied++) {
      for (const [index, [end, start]] of pairs.entries()) {
        this.#table[occupied * 5 + index] = Math.round(end + ((start - end) * occupied) / 36)
      }
    }
  }

  /** Value of a position that is not over, `moves` being how many the side to move has. */
  value(moves: number, theirMoves: number): number {
    const board = this.#board
    const row = board.occupied * 5
    const table = this.#table
    let tops1 = 0
    let tops2 = 0
    let tops3 = 0
    const cells = board.cells
    for (let s = 0; s < 36; s++) {
      const cell = cells[s]!
      if (cell === 0) continue
      const sign = (cell & 4) === 0 ? 1 : -1
      const value = cell & 3
      if (value === 3) tops3 += sign
      else if (value === 2) tops2 += sign
      else tops1 += sign
    }
    const black =
      board.margin * table[row]! +
      tops1 * table[row + 1]! +
      tops2 * table[row + 2]! +
      tops3 * table[row + 3]!
    const own = board.turn === 0 ? black : -black
    return own + (moves - theirMoves) * table[row + 4]! + WEIGHTS.tempo
  }
}
