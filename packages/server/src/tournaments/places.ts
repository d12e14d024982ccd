import type { Transaction } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { isSound, type TournamentRow } from './tournament-row.ts'

/** Tournaments of all that are not over. */
export const MOST_OPEN = 200

/** All that are not over and can be read, those made first first. */
export async function openIn(transaction: Transaction<Tables>): Promise<readonly TournamentRow[]> {
  const rows = await transaction
    .selectFrom('tournaments')
    .selectAll()
    .where('endedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.filter(isSound)
}

/**
 * Finds room for one more. Where there is none, the one that has waited for the longest for anybody to meet gives way and is
 * over, so that nobody can keep all places by making tournaments alone; false where none does.
 */
export async function takePlace(
  transaction: Transaction<Tables>,
  { open, startsAt, now }: Wanted,
): Promise<boolean> {
  const isFar = (at: number) => at > now + DAY_MS
  const far = open.filter((row) => isFar(row.startsAt))
  const isFarFull = isFar(startsAt) && far.length >= MOST_FAR
  if (!isFarFull && open.length < MOST_OPEN) return true
  const idle = (isFarFull ? far : open).find(
    (row) => row.entered < 2 && row.round <= latestOf(row) && row.createdAt <= now - WAITED_MS,
  )
  if (idle === undefined) return false
  const ended = await transaction
    .updateTable('tournaments')
    .set({ endedAt: now })
    .where('id', '=', idle.id)
    .where('round', '<=', latestOf(idle))
    .where('entered', '<', 2)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

// --- internal ---

interface Wanted {
  readonly open: readonly TournamentRow[]
  /** When the new one is to start. */
  readonly startsAt: number
  readonly now: number
}

/** The latest round in which one gives way that nobody has come to: an arena begins with nobody in it, too. */
function latestOf({ kind }: TournamentRow): number {
  return kind === 'arena' ? 1 : 0
}

const DAY_MS = 86_400_000
/** Of those that start later than a day from now: whoever wants to play today finds room. */
const MOST_FAR = 100
/** How long one may wait for its players before it has to give way. */
const WAITED_MS = 3_600_000
