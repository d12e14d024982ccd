import { DAY_MS, HOUR_MS } from '@hokito/protocol'
import type { Transaction } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { isSound, type TournamentRow } from './tournament-row.ts'

/** The most unfinished tournaments on the server. */
export const MOST_OPEN = 200

/** All unfinished tournaments that can be read, the earliest made first. */
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
 * Finds room for one more tournament. If there is none, the longest-waiting tournament with fewer
 * than two players ends, so that no one can occupy all places just by making tournaments. Returns
 * false if none can end.
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
    (row) =>
      row.day === null &&
      row.entered < 2 &&
      row.round <= latestOf(row) &&
      row.createdAt <= now - WAITED_MS,
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
  /** When the new one starts. */
  readonly startsAt: number
  readonly now: number
}

/**
 * The latest round in which a tournament without players gives way: an arena begins even if no one
 * has joined.
 */
function latestOf({ kind }: TournamentRow): number {
  return kind === 'arena' ? 1 : 0
}

/**
 * The most that start later than a day from now, so that there is room for players who want to play
 * today.
 */
const MOST_FAR = 100
/** How long a tournament may wait for players before it can give way. */
const WAITED_MS = HOUR_MS
