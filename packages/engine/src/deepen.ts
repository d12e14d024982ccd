/**
 * Iterative deepening: searches to depth 1, 2, 3 … and keeps the best lines of each, until something says to
 * stop. Each depth begins with a narrow window around the value of the last one.
 */
import type { Core } from './core.ts'
import type { PackedMove } from './packed.ts'

/** One of the best moves: its value in units and the moves expected. */
export interface RawLine {
  readonly value: number
  readonly moves: readonly PackedMove[]
}

export interface DeepenOptions {
  /** First and last depth to search. */
  readonly from: number
  readonly depth: number
  readonly lines: number
  readonly generation: number
  /** Root moves not to be considered, as a weak player overlooks them. */
  readonly overlooked: ReadonlySet<PackedMove>
  /** Largest error of an estimate, in units, for players that misjudge; 0 for none. */
  readonly noise: number
  /** Is what a stopped depth found last taken in any case, and not only what it showed to be better? */
  readonly isRash: boolean
  /**
   * Called after each depth with its lines, best first, and when a depth that was stopped has found another best
   * move. It says whether to go on.
   */
  readonly onDepth: (depth: number, lines: readonly RawLine[]) => boolean
}

/** Searches the position that the core has loaded: the lines of the last call of `onDepth`. */
export function deepen(core: Core, options: DeepenOptions): readonly RawLine[] {
  const rootMoves = core.moves().length - options.overlooked.size
  core.beginSearch(options.generation, options.noise)
  let best: readonly RawLine[] = []
  for (let depth = options.from; depth <= options.depth; depth++) {
    const lines = searchDepth(core, depth, Math.min(options.lines, rootMoves), options, best)
    const isCut = core.isAborted()
    if (isCut && !isNews(lines, best, options)) break
    best = lines
    if (!options.onDepth(depth, best) || isCut) break
    // With every line proven, a deeper search finds nothing more.
    if (best.every(({ value }) => Math.abs(value) > core.solved)) break
  }
  return best
}

// --- internal ---

/** Half of an aspiration window, in units: about a point and a half. */
const WINDOW = 48
/** Shallower values jump too much for a window to help. */
const WINDOW_FROM = 4
const INFINITE = 32_000

/**
 * Does a stopped depth change anything? Its first line may have another move, as the best move known is searched
 * first. Several lines are a list of one depth, and are not mixed.
 */
function isNews(
  [found]: readonly RawLine[],
  [known]: readonly RawLine[],
  { lines }: DeepenOptions,
): boolean {
  if (found === undefined || known === undefined) return found !== undefined
  return lines === 1 && found.moves[0] !== known.moves[0]
}

/** One depth, the best lines one after another; fewer when it was stopped in between. */
function searchDepth(
  core: Core,
  depth: number,
  wanted: number,
  { overlooked, isRash }: DeepenOptions,
  before: readonly RawLine[],
): readonly RawLine[] {
  const lines: RawLine[] = []
  const excluded = new Set(overlooked)
  while (lines.length < wanted) {
    core.exclude(excluded)
    const isWhole = excluded.size === 0
    const found = searchWindow(core, { depth, isWhole, isRash, guess: before[lines.length] })
    const [first] = found?.moves ?? []
    // What a stopped depth says about the lines after the first is unsure.
    if (found === undefined || first === undefined || (core.isAborted() && lines.length > 0)) break
    lines.push(found)
    excluded.add(first)
    if (core.isAborted()) break
  }
  return lines.sort((a, b) => b.value - a.value)
}

interface WindowOptions extends Pick<DeepenOptions, 'depth' | 'isRash'> {
  readonly isWhole: boolean
  /** The line of the depth before. */
  readonly guess: RawLine | undefined
}

/** The best line; when it was stopped, the best of those moves that were shown to be worth so much, if any was. */
function searchWindow(
  core: Core,
  { depth, isWhole, isRash, guess }: WindowOptions,
): RawLine | undefined {
  const isNarrow = guess !== undefined && depth >= WINDOW_FROM
  let alpha = isNarrow ? guess.value - WINDOW : -INFINITE
  let beta = isNarrow ? guess.value + WINDOW : INFINITE
  let found: RawLine | undefined
  for (;;) {
    // A rash search keeps to the order of its table.
    const first = isRash ? 0 : ((found ?? guess)?.moves[0] ?? 0)
    const value = core.searchRoot(depth, alpha, beta, isWhole, first)
    // Below the window a value is only what a move cannot reach, and says nothing for the move.
    if (value > alpha || isRash) found = { value, moves: core.line() }
    if (core.isAborted()) return found
    if (value <= alpha && alpha > -INFINITE) alpha = -INFINITE
    else if (value >= beta && beta < INFINITE) beta = INFINITE
    else return found
  }
}
