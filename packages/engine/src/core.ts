/**
 * THE DOOR to `hot/`, which is compiled to WebAssembly. One core is one instance of that module: it holds a
 * board, and searches, proves and counts from it. Cores that share a memory share what they learn.
 *
 * Moves are packed as in `packed.ts`. A core is used by one thread, one call at a time.
 */
import type { PackedMove, PackedPosition } from './packed.ts'
import { FEATURES, WEIGHTS, weightAt } from './weights.ts'

/** What a core is made of; all of it can be sent to another thread. */
export interface CoreParts {
  readonly module: WebAssembly.Module
  /** Shared memory from {@link createMemory}; without it the core makes its own, unshared one. */
  readonly memory?: WebAssembly.Memory
  /** Which of the threads that share the memory this is, from 0. */
  readonly thread: number
  readonly threads: number
  /** Room for what is learned, in MiB. */
  readonly hashMiB: number
}

/** The functions of the module; see the files of `hot/` for what each does. */
export interface Core {
  /** Values of the search beyond this, in either direction, are proven. */
  readonly solved: number
  /**
   * Sets up a position and forgets everything played. Searches with another `mark` learn nothing from each
   * other, as they must not where they judge differently.
   */
  load(position: PackedPosition, mark?: number): void
  play(move: PackedMove): void
  undo(): void
  /** The moves of the side to move, whatever the end rule says; valid until the core is used again. */
  moves(): Uint32Array
  /** How many moves Black (0) or White (1) would have. */
  countMoves(color: 0 | 1): number
  /** Marks on top of the stack on an occupied square. */
  valueAt(square: number): number
  isOver(): boolean
  /** Black's points less White's. */
  margin(): number
  /** Hash of the position. */
  key(): bigint
  /** Sequences of exactly `depth` plies; undefined when it was stopped. */
  perft(depth: number): number | undefined

  /** Begins a search whose estimates err by up to `noise` units, on a table of this generation. */
  beginSearch(generation: number, noise: number): void
  /** Leaves moves out at the root: these and no others. */
  exclude(moves: Iterable<PackedMove>): void
  /**
   * Value of the position in a window, in units; `isWhole` where no move is left out. `first` is searched before the
   * other moves; 0 for none.
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

  beginProof(generation: number): void
  /** Margin for the side to move: at most `alpha`, at least `beta`, or exact between them. */
  prove(alpha: number, beta: number): number
  proofNodes(): number
  isProofAborted(): boolean
  /** The best move known to the proof. */
  provenMove(): PackedMove
  /** Best play to the end, given the exact margin; shorter when it was stopped. */
  proofLine(margin: number): readonly PackedMove[]

  /** Forgets everything learned. */
  clear(): void
  /** Share of the search's table in use, in thousandths. */
  fillPermille(): number
  /** The same of the proof's table. */
  proofFillPermille(): number
}

/**
 * A memory with room for tables of this size.
 *
 * @throws RangeError when the machine has not so much
 */
export function createMemory(hashMiB: number, shared: boolean): WebAssembly.Memory {
  const pages = Math.min(MOST_PAGES, FIRST_PAGES + Math.ceil((hashMiB * MIB) / PAGE))
  return new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared })
}

/**
 * Makes a core. `poll` is asked every few hundred positions whether to stop.
 *
 * @throws RangeError when the machine has no room for tables of this size
 */
export function createCore(
  { module, thread, threads, hashMiB, memory = createMemory(hashMiB, false) }: CoreParts,
  poll: () => boolean,
): Core {
  const { exports } = new WebAssembly.Instance(module, {
    env: { memory },
    host: { poll: () => (poll() ? 1 : 0) },
  })
  // What the module exports is what `hot/index.ts` says; this is where it comes in.
  const hot = exports as unknown as HotExports
  hot.setThread(thread)
  hot.fillKeys()
  setWeights(hot)
  const tablesAt = hot.endOfAreas(threads)
  const room = Math.min(hashMiB * MIB, memory.buffer.byteLength - tablesAt)
  const buckets = Math.floor(room / (2 * BUCKET_BYTES))
  hot.setTables(tablesAt, buckets, buckets)
  const list = new Uint32Array(memory.buffer, hot.area.value + hot.MOVES.value, hot.MAX_MOVES.value)
  const line = (length: number) => Array.from({ length }, (_, index) => hot.lineMove(index))
  return {
    solved: hot.SOLVED.value,
    load({ cells, isWhiteTurn, isEither }, mark = 0) {
      hot.clear(isEither ? 1 : 0)
      for (const [square, cell] of cells.entries()) if (cell !== 0) hot.place(square, cell)
      hot.link(isWhiteTurn ? 1 : 0)
      hot.mark(mark)
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
    beginProof(generation) {
      hot.setGeneration(generation)
      hot.beginProof()
    },
    prove: hot.prove,
    proofNodes: hot.proofNodes,
    isProofAborted: () => hot.proofAborted() !== 0,
    provenMove: hot.provenMove,
    proofLine: (margin) => line(hot.proofLine(margin)),
    clear() {
      hot.clearTables()
      hot.forgetHistory()
    },
    fillPermille: hot.fillPermille,
    proofFillPermille: hot.proofFillPermille,
  }
}

// --- internal ---

/** `hot/index.ts` as WebAssembly shows it: truth values are 0 and 1, variables are globals. */
interface HotExports {
  readonly area: WebAssembly.Global<'i32'>
  readonly MOVES: WebAssembly.Global<'i32'>
  readonly MAX_MOVES: WebAssembly.Global<'i32'>
  readonly SOLVED: WebAssembly.Global<'i32'>
  readonly key: WebAssembly.Global<'i64'>
  readonly margin: WebAssembly.Global<'i32'>
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
  beginProof(): void
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
const FIRST_PAGES = 100
/** 4 GiB: all that a 32-bit address reaches. */
const MOST_PAGES = 65_536
const BUCKET_BYTES = 64

function setWeights(hot: HotExports): void {
  for (const endRule of ['either', 'onTurn'] as const) {
    for (let occupied = 0; occupied <= 36; occupied++) {
      for (const [index, feature] of FEATURES.entries()) {
        const weight = weightAt(WEIGHTS[endRule][feature], occupied)
        hot.setWeight(endRule === 'either' ? 1 : 0, occupied, index, weight)
      }
    }
  }
}
