import type { HttpRefusal, PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { forgetPeopleOf } from '../people/people.ts'
import type { Credentials } from '../players/credentials.ts'
import { giveUpName } from '../players/name-keys.ts'
import { leaveTournaments } from '../store/leave-tournaments.ts'
import type { Tables } from '../store/schema.ts'
import { orderErasure } from './erasure.ts'
import { forgetMailOf } from './mail-store.ts'

/** Why an account cannot be deleted now: it plays, or pupils would have nobody. */
export async function refusalToRemove(
  db: Kysely<Tables>,
  player: PlayerId,
): Promise<HttpRefusal | undefined> {
  const taught = await db
    .selectFrom('classes')
    .select('id')
    .where('teacher', '=', player)
    .limit(1)
    .executeTakeFirst()
  if (taught !== undefined) return { code: 'hasClasses' }
  const game = await db
    .selectFrom('games')
    .select('key')
    .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
    .where('endedAt', 'is', null)
    .where('damage', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return game && { code: 'gamesRunning' }
}

/**
 * Deletes what is stored about an account, within the open transaction; data that may be large is
 * erased afterwards (`erasure.ts`). Its sessions must have ended.
 */
export async function removeRows(
  transaction: Kysely<Tables>,
  { player, name }: Credentials,
  now: number,
): Promise<void> {
  for (const table of OWN) {
    await transaction.deleteFrom(table).where('player', '=', player).execute()
  }
  await forgetPeopleOf(transaction, player)
  await forgetMailOf(transaction, player)
  await leaveTournaments(transaction, player, now)
  await giveUpName(transaction, { id: player, name }, now)
  await orderErasure(transaction, player)
}

// --- internal ---

/** Tables of which all rows of a player are deleted. */
const OWN = [
  'credentials',
  'recoveryCodes',
  'passkeys',
  'accessTokens',
  'bots',
  'renames',
  'challenges',
  'ratings',
  'breaks',
  'shownProgress',
  'teachers',
  'teachRequests',
  'pupils',
] as const
