/**
 * THE DOOR to `hot/`, which is compiled to WebAssembly. One core is one instance of that module. It
 * holds a board, and searches, proves and counts from it. Cores that share a memory share what they
 * learn.
 *
 * Moves are packed as in `packed.ts`. A core is used by one thread, one call at a time.
 */
import type { PackedMove, PackedPosition } from './packed.ts'
import { FEATURES, WEIGHTS, type Weights, weightAt } from './weights.ts'

/** The parts of a core; all of them can be sent to another thread. */
export interface CoreParts {
  readonly module: WebAssembly.Module
  /** Shared memory from {@link createMemory}; without it the core makes its own, unshared one. */
  readonly memory?: WebAssembly.Memory
  /** The number of this thread among those that share the memory, from 0. */
  readonly thread: number
  readonly threads: number
  /** Size of the transposition tables in MiB. */
  readonly hashMiB: number
  /** The weights of the evaluation, to compare others with the shipped ones; by default the shipped. */
  readonly weights?: Weights
}

/** The functions of the module; see the files of `hot/` for what each does. */
export interface Core {
  /** A value of the search beyond this, in either direction, is proved. */
  readonly solved: number
  /**
   * Sets up a position and forgets all moves played. Searches with another `mark` learn nothing
   * from each other, which they must not if they judge differently.
   */
  load(position: PackedPosition, mark?: number): void
  play(move: PackedMove): void
  undo(): void
  /**
   * The moves of the side to move, regardless of the end rule; valid until the core is used again.
   */
  moves(): Uint32Array
  /** How many moves Black (0) or White (1) would have. */
  countMoves(color: 0 | 1): number
  /** Marks on top of the stack on an occupied square. */
  valueAt(square: number): number
  isOver(): boolean
  /** Black's points minus White's on the board, without compensation. */
  margin(): number
  /** Hash of the position. */
  key(): bigint
  /** Counts sequences of exactly `depth` plies; undefined if it was stopped. */
  perft(depth: number): number | undefined

  /**
   * Begins a search whose estimates err by up to `noise` units, with the table at this generation.
   */
  beginSearch(generation: number, noise: number): void
  /** Leaves out these moves at the root, and no others. */
  exclude(moves: Iterable<PackedMove>): void
  /**
   * Value of the position in a window, in units; `isWhole` if no move is left out. Searches `first`
   * before the other moves; 0 for none.
   */
  searchRoot(
    depth: number,
    alpha: number,
    beta: number,
    isWhole: boolean,
    first: PackedMove,
  ): number
  /** Positions visited since {@link beginSearch}. */
  nodes(): number
  /** Was the last search cut short? */
  isAborted(): boolean
  /** The principal variation of the last search. */
  line(): readonly PackedMove[]

  /** Begins a proof; `isShared` if other cores prove the same position at the same time. */
  beginProof(generation: number, isShared?: boolean): void
  /**
   * Margin for the side to move, with compensation: at most `alpha`, at least `beta`, or exact
   * between them.
   */
  prove(alpha: number, beta: number): number
  proofNodes(): number
  isProofAborted(): boolean
  /** The best move known to the proof. */
  provenMove(): PackedMove
  /** Best play to the end, given the exact margin; shorter if it was stopped. */
  proofLine(margin: number): readonly PackedMove[]

  /** Forgets everything learned. */
  clear(): void
  /** Share of the search's table in use, in thousandths. */
  fillPermille(): number
  /** Share of the proof's table in use, in thousandths. */
  proofFillPermille(): number
}

/**
 * Creates a memory with room for tables of this size.
 *
 * @throws RangeError if the machine has too little memory
 */
export function createMemory(hashMiB: number, shared: boolean): WebAssembly.Memory {
  const pages = Math.min(MOST_PAGES, FIRST_PAGES + Math.ceil((hashMiB * MIB) / PAGE))
  return new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared })
}

/**
 * Makes a core. It calls `poll` every few hundred positions to find out whether to stop.
 *
 * @throws RangeError if the machine has no room for tables of this size
 */
export function createCore(parts: CoreParts, poll: () => boolean): Core {
  const { hot, memory } = instantiate(parts, poll)
  const list = new Uint32Array(memory.buffer, hot.area.value + hot.MOVES.value, hot.MAX_MOVES.value)
  let bonus = 0
  const owed = () => (hot.turn.value === 0 ? 0 - bonus : bonus)
  const line = (length: number) => Array.from({ length }, (_, index) => hot.lineMove(index))
  return {
    solved: hot.SOLVED.value,
    load(position, mark = 0) {
      loadInto(hot, position, mark)
      bonus = position.compensation / 2
    },
    play: hot.play,
    undo: hot.undo,
    moves: () => list.subarray(0, hot.generate(0)),
    countMoves: hot.scan,
    valueAt: (square) => hot.cellOf(square) & 3,
    isOver: () => hot.isOver() !== 0,
    margin: () => hot.margin.value,
    key: () => BigInt.asUintN(64, hot.key.value),
    perft(depth) {
      const count = hot.perft(depth)
      return count < 0 ? undefined : count
    },
    beginSearch(generation, noise) {
      hot.setGeneration(generation)
      hot.beginSearch(noise)
    },
    exclude(moves) {
      hot.includeAll()
      for (const move of moves) hot.exclude(move)
    },
    searchRoot: (depth, alpha, beta, isWhole, first) =>
      hot.searchRoot(depth, alpha, beta, isWhole ? 1 : 0, first),
    nodes: hot.searchNodes,
    isAborted: () => hot.aborted.value !== 0,
    line: () => line(hot.lineLength()),
    beginProof(generation, isShared = false) {
      hot.setGeneration(generation)
      hot.beginProof(isShared ? 1 : 0)
    },
    prove(alpha, beta) {
      // The module proves the points on the board, which differ by the compensation.
      const change = owed()
      return hot.prove(Math.floor(alpha - change), Math.ceil(beta - change)) + change
    },
    proofNodes: hot.proofNodes,
    isProofAborted: () => hot.proofAborted() !== 0,
    provenMove: hot.provenMove,
    proofLine: (margin) => line(hot.proofLine(margin - owed())),
    clear() {
      hot.clearTables()
      hot.forgetHistory()
    },
    fillPermille: hot.fillPermille,
    proofFillPermille: hot.proofFillPermille,
  }
}

// --- internal ---

function loadInto(hot: HotExports, position: PackedPosition, mark: number): void {
  const { cells, isWhiteTurn, isEither, compensation } = position
  hot.clear(isEither ? 1 : 0)
  for (const [square, cell] of cells.entries()) if (cell !== 0) hot.place(square, cell)
  hot.link(isWhiteTurn ? 1 : 0)
  hot.mark(mark)
  hot.compensate(compensation)
}

/** `hot/index.ts` as WebAssembly exports it: booleans are 0 and 1, variables are globals. */
interface HotExports {
  readonly area: WebAssembly.Global<'i32'>
  readonly MOVES: WebAssembly.Global<'i32'>
  readonly MAX_MOVES: WebAssembly.Global<'i32'>
  readonly SOLVED: WebAssembly.Global<'i32'>
  readonly key: WebAssembly.Global<'i64'>
  readonly margin: WebAssembly.Global<'i32'>
  readonly turn: WebAssembly.Global<'i32'>
  readonly aborted: WebAssembly.Global<'i32'>
  setThread(index: number): void
  fillKeys(): void
  endOfAreas(threads: number): number
  setTables(at: number, search: number, proof: number): void
  setGeneration(generation: number): void
  setWeight(either: number, occupied: number, feature: number, weight: number): void
  clear(either: number): void
  place(square: number, cell: number): void
  link(isWhiteTurn: number): void
  mark(by: number): void
  compensate(halves: number): void
  play(move: number): void
  undo(): void
  generate(ply: number): number
  scan(color: number): number
  cellOf(square: number): number
  isOver(): number
  perft(depth: number): number
  beginSearch(noise: number): void
  searchNodes(): number
  includeAll(): void
  exclude(move: number): void
  searchRoot(depth: number, alpha: number, beta: number, storesRoot: number, first: number): number
  lineLength(): number
  lineMove(index: number): number
  beginProof(shares: number): void
  prove(alpha: number, beta: number): number
  proofNodes(): number
  proofAborted(): number
  provenMove(): number
  proofLine(margin: number): number
  clearTables(): void
  forgetHistory(): void
  fillPermille(): number
  proofFillPermille(): number
}

const PAGE = 65_536
const MIB = 1_048_576
/** Room for the fixed tables and the areas of 64 threads. */
const FIRST_PAGES = 150
/** 4 GiB: all that a 32-bit address can reach. */
const MOST_PAGES = 65_536
const BUCKET_BYTES = 64

/** An instance of the module with its tables, ready to be used. */
function instantiate(
  parts: CoreParts,
  poll: () => boolean,
): { readonly hot: HotExports; readonly memory: WebAssembly.Memory } {
  const { module, thread, threads, hashMiB, weights = WEIGHTS } = parts
  const { memory = createMemory(hashMiB, false) } = parts
  const { exports } = new WebAssembly.Instance(module, {
    env: { memory },
    host: { poll: () => (poll() ? 1 : 0) },
  })
  // The module exports what `hot/index.ts` declares; its exports enter typed code here.
  const hot = exports as unknown as HotExports
  hot.setThread(thread)
  hot.fillKeys()
  setWeights(hot, weights)
  const tablesAt = hot.endOfAreas(threads)
  const room = Math.min(hashMiB * MIB, memory.buffer.byteLength - tablesAt)
  const buckets = Math.floor(room / (2 * BUCKET_BYTES))
  hot.setTables(tablesAt, buckets, buckets)
  return { hot, memory }
}

function setWeights(hot: HotExports, weights: Weights): void {
  for (const endRule of ['either', 'onTurn'] as const) {
    for (let occupied = 0; occupied <= 36; occupied++) {
      for (const [index, feature] of FEATURES.entries()) {
        const weight = weightAt(weights[endRule][feature], occupied)
        hot.setWeight(endRule === 'either' ? 1 : 0, occupied, index, weight)
      }
    }
  }
}
