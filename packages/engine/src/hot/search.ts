/**
 * Iterative-deepening principal-variation search over one board.
 *
 * Values are for the side to move. Estimates are in units of 1/UNITS point and stay below SOLVED in size;
 * a won end of the game is SOLVED plus its margin in points, a lost one the negative of that, so a value
 * beyond ±SOLVED is a proof, as only ends of games make such values and nothing unsound cuts them: a
 * reduced search can hide a better move, never invent an end. A drawn end is 0 and cannot be told from an
 * estimate here; `solver.ts` proves draws.
 *
 * All buffers belong to the Search, and one search runs on it at a time. Inside a node nothing is allocated.
 */
import { type Board, MAX_MOVES, MAX_PLY } from './board.ts'
import type { Evaluator } from './evaluate.ts'
import { UNITS } from './evaluate.ts'
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, type Table } from './table.ts'

/** Values beyond this, in either direction, are proven. Estimates are cut to stay inside. */
export const SOLVED = 20_000
const INFINITE = 32_000
const WIDEST_ESTIMATE = SOLVED - 1

/** Half of an aspiration window, in units: about a point and a half. */
const WINDOW = 48
/** Moves searched to full depth before later ones are reduced. */
const FULL_MOVES = 4
/** How often the clock and the stop flag are looked at, in nodes (a power of two less one). */
const POLL_MASK = 511

/** One of the best moves: its value and the moves expected. */
export interface RawLine {
  readonly value: number
  readonly moves: readonly number[]
}

/** When a search has to stop; `isStopped` is asked every few hundred nodes. */
export interface RawLimits {
  readonly depth: number
  readonly nodes: number
  readonly lines: number
  readonly isStopped: () => boolean
  readonly onDepth: (depth: number, lines: readonly RawLine[]) => void
  /** Root moves not to be considered, as a weak player overlooks them. */
  readonly overlooked?: ReadonlySet<number>
  /** Largest error of an estimate, in units, for players that misjudge; 0 for none. */
  readonly noise?: number
}

export class Search {
  nodes = 0
  readonly #board: Board
  readonly #evaluator: Evaluator
  readonly #table: Table
  readonly #moves = new Uint16Array(MAX_MOVES * (MAX_PLY + 1))
  readonly #scores = new Int32Array(MAX_MOVES * (MAX_PLY + 1))
  readonly #pv = new Uint16Array((MAX_PLY + 1) * (MAX_PLY + 1))
  readonly #pvLength = new Uint8Array(MAX_PLY + 2)
  readonly #killers = new Uint16Array(2 * (MAX_PLY + 1))
  /** How often a move was best, by side and packed move. */
  readonly #history = new Int32Array(2 * 4096)
  #isStopped: () => boolean = () => false
  #nodeLimit = 0
  #noise = 0
  #aborted = false

  constructor(board: Board, evaluator: Evaluator, table: Table) {
    this.#board = board
    this.#evaluator = evaluator
    this.#table = table
  }

  /** Searches the board's position; the lines of the last finished iteration, best first. */
  run(limits: RawLimits): readonly RawLine[] {
    this.nodes = 0
    this.#aborted = false
    this.#isStopped = limits.isStopped
    this.#nodeLimit = limits.nodes
    this.#noise = limits.noise ?? 0
    this.#killers.fill(0)
    for (let i = 0; i < this.#history.length; i++) this.#history[i]! >>= 3
    this.#table.nextSearch()
    let best: readonly RawLine[] = []
    const deepest = Math.min(limits.depth, this.#board.occupied)
    for (let depth = 1; depth <= deepest; depth++) {
      const lines = this.#iterate(depth, limits, best)
      if (lines.length > 0) {
        best = lines
        if (!this.#aborted) limits.onDepth(depth, lines)
      }
      const [first] = best
      if (this.#aborted || first === undefined) break
      if (limits.lines === 1 && Math.abs(first.value) > SOLVED) break
    }
    return best
  }

  /** One depth, the best lines one after another; fewer when it was stopped in between. */
  #iterate(depth: number, limits: RawLimits, before: readonly RawLine[]): readonly RawLine[] {
    const lines: RawLine[] = []
    const excluded = new Set(limits.overlooked)
    const rootCount = this.#board.generate(this.#moves, 0)
    const wanted = Math.min(limits.lines, rootCount - (limits.overlooked?.size ?? 0))
    while (lines.length < wanted) {
      const guess = before[lines.length]?.value ?? 0
      let alpha = depth < 4 ? -INFINITE : guess - WINDOW
      let beta = depth < 4 ? INFINITE : guess + WINDOW
      let value = 0
      for (;;) {
        value = this.#root(depth, alpha, beta, excluded)
        if (this.#aborted) break
        if (value <= alpha) alpha = -INFINITE
        else if (value >= beta) beta = INFINITE
        else break
      }
      const length = this.#pvLength[0]!
      if (length === 0) break
      // A stopped iteration may still have found something better than the one before it, because
      // the best move known is always searched first; anything later than the first line is unsure.
      if (this.#aborted && lines.length > 0) break
      const moves = Array.from(this.#pv.subarray(0, length))
      lines.push({ value, moves })
      excluded.add(moves[0]!)
      if (this.#aborted) break
    }
    return lines.sort((a, b) => b.value - a.value)
  }

  /** The root: like a node, but it leaves out excluded moves and always keeps a best move. */
  #root(depth: number, alphaIn: number, beta: number, excluded: ReadonlySet<number>): number {
    const board = this.#board
    let alpha = alphaIn
    const known = this.#table.probe(board.keyLo, board.keyHi) ? this.#table.move : 0
    const count = board.generate(this.#moves, 0)
    this.#pvLength[0] = 0
    this.#score(0, count, known, 0)
    let best = -INFINITE
    let searched = 0
    for (let i = 0; i < count; i++) {
      const move = this.#pick(i, count)
      if (excluded.has(move)) continue
      board.play(move)
      let value: number
      if (searched === 0) value = -this.#node(depth - 1, -beta, -alpha, 1)
      else {
        value = -this.#node(depth - 1, -alpha - 1, -alpha, 1)
        if (value > alpha && value < beta) value = -this.#node(depth - 1, -beta, -alpha, 1)
      }
      board.undo()
      if (this.#aborted) return best
      searched++
      if (value > best) {
        best = value
        this.#keepPv(0, move)
        if (value > alpha) alpha = value
        if (alpha >= beta) break
      }
    }
    if (excluded.size === 0) {
      const bound = best >= beta ? BOUND_LOWER : best <= alphaIn ? BOUND_UPPER : BOUND_EXACT
      this.#table.store(board.keyLo, board.keyHi, depth, bound, best, this.#pv[0]!)
    }
    return best
  }

  #node(depth: number, alphaIn: number, betaIn: number, ply: number): number {
    const board = this.#board
    const table = this.#table
    let alpha = alphaIn
    let beta = betaIn
    this.#pvLength[ply] = 0

    // Step 1. Poll the limits now and then.
    this.nodes++
    if ((this.nodes & POLL_MASK) === 0 && (this.nodes >= this.#nodeLimit || this.#isStopped())) {
      this.#aborted = true
    }
    if (this.#aborted) return 0

    // Step 2. Table look-up. A proof holds at any depth.
    const isPv = beta - alpha > 1
    let known = 0
    if (table.probe(board.keyLo, board.keyHi)) {
      known = table.move
      const { value, bound } = table
      const isProof =
        value > SOLVED ? bound !== BOUND_UPPER : value < -SOLVED && bound !== BOUND_LOWER
      if ((table.depth >= depth && !isPv) || isProof) {
        if (bound === BOUND_EXACT) return value
        if (bound === BOUND_LOWER && value >= beta) return value
        if (bound === BOUND_UPPER && value <= alpha) return value
      }
    }

    // Step 3. The end of the game, or of the search.
    if (depth <= 0) return this.#leaf()
    if (board.isEither && board.isStuck(board.turn ^ 1)) return this.#end()
    const start = ply * MAX_MOVES
    const count = board.generate(this.#moves, start)
    if (count === 0) return this.#end()

    // Step 4. Nothing here can be worth more than winning every piece.
    if (alpha < -SOLVED - MOST_POINTS) alpha = -SOLVED - MOST_POINTS
    if (beta > SOLVED + MOST_POINTS) beta = SOLVED + MOST_POINTS
    if (alpha >= beta) return alpha

    // Step 5. The moves, the most promising first; late ones to a reduced depth until they surprise.
    this.#score(start, count, known, ply)
    const end = start + count
    let best = -INFINITE
    let bestMove = 0
    for (let i = start; i < end; i++) {
      const move = this.#pick(i, end)
      const late = i - start
      board.play(move)
      let value: number
      if (late === 0) value = -this.#node(depth - 1, -beta, -alpha, ply + 1)
      else {
        const reduction = depth >= 3 && late >= FULL_MOVES ? (late >= 16 ? 2 : 1) : 0
        value = -this.#node(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1)
        if (reduction > 0 && value > alpha)
          value = -this.#node(depth - 1, -alpha - 1, -alpha, ply + 1)
        if (isPv && value > alpha && value < beta)
          value = -this.#node(depth - 1, -beta, -alpha, ply + 1)
      }
      board.undo()
      if (this.#aborted) return 0
      if (value > best) {
        best = value
        bestMove = move
        if (value > alpha) {
          alpha = value
          if (isPv) this.#keepPv(ply, move)
          if (alpha >= beta) {
            this.#remember(move, depth, ply)
            break
          }
        }
      }
    }

    // Step 6. Remember it.
    const bound = best >= betaIn ? BOUND_LOWER : best <= alphaIn ? BOUND_UPPER : BOUND_EXACT
    table.store(board.keyLo, board.keyHi, depth, bound, best, bestMove)
    return best
  }

  /** The estimate at the end of the search, or the end of the game if that is here. */
  #leaf(): number {
    const board = this.#board
    const own = board.countMoves(board.turn)
    const theirs = board.countMoves(board.turn ^ 1)
    if (own === 0 || (board.isEither && theirs === 0)) return this.#end()
    const value = this.#evaluator.value(own, theirs) + this.#misjudgement()
    return Math.max(-WIDEST_ESTIMATE, Math.min(WIDEST_ESTIMATE, value))
  }

  /** The same error for the same position, so that a weak player is at least of one mind. */
  #misjudgement(): number {
    if (this.#noise === 0) return 0
    const mixed = Math.imul(this.#board.keyLo ^ (this.#board.keyHi >>> 7), 0x2545f491) >>> 8
    return Math.round(((mixed & 0xffff) / 0x8000 - 1) * this.#noise)
  }

  #end(): number {
    const margin = this.#board.marginToMove
    if (margin === 0) return 0
    return margin > 0 ? SOLVED + margin : margin - SOLVED
  }

  /** Gives every move in the list its place in the order. */
  #score(start: number, count: number, known: number, ply: number): void {
    const board = this.#board
    const cells = board.cells
    const own = board.turn << 2
    const history = board.turn << 12
    const killer1 = this.#killers[2 * ply]!
    const killer2 = this.#killers[2 * ply + 1]!
    for (let i = start; i < start + count; i++) {
      const move = this.#moves[i]!
      if (move === known) {
        this.#scores[i] = 1 << 30
        continue
      }
      const moving = cells[move >> 6]!
      const below = cells[move & 63]!
      const height = below >> 3
      const points = (below & 3) * height
      // Covering a dear piece of the other side wins its points; covering one's own wastes them.
      const gain = (moving & 3) * height + ((below & 4) === own ? -points : points)
      const cover = (below & 4) === own ? -(below & 3) * 3 : (below & 3) * 4
      let score = (gain + cover) * 64 + this.#history[history | move]!
      if (move === killer1) score += 4000
      else if (move === killer2) score += 3000
      this.#scores[i] = score
    }
  }

  /** Brings the best move of the rest of the list to place `i` and returns it. */
  #pick(i: number, end: number): number {
    const scores = this.#scores
    const moves = this.#moves
    let best = i
    for (let k = i + 1; k < end; k++) if (scores[k]! > scores[best]!) best = k
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

  #remember(move: number, depth: number, ply: number): void {
    const killers = this.#killers
    if (killers[2 * ply] !== move) {
      killers[2 * ply + 1] = killers[2 * ply]!
      killers[2 * ply] = move
    }
    const at = (this.#board.turn << 12) | move
    this.#history[at] = Math.min(20_000, this.#history[at]! + depth * depth * 16)
  }

  #keepPv(ply: number, move: number): void {
    const pv = this.#pv
    const row = ply * (MAX_PLY + 1)
    const below = row + MAX_PLY + 1
    const length = this.#pvLength[ply + 1]!
    pv[row] = move
    for (let i = 0; i < length; i++) pv[row + 1 + i] = pv[below + i]!
    this.#pvLength[ply] = length + 1
  }
}

/** 36 pieces under a three. */
const MOST_POINTS = 108

/** Points of an estimate. */
export function estimateInPoints(value: number): number {
  return value / UNITS
}
