import type { CommandId } from '@hokito/protocol'
import { type ByColor, COLORS, type Color } from '@hokito/rules'
import type { Transaction } from 'kysely'
import { type OwnLines, ownLinesSchema } from '../game/lines.ts'
import type { Conflict, RefusedWrite } from './conflict.ts'
import type { LinesTable } from './game-tables.ts'
import { parseJson } from './json.ts'
import { type AtVersion, refusePassed } from './passed-versions.ts'
import type { Tables } from './schema.ts'

/**
 * A side's conditional lines, for a game at this version. The version includes the unit's own
 * events.
 */
export interface LinesRow extends AtVersion {
  readonly color: Color
  /** The order of the last known lines when this was decided; 0 if there were none. */
  readonly order: number
  /** Undefined if no lines remain. */
  readonly linesJson: string | undefined
}

/** A position that a game has left, and the lines from it that were known when that was decided. */
export interface LeftLines {
  readonly game: number
  readonly ply: number
  readonly position: string
  /** The commands that set those lines. */
  readonly known: Readonly<ByColor<CommandId | undefined>>
}

/** Refuses decisions that did not see lines set on another node, which may contain a reply. */
export async function refuseUnseenLines(
  transaction: Transaction<Tables>,
  left: readonly LeftLines[],
): Promise<readonly RefusedWrite[]> {
  const stored = await linesOf(transaction, left)
  return left
    .filter((each) => COLORS.some((color) => isUnseen(each, color, stored)))
    .map(withConflict)
}

/**
 * Stores and deletes lines. Refuses those that were decided without seeing newer ones from another
 * node, and those of games that went on.
 */
export async function storeLines(
  transaction: Transaction<Tables>,
  lines: readonly LinesRow[],
): Promise<readonly RefusedWrite[]> {
  const stored = await linesOf(transaction, lines)
  const late = lines.filter((row) => (storedFor(row, stored)?.order ?? 0) !== row.order)
  if (late.length > 0) return late.map(withConflict)
  for (const { game, color, linesJson } of lines) {
    if (linesJson === undefined) {
      await transaction
        .deleteFrom('lines')
        .where('game', '=', game)
        .where('color', '=', color)
        .execute()
      continue
    }
    await transaction
      .insertInto('lines')
      .values({ game, color, linesJson })
      .onConflict((conflict) => conflict.columns(['game', 'color']).doUpdateSet({ linesJson }))
      .execute()
  }
  return refusePassed(transaction, lines)
}

// --- internal ---

function linesOf(
  transaction: Transaction<Tables>,
  games: readonly { readonly game: number }[],
): Promise<readonly LinesTable[]> {
  return transaction
    .selectFrom('lines')
    .selectAll()
    .where(
      'game',
      'in',
      games.map(({ game }) => game),
    )
    .execute()
}

/** The stored lines of a side; undefined if there are none, or if they cannot be read. */
function storedFor(
  { game, color }: Pick<LinesRow, 'game' | 'color'>,
  rows: readonly LinesTable[],
): OwnLines | undefined {
  const row = rows.find((each) => each.game === game && each.color === color)
  return ownLinesSchema.safeParse(row && parseJson(row.linesJson)).data
}

/**
 * Do the stored lines of a side that begin at this position differ from the known ones? Lines that
 * begin elsewhere do not matter.
 */
function isUnseen(
  { game, ply, position, known }: LeftLines,
  color: Color,
  rows: readonly LinesTable[],
): boolean {
  const set = storedFor({ game, color }, rows)?.set
  const isHere = set !== undefined && set.ply === ply && set.position === position
  return (isHere ? set.command : undefined) !== known[color]
}

function withConflict(write: { readonly game: number }): RefusedWrite {
  const conflict: Conflict = { kind: 'linesUnseen', game: write.game }
  return { write, conflict }
}
