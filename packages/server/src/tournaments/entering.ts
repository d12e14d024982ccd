import {
  MOST_ENTERED,
  MOST_ENTRANTS,
  MOST_IN_ROUND_ROBIN,
  type Tournament,
  type TournamentRefusal,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Transaction } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { addArenaPlayer, resume } from './arena-store.ts'
import { MOST_OPEN } from './places.ts'
import { isSound } from './tournament-row.ts'

/** What a request about a tournament leads to, or why it is refused. */
export type TournamentResult<T> = Promise<Result<T, TournamentRefusal>>

/** A player who wants to enter. */
export type NewEntry = Omit<Tables['tournamentEntries'], 'outAt'>

/**
 * Enters a player into a tournament of rounds that is open and not full. Entering again changes
 * nothing, and a player who has left stays out.
 */
export async function enterRounds(
  transaction: Transaction<Tables>,
  tournament: Tournament,
  entry: NewEntry,
): TournamentResult<void> {
  const known = await entryOf(transaction, entry)
  if (known !== undefined) return known.outAt === null ? ok(undefined) : err('tournamentStarted')
  if (tournament.endedAt !== undefined) return err('tournamentOver')
  if ((await countOthers(transaction, entry)) >= MOST_ENTERED) return err('tooManyEntries')
  const most = tournament.kind === 'roundRobin' ? MOST_IN_ROUND_ROBIN : MOST_ENTRANTS
  const raised = await transaction
    .updateTable('tournaments')
    .set((row) => ({ entered: row('entered', '+', 1) }))
    .where('id', '=', entry.tournament)
    .where('endedAt', 'is', null)
    .where((row) =>
      row.or([
        row.and([row('round', '=', 0), row('startsAt', '>', entry.at)]),
        row.and([row('kind', '=', 'swiss'), row('round', '=', 1), row('rounds', '>', 1)]),
      ]),
    )
    .where('entered', '<', most)
    .executeTakeFirst()
  if (raised.numUpdatedRows !== 1n) {
    const isFull = tournament.entered >= most && isOpen(tournament, entry.at)
    return err(isFull ? 'tournamentFull' : 'tournamentStarted')
  }
  await transaction
    .insertInto('tournamentEntries')
    .values({ ...entry, outAt: null })
    .execute()
  return ok(undefined)
}

/** Lets a player join an arena that is not over, or continue after a pause. */
export async function joinArena(
  transaction: Transaction<Tables>,
  { endsAt = 0, endedAt }: Tournament,
  entry: NewEntry,
): TournamentResult<void> {
  if (endedAt !== undefined || endsAt <= entry.at) return err('tournamentOver')
  // A paused player may have entered other tournaments meanwhile.
  if ((await countOthers(transaction, entry)) >= MOST_ENTERED) return err('tooManyEntries')
  if ((await entryOf(transaction, entry)) !== undefined) {
    await resume(transaction, entry)
    return ok(undefined)
  }
  const raised = await transaction
    .updateTable('tournaments')
    .set((row) => ({ entered: row('entered', '+', 1) }))
    .where('id', '=', entry.tournament)
    .where('endedAt', 'is', null)
    .where('entered', '<', MOST_ENTRANTS)
    .executeTakeFirst()
  if (raised.numUpdatedRows !== 1n) return err('tournamentFull')
  await transaction
    .insertInto('tournamentEntries')
    .values({ ...entry, outAt: null })
    .execute()
  await addArenaPlayer(transaction, entry)
  return ok(undefined)
}

// --- internal ---

/** Open before the start; a Swiss tournament of several rounds until its second round begins. */
function isOpen({ kind, startsAt, round, rounds }: Tournament, now: number): boolean {
  return round === 0 ? startsAt > now : kind === 'swiss' && round === 1 && rounds > 1
}

async function entryOf(
  transaction: Transaction<Tables>,
  { tournament, player }: Pick<NewEntry, 'tournament' | 'player'>,
): Promise<{ readonly outAt: number | null } | undefined> {
  return transaction
    .selectFrom('tournamentEntries')
    .select('outAt')
    .where('tournament', '=', tournament)
    .where('player', '=', player)
    .executeTakeFirst()
}

/** How many other unfinished tournaments this player is in. */
async function countOthers(
  transaction: Transaction<Tables>,
  { tournament, player }: Pick<NewEntry, 'tournament' | 'player'>,
): Promise<number> {
  const rows = await transaction
    .selectFrom('tournamentEntries')
    .innerJoin('tournaments', 'tournaments.id', 'tournamentEntries.tournament')
    .selectAll('tournaments')
    .where('player', '=', player)
    .where('tournaments.id', '!=', tournament)
    .where('outAt', 'is', null)
    .where('endedAt', 'is', null)
    .limit(MOST_OPEN)
    .execute()
  return rows.filter(isSound).length
}
