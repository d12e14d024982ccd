import { Board, MAX_MOVES } from './hot/board.ts'
import { Evaluator, UNITS } from './hot/evaluate.ts'
import { Perft } from './hot/perft.ts'
import { estimateInPoints, type RawLine, Search, SOLVED } from './hot/search.ts'
import { Solver } from './hot/solver.ts'
import { Table, tableBytes } from './hot/table.ts'
import { type Level, levelOf } from './levels.ts'
import type { PackedInfo, PackedLimits, PackedLine, PackedProof, PackedResult } from './messages.ts'
import type { PackedPosition } from './pack.ts'
import { moveTimeMs } from './time.ts'

/** What long work asks and tells while it runs. */
export interface Watch {
  readonly isStopped: () => boolean
  /** Milliseconds from any fixed moment. */
  readonly now: () => number
}

/**
 * One searcher with its tables, working synchronously on packed positions: what stands behind the facade
 * inside a worker, and what tests and benchmarks drive directly.
 */
export class Searcher {
  readonly #board = new Board()
  readonly #table: Table
  readonly #proofTable: Table
  readonly #search: Search
  readonly #solver: Solver

  constructor(hashMiB: number) {
    // Search and proof keep different kinds of values and share the memory in halves.
    const bytes = tableBytes(hashMiB / 2)
    this.#table = new Table(new ArrayBuffer(bytes))
    this.#proofTable = new Table(new ArrayBuffer(bytes))
    this.#search = new Search(this.#board, new Evaluator(this.#board), this.#table)
    this.#solver = new Solver(this.#board, this.#proofTable)
  }

  /** Forgets everything learned. */
  newGame(): void {
    this.#table.clear()
    this.#proofTable.clear()
  }

  search(
    position: PackedPosition,
    limits: PackedLimits,
    { isStopped, now }: Watch,
    onInfo: (info: PackedInfo) => void,
  ): PackedResult {
    this.#board.load(position)
    if (this.#board.isOver()) return { move: 0, info: undefined }
    const startedAt = now()
    const elapsedMs = () => now() - startedAt
    const level = limits.level === undefined ? undefined : levelOf(limits.level)
    const timeMs = Math.min(limits.timeMs ?? Number.POSITIVE_INFINITY, clockShare(limits, position))
    const nodeLimit = Math.min(
      limits.nodes ?? Number.POSITIVE_INFINITY,
      level?.nodes ?? Number.POSITIVE_INFINITY,
    )

    if (level === undefined && limits.depth === undefined && (limits.lines ?? 1) === 1) {
      const proved = this.#proveFirst(nodeLimit, timeMs, { isStopped, now }, elapsedMs)
      if (proved !== undefined) {
        onInfo(proved)
        return { move: proved.lines[0]?.moves[0] ?? 0, info: proved }
      }
    }
    let info: PackedInfo | undefined
    const noise = Math.round((level?.misjudgement ?? 0) * UNITS)
    if (noise > 0) this.#table.clear()
    const infoOf = (depth: number, lines: readonly RawLine[]): PackedInfo => ({
      depth,
      lines: lines.map(toLine),
      nodes: this.#search.nodes,
      elapsedMs: elapsedMs(),
      hashPermille: this.#table.fillPermille(),
    })
    const lines = this.#search.run({
      depth: Math.min(limits.depth ?? 99, level?.depth ?? 99),
      nodes: nodeLimit,
      lines: limits.lines ?? 1,
      isStopped: () => isStopped() || elapsedMs() >= timeMs,
      noise,
      ...(level && { overlooked: this.#overlooked(level) }),
      onDepth: (depth, found) => {
        info = infoOf(depth, found)
        onInfo(info)
      },
    })
    if (noise > 0) this.#table.clear()
    const move = lines[0]?.moves[0] ?? this.#anyMove()
    return { move, info: info ?? infoOf(0, lines) }
  }

  /** Proves a position; `onProgress` is called a few times a second with the nodes visited. */
  solve(
    position: PackedPosition,
    { isStopped, now }: Watch,
    onProgress: (nodes: number, elapsedMs: number) => void,
    wantsMargin = true,
  ): PackedProof {
    this.#board.load(position)
    const startedAt = now()
    let toldAt = startedAt
    const poll = () => {
      if (now() - toldAt >= PROGRESS_MS) {
        toldAt = now()
        onProgress(this.#solver.nodes, toldAt - startedAt)
      }
      return isStopped()
    }
    const { verdict, margin, moves } = this.#solver.prove(
      Number.POSITIVE_INFINITY,
      poll,
      wantsMargin,
    )
    return { verdict, margin, moves, nodes: this.#solver.nodes, elapsedMs: now() - startedAt }
  }

  perft(position: PackedPosition, depth: number, { isStopped }: Watch): number | undefined {
    this.#board.load(position)
    return new Perft(this.#board, isStopped).count(depth)
  }

  /** A proof before the search, where few enough squares are left that it may come in time. */
  #proveFirst(
    nodeLimit: number,
    timeMs: number,
    { isStopped, now }: Watch,
    elapsedMs: () => number,
  ): PackedInfo | undefined {
    const { occupied } = this.#board
    if (occupied > PROVE_FROM) return undefined
    const deadline = now() + timeMs * PROOF_SHARE
    const proof = this.#solver.prove(
      nodeLimit * PROOF_SHARE,
      () => isStopped() || now() >= deadline,
      true,
    )
    if (proof.verdict === undefined || proof.moves.length === 0) return undefined
    // A stopped search wants its best so far; a proof of the verdict alone is better than any estimate
    // when it is a win, but says nothing about which losing move holds out best.
    if (proof.margin === undefined && proof.verdict <= 0) return undefined
    return {
      depth: occupied,
      lines: [
        {
          kind: 'solved',
          value: Math.sign(proof.verdict),
          margin: proof.margin,
          moves: proof.moves,
        },
      ],
      nodes: this.#solver.nodes,
      elapsedMs: elapsedMs(),
      hashPermille: this.#proofTable.fillPermille(),
    }
  }

  /** Moves that a level does not see here; the same ones each time, and never all of them. */
  #overlooked(level: Level): ReadonlySet<number> {
    const board = this.#board
    const moves = new Uint16Array(MAX_MOVES)
    const count = board.generate(moves, 0)
    const overlooked = new Set<number>()
    for (const move of moves.subarray(0, count)) {
      const hops = (board.cells[move >> 6] ?? 1) & 3
      const mixed = Math.imul(board.keyLo ^ Math.imul(move, 0x9e3779b1), 0x85ebca6b) >>> 9
      if ((mixed & 0xffff) / 0x10000 < (level.blindness[hops - 1] ?? 0)) overlooked.add(move)
    }
    if (overlooked.size === count) overlooked.clear()
    return overlooked
  }

  #anyMove(): number {
    const moves = new Uint16Array(MAX_MOVES)
    return this.#board.generate(moves, 0) > 0 ? (moves[0] ?? 0) : 0
  }
}

// --- internal ---

/** From this many occupied squares down a proof is tried before a search. */
const PROVE_FROM = 22
/** How often a proof tells how far it is. */
const PROGRESS_MS = 250
/** The part of time and nodes a proof may use before the search takes over. */
const PROOF_SHARE = 0.5

function toLine({ value, moves }: RawLine): PackedLine {
  return Math.abs(value) > SOLVED
    ? { kind: 'solved', value: Math.sign(value), margin: undefined, moves }
    : { kind: 'estimate', value: estimateInPoints(value), margin: undefined, moves }
}

function clockShare({ clock }: PackedLimits, position: PackedPosition): number {
  if (clock === undefined) return Number.POSITIVE_INFINITY
  const occupied = position.cells.filter((cell) => cell !== 0).length
  const own = position.isWhiteTurn ? clock.white : clock.black
  return moveTimeMs(own.remainingMs, own.incrementMs, occupied)
}
