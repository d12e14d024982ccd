import type { PlayerId } from '@hokito/protocol'
import type { People } from '../people/people.ts'
import type { Database } from '../store/database.ts'
import { leaveTournament } from '../store/leave-tournaments.ts'
import type { TournamentRow } from './tournament-row.ts'

interface BarredDependencies {
  readonly database: Database
  readonly people: Pick<People, 'barredAmong'>
  readonly now: () => number
}

/**
 * Removes players who may not begin games from a tournament, so that no one is paired with them.
 * @param players the players about to be paired
 * @returns the players removed
 */
export async function takeBarredOut(
  { id: tournament, class: ofClass }: Pick<TournamentRow, 'id' | 'class'>,
  players: readonly PlayerId[],
  { database, people, now }: BarredDependencies,
): Promise<ReadonlySet<PlayerId>> {
  const barred = await people.barredAmong(players, ofClass ?? undefined)
  for (const player of barred) {
    await database.transact((transaction) =>
      leaveTournament(transaction, { tournament, player }, now()),
    )
  }
  return new Set(barred)
}
