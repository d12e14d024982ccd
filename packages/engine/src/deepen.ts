/**
 * Iterative deepening: searches to depth 1, 2, 3 … and keeps the best lines of each depth, until it
 * is stopped. Each depth begins with a narrow window around the value of the previous one.
 */
import type { Core } from './core.ts'
import type { PackedMove } from './packed.ts'

/** One of the best moves: its value in units, and the expected moves. */
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
  /** Root moves to ignore, because a weak player overlooks them. */
  readonly overlooked: ReadonlySet<PackedMove>
  /** The largest error of an estimate, in units, for players that misjudge; 0 for none. */
  readonly noise: number
  /**
   * Does the search always take the last finding of a stopped depth, even if it was not shown to be
   * better?
   */
  readonly isRash: boolean
  /**
   * Called after each depth with its lines, best first, and also if a stopped depth has found
   * another best move. Returns whether to continue.
   */
  readonly onDepth: (depth: number, lines: readonly RawLine[]) => boolean
}

/**
 * Searches the position that the core has loaded. Returns the lines of the last call of `onDepth`.
 */
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
    // Once every line is proved, a deeper search finds nothing more.
    if (best.every(({ value }) => Math.abs(value) > core.solved)) break
  }
  return best
}

// --- internal ---

/** Half an aspiration window, in units: about a point and a half. */
const WINDOW = 48
/** At lower depths values change too much for a window to help. */
const WINDOW_FROM = 4
const INFINITE = 32_000

/**
 * Does a stopped depth change anything? Its first line may have another move, because the best
 * known move is searched first. With several lines nothing changes: all must come from one depth.
 */
function isNews(
  [found]: readonly RawLine[],
  [known]: readonly RawLine[],
  { lines }: DeepenOptions,
): boolean {
  if (found === undefined || known === undefined) return found !== undefined
  return lines === 1 && found.moves[0] !== known.moves[0]
}

/**
 * Searches one depth for the best lines, one after another; returns fewer lines if it was stopped.
 */
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
    // After a stop, the lines after the first are uncertain.
    if (found === undefined || first === undefined || (core.isAborted() && lines.length > 0)) break
    lines.push(found)
    excluded.add(first)
    if (core.isAborted()) break
  }
  return lines.sort((a, b) => b.value - a.value)
}

interface WindowOptions extends Pick<DeepenOptions, 'depth' | 'isRash'> {
  readonly isWhole: boolean
  /** The line of the previous depth. */
  readonly guess: RawLine | undefined
}

/**
 * Returns the best line. If it was stopped, returns the best move whose value was established, or
 * undefined if there is none.
 */
function searchWindow(
  core: Core,
  { depth, isWhole, isRash, guess }: WindowOptions,
): RawLine | undefined {
  const isNarrow = guess !== undefined && depth >= WINDOW_FROM
  let alpha = isNarrow ? guess.value - WINDOW : -INFINITE
  let beta = isNarrow ? guess.value + WINDOW : INFINITE
  let found: RawLine | undefined
  for (;;) {
    // A rash search keeps the order of its table.
    const first = isRash ? 0 : ((found ?? guess)?.moves[0] ?? 0)
    const value = core.searchRoot(depth, alpha, beta, isWhole, first)
    // A value below the window is only an upper bound, which says nothing in favour of the move.
    if (value > alpha || isRash) found = { value, moves: core.line() }
    if (core.isAborted()) return found
    if (value <= alpha && alpha > -INFINITE) alpha = -INFINITE
    else if (value >= beta && beta < INFINITE) beta = INFINITE
    else return found
  }
}
