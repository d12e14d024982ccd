import type { GameId, PlayerId, TournamentId } from '@hokito/protocol'
import type { Insertable, Transaction } from 'kysely'
import type { Conflict } from './conflict.ts'
import type { Tables } from './schema.ts'

/** A round of a tournament that is about to begin. */
export interface NewRound {
  readonly tournament: TournamentId
  /** From 1. */
  readonly round: number
  /** The number of rounds of the tournament. */
  readonly rounds: number
  /** The number of players when the round was paired. */
  readonly entered: number
  /**
   * From the top board down, with the first game of each match. A bye has neither game nor
   * opponent.
   */
  readonly pairings: readonly {
    readonly players: readonly [PlayerId, PlayerId | undefined]
    readonly game: GameId | undefined
    /** The scores of a match lost without play. */
    readonly scores?: readonly [number, number]
  }[]
  /** The score of a bye. */
  readonly byeScore: number
}

/**
 * Stores a round within a transaction, unless it is taken. The tournament's round must increase by
 * exactly one, so only one node can pair it.
 */
export async function storeRound(
  transaction: Transaction<Tables>,
  next: NewRound,
): Promise<Conflict | undefined> {
  const { tournament, round, rounds, entered, byeScore } = next
  const raised = await transaction
    .updateTable('tournaments')
    .set({ round, rounds })
    .where('id', '=', tournament)
    .where('round', '=', round - 1)
    .where('entered', '=', entered)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  const isHeld = raised.numUpdatedRows === 1n && (await holdEntries(transaction, next))
  if (!isHeld) return { kind: 'roundTaken', tournament, round }
  const rows = next.pairings.flatMap(
    ({ players: [one, other], game, scores }, index): readonly Row[] => {
      const common = {
        tournament,
        round,
        board: index + 1,
        game: game ?? null,
        next: null,
        isAbsent: 0,
      }
      const matchOf = (place: 0 | 1) => ({
        ...common,
        score: scores?.[place] ?? null,
        points: scores === undefined ? null : 0,
      })
      return other === undefined
        ? [{ ...common, player: one, opponent: null, score: byeScore, points: 0 }]
        : [
            { ...matchOf(0), player: one, opponent: other },
            { ...matchOf(1), player: other, opponent: one },
          ]
    },
  )
  await transaction.insertInto('tournamentPairings').values(rows).execute()
  return undefined
}

// --- internal ---

/**
 * Locks the entries of paired players with an update that changes nothing, so that none of them can
 * leave before the round is stored. Returns false if one of them has left.
 */
async function holdEntries(transaction: Transaction<Tables>, next: NewRound): Promise<boolean> {
  const players = next.pairings.flatMap((pairing) => presentIn(pairing, next))
  if (players.length === 0) return true
  const held = await transaction
    .updateTable('tournamentEntries')
    .set({ outAt: null })
    .where('tournament', '=', next.tournament)
    .where('player', 'in', players)
    .where('outAt', 'is', null)
    .executeTakeFirst()
  return held.numUpdatedRows === BigInt(players.length)
}

function presentIn(
  { players: [one, other], game, scores }: NewRound['pairings'][number],
  { byeScore }: NewRound,
): readonly PlayerId[] {
  if (other === undefined) return byeScore > 0 ? [one] : []
  return [one, other].filter((_, place) => game !== undefined || (scores?.[place] ?? 0) > 0)
}

type Row = Insertable<Tables['tournamentPairings']>
