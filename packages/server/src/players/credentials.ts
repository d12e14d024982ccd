import { instantSchema, type PlayerId } from '@hokito/protocol'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { CredentialsTable } from '../store/account-tables.ts'
import type { RowReader } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { shownName } from './cards.ts'
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
  const found = await credentialsIn(db).where('credentials.player', '=', player).executeTakeFirst()
  return found && withName(found)
}

/**
 * When an account was made, and when it was last renamed. If a row has no such instants, the account
 * is as old as can be.
 */
export function datesOf(
  rows: RowReader,
  { player, createdAt, renamedAt }: Pick<Credentials, 'player' | 'createdAt' | 'renamedAt'>,
): z.infer<typeof datesSchema> {
  const row = { table: 'credentials', id: player } as const
  const dates = rows.read(datesSchema, { createdAt, renamedAt }, row)
  return dates ?? { createdAt: 0, renamedAt: null }
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
  const closest = closestTo(name, found)
  return closest && withName(closest)
}

/** The key under which sign-in attempts for a name are counted, however it is spelled. */
export function signInKeyOf(name: string): string {
  return keysOf(name)[0]
}

// --- internal ---

const datesSchema = z.object({ createdAt: instantSchema, renamedAt: z.nullable(instantSchema) })

function withName(row: Credentials): Credentials {
  return { ...row, name: shownName(row.name) }
}

function credentialsIn(db: Kysely<Tables>) {
  return db
    .selectFrom('credentials')
    .innerJoin('players', 'players.id', 'credentials.player')
    .selectAll('credentials')
    .select('players.name')
}
