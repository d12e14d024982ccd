import { type PlayerId, type ShownProgress, shownProgressSchema } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { parseJson } from '../store/json.ts'
import type { RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/** The days and puzzles that a player shows to others; undefined if none, or if damaged. */
export async function shownProgressOf(
  { db, rows }: RowSource,
  player: PlayerId,
): Promise<ShownProgress | undefined> {
  const row = await db
    .selectFrom('shownProgress')
    .select('progressJson')
    .where('player', '=', player)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const progress = parseJson(row.progressJson)
  return rows.read(shownProgressSchema, progress, { table: 'shownProgress', id: player })
}

/** From now on others see this; nothing if it is undefined. */
export async function showProgress(
  db: Kysely<Tables>,
  player: PlayerId,
  { progress, now }: { readonly progress: ShownProgress | undefined; readonly now: number },
): Promise<void> {
  if (progress === undefined) {
    await db.deleteFrom('shownProgress').where('player', '=', player).execute()
    return
  }
  const row = { progressJson: JSON.stringify(progress), at: now }
  await db
    .insertInto('shownProgress')
    .values({ player, ...row })
    .onConflict((conflict) => conflict.column('player').doUpdateSet(row))
    .execute()
}
