import {
  MINUTE_MS,
  type Tournament,
  type TournamentId,
  type TournamentKind,
  tournamentSchema,
} from '@hokito/protocol'
import type { Kysely, Selectable } from 'kysely'
import { shownName } from '../players/cards.ts'
import { parseJson } from '../store/json.ts'
import type { Tables } from '../store/schema.ts'
import type { TournamentsTable } from '../store/tournament-tables.ts'
import { roundsOf } from './round-robin.ts'

export type TournamentRow = Selectable<TournamentsTable>

/** A tournament's row with its maker's name; null for a deleted account. */
export type ListedRow = TournamentRow & { readonly makerName: string | null }

/** The rows of tournaments that `tournamentOf` takes. */
export function listed(db: Kysely<Tables>) {
  return db
    .selectFrom('tournaments')
    .leftJoin('players', 'players.id', 'tournaments.maker')
    .selectAll('tournaments')
    .select('players.name as makerName')
}

/**
 * Tournaments of these kinds that have started and are not over; another version may store kinds
 * that this one does not know. One that has begun goes on, even if the clock is put back to before
 * its start.
 */
export function readStarted(
  db: Kysely<Tables>,
  kinds: readonly TournamentKind[],
  now: number,
): Promise<readonly TournamentRow[]> {
  return db
    .selectFrom('tournaments')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('endedAt', 'is', null)
    .where((row) => row.or([row('startsAt', '<=', now), row('round', '>', 0)]))
    .orderBy('startsAt')
    .execute()
}

/** A tournament as lists show it; undefined if there is none, or its row is damaged. */
export async function readTournament(
  db: Kysely<Tables>,
  id: TournamentId,
): Promise<Tournament | undefined> {
  const row = await listed(db).where('tournaments.id', '=', id).executeTakeFirst()
  return row && tournamentOf(row)
}

/** A tournament as lists show it; undefined if its row is damaged. */
export function tournamentOf({ makerName, ...row }: ListedRow): Tournament | undefined {
  const { id, kind, startsAt, entered, round, lastsMinutes, admitsBots, endedAt, termsJson } = row
  const { name, day, class: ofClass } = row
  // Without its duration an arena would be over immediately.
  if (kind === 'arena' && !((lastsMinutes ?? 0) > 0)) return undefined
  return tournamentSchema.safeParse({
    ...{ id, kind, startsAt, entered, round },
    rounds: kind === 'roundRobin' && round === 0 ? roundsOf(entered) : row.rounds,
    maker: shownName(makerName),
    ...(name !== null && { name }),
    ...(day !== null && { day }),
    ...(ofClass !== null && { class: ofClass }),
    terms: parseJson(termsJson),
    ...(lastsMinutes !== null && { endsAt: endsAtOf({ startsAt, lastsMinutes }) }),
    ...(admitsBots === 1 && { admitsBots: true }),
    ...(endedAt !== null && { endedAt }),
  }).data
}

/** Can a row be read? An unreadable one is ignored and takes no place from others. */
export function isSound(row: TournamentRow): boolean {
  return tournamentOf({ ...row, makerName: null }) !== undefined
}

/** When the time of an arena is over. */
export function endsAtOf({
  startsAt,
  lastsMinutes,
}: Pick<TournamentRow, 'startsAt' | 'lastsMinutes'>): number {
  return startsAt + (lastsMinutes ?? 0) * MINUTE_MS
}

// --- internal ---
