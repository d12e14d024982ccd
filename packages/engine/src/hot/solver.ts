/**
 * Exact values of endgames: alpha-beta on the final margin, in points for the side to move, down to the
 * end of every line. Nothing here is estimated, so whatever it returns is proved.
 *
 * First a null window around 0 proves win, draw or loss; then windows of one point close in on the exact
 * margin, each helped by what the table learned from the last. Moves are tried in the order of the fewest
 * replies they leave, which beats every other order in proofs; a reply count of 0 ends the game at once.
 *
 * The table belongs to the solver alone: its values are margins, and its depth is the squares occupied.
 */
import { type Board, MAX_MOVES, MAX_PLY } from './board.ts'
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, type Table } from './table.ts'

/** What a proof has reached. */
export interface RawProof {
  /** Margin that is certain, for the side to move, or undefined when not even its sign is. */
  readonly verdict: number | undefined
  readonly margin: number | undefined
  /** Best moves from the board's position, as far as the table remembers them. */
  readonly moves: readonly number[]
}

/** No margin reaches this. */
const INFINITE = 200
/** Successors are looked up before they are searched from this many occupied squares on. */
const LOOK_AHEAD_FROM = 11
const POLL_MASK = 255

export class Solver {
  nodes = 0
  readonly #board: Board
  readonly #table: Table
  readonly #moves = new Uint16Array(MAX_MOVES * (MAX_PLY + 1))
  readonly #scores = new Int32Array(MAX_MOVES * (MAX_PLY + 1))
  #isStopped: () => boolean = () => false
  #nodeLimit = 0
  #aborted = false

  constructor(board: Board, table: Table) {
    this.#board = board
    this.#table = table
  }

  /**
   * Proves the board's position, up to its exact margin or only who wins; gives what was proved when it is
   * stopped before the end.
   */
  prove(nodeLimit: number, isStopped: () => boolean, wantsMargin: boolean): RawProof {
    this.nodes = 0
    this.#aborted = false
    this.#nodeLimit = nodeLimit
    this.#isStopped = isStopped
    this.#table.nextSearch()
    let lower = -INFINITE
    let upper = INFINITE
    let verdict: number | undefined
    let guess = 0
    // The first window is (-1, 1): it tells win, draw and loss apart before anything finer is asked.
    let value = this.#node(-1, 1, 0)
    while (!this.#aborted) {
      if (verdict === undefined) {
        verdict = value
        if (value <= -1) upper = value
        else if (value >= 1) lower = value
        else lower = upper = value
      } else if (value > guess) lower = value
      else upper = value
      if (lower >= upper) return { verdict, margin: lower, moves: this.#line() }
      if (!wantsMargin) break
      guess = lower === -INFINITE ? upper - 1 : lower
      value = this.#node(guess, guess + 1, 0)
    }
    return { verdict, margin: undefined, moves: verdict === undefined ? [] : this.#line() }
  }

  #node(alphaIn: number, betaIn: number, ply: number): number {
    const board = this.#board
    const table = this.#table
    let alpha = alphaIn
    let beta = betaIn

    // Step 1. Poll the limits now and then.
    this.nodes++
    if ((this.nodes & POLL_MASK) === 0 && (this.nodes >= this.#nodeLimit || this.#isStopped())) {
      this.#aborted = true
    }
    if (this.#aborted) return 0

    // Step 2. Table look-up.
    let known = 0
    if (table.probe(board.keyLo, board.keyHi)) {
      known = table.move
      const { value, bound } = table
      if (bound === BOUND_EXACT) return value
      if (bound === BOUND_LOWER) {
        if (value >= beta) return value
        if (value > alpha) alpha = value
      } else {
        if (value <= alpha) return value
        if (value < beta) beta = value
      }
    }

    // Step 3. The end of the game.
    const turn = board.turn
    if (board.isEither && board.isStuck(turn ^ 1)) return board.marginToMove
    const start = ply * MAX_MOVES
    const count = board.generate(this.#moves, start)
    if (count === 0) return board.marginToMove

    // Step 4. Order by replies; a move that leaves none, or that the table refutes, may decide already.
    const end = start + count
    const looksAhead = board.occupied >= LOOK_AHEAD_FROM
    let best = -INFINITE
    let bestMove = 0
    for (let i = start; i < end; i++) {
      const move = this.#moves[i]!
      board.play(move)
      const replies = board.countMoves(board.turn)
      let bound = INFINITE
      if (replies === 0) bound = -board.marginToMove
      else if (looksAhead && table.probe(board.keyLo, board.keyHi) && table.bound !== BOUND_LOWER) {
        bound = -table.value
      }
      board.undo()
      if (bound !== INFINITE && bound > best) {
        best = bound
        bestMove = move
        if (best >= beta) {
          table.store(board.keyLo, board.keyHi, board.occupied, BOUND_LOWER, best, bestMove)
          return best
        }
      }
      this.#scores[i] = replies === 0 ? DONE : move === known ? -1 : replies
    }

    // Step 5. Search what is left of the moves.
    for (let i = start; i < end; i++) {
      const move = this.#pick(i, end)
      if (this.#scores[i] === DONE) break
      board.play(move)
      const value = -this.#node(-beta, -Math.max(alpha, best), ply + 1)
      board.undo()
      if (this.#aborted) return 0
      if (value > best) {
        best = value
        bestMove = move
        if (best >= beta) break
      }
    }

    // Step 6. Remember it.
    const bound = best >= beta ? BOUND_LOWER : best <= alpha ? BOUND_UPPER : BOUND_EXACT
    table.store(board.keyLo, board.keyHi, board.occupied, bound, best, bestMove)
    return best
  }

  #pick(i: number, end: number): number {
    const scores = this.#scores
    const moves = this.#moves
    let best = i
    for (let k = i + 1; k < end; k++) if (scores[k]! < scores[best]!) best = k
    const move = moves[best]!
    if (best !== i) {
      moves[best] = moves[i]!
      moves[i] = move
      const score = scores[best]!
      scores[best] = scores[i]!
      scores[i] = score
    }
    return move
  }

  /** The moves the table knows from here; the board is as before afterwards. */
  #line(): readonly number[] {
    const board = this.#board
    const line: number[] = []
    while (
      !board.isOver() &&
      this.#table.probe(board.keyLo, board.keyHi) &&
      this.#table.move !== 0
    ) {
      line.push(this.#table.move)
      board.play(this.#table.move)
    }
    for (let i = 0; i < line.length; i++) board.undo()
    return line
  }
}

/** Score of a move whose value is known already; it comes last in the order. */
const DONE = 1 << 20
