import type { PlayerId } from '@hokito/protocol'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../store/schema.ts'

/** For queries: the condition that the player in a column is suspended or closed. */
export function isBarred(column: string, now: number): Expression<SqlBool> {
  const { exists, selectFrom } = expressionBuilder<Tables>()
  return exists(
    selectFrom('limitations')
      .select('limitations.player')
      .where('limitations.player', '=', sql.ref<PlayerId>(column))
      .where('limitations.kind', 'in', ['suspend', 'close'])
      .where((row) => row.or([row('until', 'is', null), row('until', '>', now)])),
  )
}
