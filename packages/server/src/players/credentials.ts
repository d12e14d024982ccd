import type { PlayerId } from '@hokito/protocol'
import type { Kysely, Selectable } from 'kysely'
import type { CredentialsTable } from '../store/account-tables.ts'
import type { Tables } from '../store/schema.ts'
import { keysOf } from './looks.ts'
import { closestTo, keysNumbered } from './named.ts'

/** How a player signs in to an account, and the account's name. */
export type Credentials = Selectable<CredentialsTable> & { readonly name: string }

/** Gives a player an account, within the open transaction. */
export async function addCredentials(
  transaction: Kysely<Tables>,
  { player, ...row }: Pick<Credentials, 'player' | 'createdAt' | 'passwordHash'>,
): Promise<void> {
  const players = transaction.selectFrom('players').where('id', '=', player)
  const { nameKey } = await players.select('nameKey').executeTakeFirstOrThrow()
  await transaction
    .insertInto('credentials')
    .values({ player, ...row, nameKey, renamedAt: null })
    .execute()
}

/** The credentials of a player; undefined for a guest. */
export async function credentialsOf(
  db: Kysely<Tables>,
  player: PlayerId,
): Promise<Credentials | undefined> {
  return credentialsIn(db).where('credentials.player', '=', player).executeTakeFirst()
}

/** Does this player have an account? */
export async function hasAccount(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  return (await credentialsOf(db, player)) !== undefined
}

/**
 * The account with a name, in any spelling with the same key. If several names look alike, the
 * closest in spelling, then the oldest.
 */
export async function credentialsNamed(
  db: Kysely<Tables>,
  name: string,
): Promise<Credentials | undefined> {
  const found = await credentialsIn(db)
    .where('players.nameKey', 'in', keysNumbered(name))
    .orderBy('players.createdAt')
    .execute()
  return closestTo(name, found)
}

/** The key under which sign-in attempts for a name are counted, however it is spelled. */
export function signInKeyOf(name: string): string {
  return keysOf(name)[0]
}

// --- internal ---

function credentialsIn(db: Kysely<Tables>) {
  return db
    .selectFrom('credentials')
    .innerJoin('players', 'players.id', 'credentials.player')
    .selectAll('credentials')
    .select('players.name')
}
