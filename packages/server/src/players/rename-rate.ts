import type { PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from '../store/schema.ts'
import type { Credentials } from './credentials.ts'

/** Milliseconds until a player may change the name once more; 0 when that is now. */
export async function renameWaitMs(
  db: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<number> {
  const latest = await db
    .selectFrom('renames')
    .select('at')
    .where('player', '=', player)
    .orderBy('at', 'desc')
    .limit(RATES[1].most)
    .execute()
  const waits = RATES.map(({ most, withinMs }) => {
    const at = latest[most - 1]?.at
    // A clock that was put back must not lock anybody out for longer than the rule says.
    return at === undefined ? 0 : Math.min(at + withinMs - now, withinMs)
  })
  return Math.max(0, ...waits)
}

/** Notes a change of name, within the transaction that is open. */
export async function countRename(
  transaction: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<void> {
  await transaction.insertInto('renames').values({ player, at: now }).execute()
}

/** From when on an account may have another name: a month after it got this one, and at once after its beginning. */
export function renameAtOf({ createdAt, renamedAt }: Pick<Credentials, 'createdAt' | 'renamedAt'>) {
  return renamedAt === null ? createdAt : renamedAt + ACCOUNT_RENAME_MS
}

/** Notes that an account has another name, within the transaction that is open. */
export async function noteRename(
  transaction: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('credentials')
    .set({ renamedAt: now })
    .where('player', '=', player)
    .execute()
}

/** After this long a change of name does not count any more. */
export const RENAMES_MS = 86_400_000

// --- internal ---

const ACCOUNT_RENAME_MS = 30 * 86_400_000

/** The longest last. */
const RATES = [
  { most: 3, withinMs: 3_600_000 },
  { most: 10, withinMs: RENAMES_MS },
] as const
