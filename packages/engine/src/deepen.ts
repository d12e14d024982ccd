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
  /** Called after each depth; it says whether to go on. */
  readonly onDepth: (depth: number, lines: readonly RawLine[]) => boolean
}

/** The lines of the last finished depth, best first, of the position that the core has loaded. */
export function deepen(core: Core, options: DeepenOptions): readonly RawLine[] {
  const rootMoves = core.moves().length - options.overlooked.size
  core.beginSearch(options.generation, options.noise)
  let best: readonly RawLine[] = []
  for (let depth = options.from; depth <= options.depth; depth++) {
    const lines = searchDepth(core, depth, Math.min(options.lines, rootMoves), options, best)
    if (lines.length > 0) best = lines
    if (core.isAborted()) break
    if (!options.onDepth(depth, best)) break
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

/** One depth, the best lines one after another; fewer when it was stopped in between. */
function searchDepth(
  core: Core,
  depth: number,
  wanted: number,
  { overlooked }: DeepenOptions,
  before: readonly RawLine[],
): readonly RawLine[] {
  const lines: RawLine[] = []
  const excluded = new Set(overlooked)
  while (lines.length < wanted) {
    core.exclude(excluded)
    const value = searchWindow(core, depth, before[lines.length]?.value, excluded.size === 0)
    const moves = core.line()
    const [first] = moves
    // A stopped depth may still have found something better than the one before it, as the best move
    // known is searched first; what comes after the first line is unsure.
    if (first === undefined || (core.isAborted() && lines.length > 0)) break
    lines.push({ value, moves })
    excluded.add(first)
    if (core.isAborted()) break
  }
  return lines.sort((a, b) => b.value - a.value)
}

function searchWindow(
  core: Core,
  depth: number,
  guess: number | undefined,
  isWhole: boolean,
): number {
  const isNarrow = guess !== undefined && depth >= WINDOW_FROM
  let alpha = isNarrow ? guess - WINDOW : -INFINITE
  let beta = isNarrow ? guess + WINDOW : INFINITE
  for (;;) {
    const value = core.searchRoot(depth, alpha, beta, isWhole)
    if (core.isAborted()) return value
    if (value <= alpha && alpha > -INFINITE) alpha = -INFINITE
    else if (value >= beta && beta < INFINITE) beta = INFINITE
    else return value
  }
}
