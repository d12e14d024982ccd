/**
 * Errors that people make, for the levels: which moves a level does not see at all, and which of
 * the good moves that it sees tempts it. They follow from the position alone.
 */
import type { Core } from './core.ts'
import type { RawLine } from './deepen.ts'
import type { Level, Temptation } from './levels.ts'
import type { PackedMove, PackedPosition } from './packed.ts'
import { UNITS } from './weights.ts'

/** The moves that a level does not see here; always the same ones, and never all of them. */
export function overlookedBy({ blindness }: Level, core: Core): ReadonlySet<PackedMove> {
  const seed = Number(core.key() & 0xffff_ffffn)
  const moves = core.moves()
  const overlooked = new Set<PackedMove>()
  for (const move of moves) {
    const hops = core.valueAt(move >> 6)
    const mixed = Math.imul(seed ^ Math.imul(move, 0x9e3779b1), 0x85ebca6b) >>> 9
    if ((mixed & 0xffff) / 0x10000 < (blindness[hops - 1] ?? 0)) overlooked.add(move)
  }
  if (overlooked.size === moves.length) overlooked.clear()
  return overlooked
}

/**
 * The line that tempts most, of those that a level judges best. A win that it sees is not given
 * away, and no temptation leads into a loss that it sees.
 */
export function temptedLine(
  core: Core,
  position: PackedPosition,
  lines: readonly RawLine[],
  temptation: Temptation,
): RawLine | undefined {
  const [best] = lines
  if (best === undefined || Math.abs(best.value) > core.solved) return best
  const worth = (line: RawLine) => line.value + urge(core, position, line.moves[0], temptation)
  const possible = lines.filter(({ value }) => value >= -core.solved)
  return possible.reduce((most, line) => (worth(line) > worth(most) ? line : most))
}

// --- internal ---

/** With at least this many occupied squares, covering an own piece is nearly always too early. */
const EARLY = 16
const OWNER_BIT = 4

/** How much a move tempts, in units. */
function urge(
  core: Core,
  { cells, isWhiteTurn }: PackedPosition,
  move: PackedMove | undefined,
  { gain, ownCover }: Temptation,
): number {
  if (move === undefined) return 0
  const before = core.margin()
  core.play(move)
  const gained = (core.margin() - before) * (isWhiteTurn ? -1 : 1)
  core.undo()
  const isOwn = (((cells[move & 63] ?? 0) & OWNER_BIT) !== 0) === isWhiteTurn
  const isEarly = cells.filter((cell) => cell !== 0).length >= EARLY
  return UNITS * (gain * gained + (isOwn && isEarly ? ownCover : 0))
}
