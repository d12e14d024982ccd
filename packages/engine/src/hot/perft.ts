/** Counting move sequences with the search's own board: its check against the rules, and its speedometer. */
import { type Board, MAX_MOVES, MAX_PLY } from './board.ts'

export class Perft {
  readonly #board: Board
  readonly #moves = new Uint16Array(MAX_MOVES * (MAX_PLY + 1))
  readonly #isStopped: () => boolean
  #wasStopped = false

  constructor(board: Board, isStopped: () => boolean) {
    this.#board = board
    this.#isStopped = isStopped
  }

  /** Sequences of exactly `depth` plies; undefined when it was stopped. */
  count(depth: number): number | undefined {
    this.#wasStopped = false
    const count = this.#count(depth, 0)
    return this.#wasStopped ? undefined : count
  }

  #count(depth: number, ply: number): number {
    const board = this.#board
    if (depth === 0) return 1
    if (board.isEither && (board.isStuck(0) || board.isStuck(1))) return 0
    // The last ply need not be played: its moves are counted where they stand.
    if (depth === 1) return board.countMoves(board.turn)
    if (depth === 3 && this.#isStopped()) this.#wasStopped = true
    if (this.#wasStopped) return 0
    const start = ply * MAX_MOVES
    const end = start + board.generate(this.#moves, start)
    let count = 0
    for (let i = start; i < end; i++) {
      board.play(this.#moves[i]!)
      count += this.#count(depth - 1, ply + 1)
      board.undo()
    }
    return count
  }
}
