import type { PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** How many rows of a table belong to a player. */
export async function countOf(
  db: Kysely<Tables>,
  table: 'accessTokens' | 'blocks' | 'follows' | 'passkeys' | 'recoveryCodes',
  player: PlayerId,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('player', '=', player)
    .executeTakeFirstOrThrow()
  return Number(count)
}
