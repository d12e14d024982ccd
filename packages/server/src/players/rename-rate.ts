import { DAY_MS, HOUR_MS, type PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from '../store/schema.ts'
import type { Credentials } from './credentials.ts'

/** Milliseconds until a player may rename again; 0 if now. */
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
    // A clock that was set back must not lock a player out for longer than the rule says.
    return at === undefined ? 0 : Math.min(at + withinMs - now, withinMs)
  })
  return Math.max(0, ...waits)
}

/** Records a rename, within the open transaction. */
export async function countRename(
  transaction: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<void> {
  await transaction.insertInto('renames').values({ player, at: now }).execute()
}

/**
 * When an account may be renamed next: a month after its last rename, or straight away if it has
 * had none. A clock that was set back locks it out for a month at most.
 */
export function renameAtOf(
  { createdAt, renamedAt }: Pick<Credentials, 'createdAt' | 'renamedAt'>,
  now: number,
): number {
  if (renamedAt === null) return Math.min(createdAt, now)
  return Math.min(renamedAt, now) + ACCOUNT_RENAME_MS
}

/** Records that an account was renamed, within the open transaction. */
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

/** After this long a rename no longer counts. */
export const RENAMES_MS = DAY_MS

// --- internal ---

const ACCOUNT_RENAME_MS = 30 * DAY_MS

/** In increasing order of duration. */
const RATES = [
  { most: 3, withinMs: HOUR_MS },
  { most: 10, withinMs: RENAMES_MS },
] as const
