import type { PlayerId } from '@hokito/protocol'
import type { Kysely, Selectable } from 'kysely'
import type { CredentialsTable, Tables } from '../store/schema.ts'
import { keysOf } from './looks.ts'

/** What a player proves an account by, with the name that it has. */
export type Credentials = Selectable<CredentialsTable> & { readonly name: string }

/** The credentials of a player; undefined for a guest. */
export async function credentialsOf(
  db: Kysely<Tables>,
  player: PlayerId,
): Promise<Credentials | undefined> {
  return credentialsIn(db).where('credentials.player', '=', player).executeTakeFirst()
}

/** Has this player an account? */
export async function hasAccount(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  return (await credentialsOf(db, player)) !== undefined
}

/**
 * The account with a name, however it is written. Where names have come to look alike, the one that is written
 * so, or else the older one.
 */
export async function credentialsNamed(
  db: Kysely<Tables>,
  name: string,
): Promise<Credentials | undefined> {
  const found = await credentialsIn(db)
    .where('players.nameKey', 'in', keysNumbered(name))
    .orderBy('players.createdAt')
    .execute()
  const asked = name.normalize('NFKC').trim()
  return found.find((credentials) => credentials.name === asked) ?? found[0]
}

/** A name as it is counted, however it is written. */
export function signInKeyOf(name: string): string {
  return keysOf(name)[0]
}

// --- internal ---

/** The key of a name, and as those have it who share it with older ones (`key-refresh.ts`). */
function keysNumbered(name: string): readonly string[] {
  const key = signInKeyOf(name)
  return [key, ...Array.from({ length: MOST_NUMBERED }, (_, index) => `${key}#${index + 2}`)]
}

const MOST_NUMBERED = 8

function credentialsIn(db: Kysely<Tables>) {
  return db
    .selectFrom('credentials')
    .innerJoin('players', 'players.id', 'credentials.player')
    .selectAll('credentials')
    .select('players.name')
}
