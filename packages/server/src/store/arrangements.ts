import type { ByColor } from '@hokito/rules'
import type { Transaction } from 'kysely'
import type { RefusedWrite } from './conflict.ts'
import type { ArrangementsTable } from './game-tables.ts'
import { refusePassed } from './passed-versions.ts'
import type { Tables } from './schema.ts'

/** A side's arrangement, for a game at this version. The version includes the unit's own events. */
export interface ArrangementRow extends ArrangementsTable {
  readonly version: number
}

/** A game that begins or is aborted, with the arrangements known when that was decided. */
export interface ArrangedGame {
  readonly game: number
  readonly known: Readonly<Partial<ByColor<string>>>
}

/** Stores arrangements. The last one of each side counts. Refuses those of games that went on. */
export async function storeArrangements(
  transaction: Transaction<Tables>,
  rows: readonly ArrangementRow[],
): Promise<readonly RefusedWrite[]> {
  const latest = new Map(rows.map((row) => [`${row.game} ${row.color}`, row]))
  await transaction
    .insertInto('arrangements')
    .values(
      [...latest.values()].map(({ game, color, arrangement }) => ({ game, color, arrangement })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['game', 'color'])
        .doUpdateSet((row) => ({ arrangement: row.ref('excluded.arrangement') })),
    )
    .execute()
  return refusePassed(transaction, rows)
}

/** Deletes the arrangements of games. Refuses games with an arrangement that was not known. */
export async function takeArrangements(
  transaction: Transaction<Tables>,
  arranged: readonly ArrangedGame[],
): Promise<readonly RefusedWrite[]> {
  const rows = await transaction
    .deleteFrom('arrangements')
    .where(
      'game',
      'in',
      arranged.map(({ game }) => game),
    )
    .returningAll()
    .execute()
  return arranged
    .filter(({ game, known }) =>
      rows.some((row) => row.game === game && known[row.color] !== row.arrangement),
    )
    .map((write) => ({ write, conflict: { kind: 'arrangementUnseen', game: write.game } }))
}
