import type { GameId, PlayerId, Tournament, TournamentId } from '@hokito/protocol'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '../store/schema.ts'
import type { ArenaPlayersTable } from '../store/tournament-tables.ts'
import { type ArenaResult, NO_TALLY, tallied } from './arena-score.ts'
import { isArenaWhole } from './arena-whole.ts'
import type { MatchResult } from './outcome.ts'
import { endsAtOf, type TournamentRow } from './tournament-row.ts'

/** Somebody who has joined an arena, with all that pairing and standings look at. */
export interface ArenaPlayer extends Omit<Selectable<ArenaPlayersTable>, 'tournament'> {
  /** Null of an account that is deleted. */
  readonly name: string | null
  readonly isBot: boolean
  readonly rating: number
  /** When this player joined first. */
  readonly at: number
  /** Pauses, or is nobody any longer. */
  readonly isOut: boolean
}

/** An arena with all who have joined it. */
export interface StoredArena {
  readonly tournament: Tournament
  readonly players: readonly ArenaPlayer[]
}

/**
 * All who have joined an arena, at most as many as may enter one; undefined where they are not the sum of its games. One
 * query reads both, as games begin and end meanwhile.
 */
export async function readArenaPlayers(
  db: Kysely<Tables>,
  id: TournamentId,
): Promise<readonly ArenaPlayer[] | undefined> {
  const found = await readSides(db, id)
  if (!isArenaWhole(found.map((row) => ({ ...row, stored: storedOf(row) })))) return undefined
  return found.map(playerOf)
}

/** Lets somebody into an arena who has not been in it, within the transaction that has entered them. */
export async function addArenaPlayer(
  transaction: Transaction<Tables>,
  { tournament, player, at }: Pick<Tables['tournamentEntries'], 'tournament' | 'player' | 'at'>,
): Promise<void> {
  await transaction
    .insertInto('arenaPlayers')
    .values({
      ...{ tournament, player, readyAt: at },
      ...{ game: null, opponent: null, blacks: 0 },
      ...NO_TALLY,
    })
    .execute()
}

/** Lets somebody who pauses play on; one who does not is left as is. */
export async function resume(
  transaction: Transaction<Tables>,
  { tournament, player, at }: Pick<Tables['tournamentEntries'], 'tournament' | 'player' | 'at'>,
): Promise<void> {
  const resumed = await transaction
    .updateTable('tournamentEntries')
    .set({ outAt: null })
    .where('tournament', '=', tournament)
    .where('player', '=', player)
    .where('outAt', 'is not', null)
    .executeTakeFirst()
  if (resumed.numUpdatedRows !== 1n) return
  await transaction
    .updateTable('arenaPlayers')
    .set({ readyAt: at })
    .where('tournament', '=', tournament)
    .where('player', '=', player)
    .execute()
}

/**
 * Games of an arena that are over, or cannot be read, with who plays them, some at a time; those that ended too late are
 * left out. A game comes with both of its players.
 */
export async function readDueGames(
  db: Kysely<Tables>,
  row: Pick<TournamentRow, 'id' | 'startsAt' | 'lastsMinutes'>,
): Promise<ReadonlyMap<GameId, readonly PlayerId[]>> {
  const rows = await db
    .selectFrom('arenaPlayers')
    .leftJoin('games', 'games.id', 'arenaPlayers.game')
    .select(['arenaPlayers.game', 'arenaPlayers.player'])
    .where('tournament', '=', row.id)
    .where('arenaPlayers.game', 'is not', null)
    .where((game) =>
      game.or([
        game('games.id', 'is', null),
        game('games.endedAt', '<=', endsAtOf(row)),
        game('games.damage', 'is not', null),
      ]),
    )
    .orderBy('arenaPlayers.game')
    .limit(MOST_DUE)
    .execute()
  const due = new Map<GameId, PlayerId[]>()
  for (const { game, player } of rows) {
    if (game !== null) due.set(game, [...(due.get(game) ?? []), player])
  }
  return due
}

/** A player's side of a game that is over. */
export interface Settled {
  readonly tournament: TournamentId
  readonly game: GameId
  readonly result: MatchResult
  readonly now: number
}

/**
 * Notes what a game came to for one of its players, who may have the next one from then on; whoever had not come to the
 * board pauses. Where that is noted already, or the arena is over, nothing changes.
 */
export async function settle(
  transaction: Transaction<Tables>,
  { tournament, game, result, now }: Settled,
): Promise<void> {
  const { player, score, points, isAbsent } = result
  const noted = await transaction
    .updateTable('arenaPairings')
    .set({ score, points, isAbsent: isAbsent ? 1 : 0 })
    .where('tournament', '=', tournament)
    .where('player', '=', player)
    .where('game', '=', game)
    .where('score', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tournaments')
          .select('tournaments.id')
          .where('tournaments.id', '=', tournament)
          .where('endedAt', 'is', null),
      ),
    )
    .returning('isBlack')
    .execute()
  const [own] = noted
  if (own === undefined) return
  // In the order in which whoever plays on changes the two, so that neither waits for the other.
  if (isAbsent) await pause(transaction, { tournament, player, now })
  await tally(transaction, { tournament, player, now }, { score, points, isBlack: own.isBlack })
}

// --- internal ---

function readSides(db: Kysely<Tables>, id: TournamentId) {
  return db
    .selectFrom('arenaPlayers')
    .leftJoin('tournamentEntries as entry', (join) =>
      join
        .onRef('entry.tournament', '=', 'arenaPlayers.tournament')
        .onRef('entry.player', '=', 'arenaPlayers.player'),
    )
    .leftJoin('players', 'players.id', 'arenaPlayers.player')
    .leftJoin('bots', 'bots.player', 'arenaPlayers.player')
    .leftJoin(sumsOf(db, id), 'sums.by', 'arenaPlayers.player')
    .selectAll('arenaPlayers')
    .selectAll('sums')
    .select(['players.name', 'bots.since as botSince', 'rating', 'entry.at', 'outAt'])
    .where('arenaPlayers.tournament', '=', id)
    .execute()
}

/** What the games of each player come to that are stored. */
function sumsOf(db: Kysely<Tables>, id: TournamentId) {
  return db
    .selectFrom('arenaPairings')
    .select(({ fn }) => [
      'player as by',
      fn.countAll().as('sumPaired'),
      fn.min('number').as('sumFirst'),
      fn.max('number').as('sumLatest'),
      fn.count('score').as('sumSettled'),
      fn.countAll().filterWhere('score', 'not in', [0, 1, 2]).as('sumOdd'),
      fn
        .countAll()
        .filterWhere('score', 'is not', null)
        .filterWhere('isBlack', '=', 1)
        .as('sumBlacks'),
      fn.sum('score').as('sumScore'),
      fn.countAll().filterWhere('score', '=', 2).as('sumWins'),
      fn.sum('points').as('sumPoints'),
      fn.max('game').filterWhere('score', 'is', null).as('sumOpen'),
    ])
    .where('tournament', '=', id)
    .groupBy('player')
    .as('sums')
}

type Found = Awaited<ReturnType<typeof readSides>>[number]

function playerOf(row: Found): ArenaPlayer {
  const { player, readyAt, game, opponent, blacks, games, score, wins, streak, points } = row
  const { name, botSince, rating, at, outAt } = row
  return {
    ...{ player, readyAt, game, opponent, blacks, games, score, wins, streak, points },
    ...{ name, rating: rating ?? 0, at: at ?? 0 },
    isBot: botSince !== null,
    isOut: outAt !== null || name === null,
  }
}

/** Databases give sums as text, and none of no rows. */
function storedOf(row: Found) {
  return {
    paired: Number(row.sumPaired),
    first: Number(row.sumFirst),
    latest: Number(row.sumLatest),
    settled: Number(row.sumSettled),
    odd: Number(row.sumOdd),
    blacks: Number(row.sumBlacks),
    score: Number(row.sumScore),
    wins: Number(row.sumWins),
    points: Number(row.sumPoints),
    open: row.sumOpen,
  }
}

/** Rows that are looked at in one go, two a game: an even number. */
const MOST_DUE = 200

interface Who {
  readonly tournament: TournamentId
  readonly player: PlayerId
  readonly now: number
}

/** Adds a game to what a player's games have come to. Whoever has noted the result alone comes here. */
async function tally(
  transaction: Transaction<Tables>,
  { tournament, player, now }: Who,
  { isBlack, ...result }: ArenaResult & { readonly isBlack: number },
): Promise<void> {
  const before = await transaction
    .selectFrom('arenaPlayers')
    .select(['games', 'score', 'wins', 'streak', 'points', 'blacks'])
    .where('tournament', '=', tournament)
    .where('player', '=', player)
    .executeTakeFirstOrThrow()
  const { blacks, ...sums } = before
  await transaction
    .updateTable('arenaPlayers')
    .set({ ...tallied(sums, result), blacks: blacks + isBlack, game: null, readyAt: now })
    .where('tournament', '=', tournament)
    .where('player', '=', player)
    .execute()
}

async function pause(
  transaction: Transaction<Tables>,
  { tournament, player, now }: Who,
): Promise<void> {
  await transaction
    .updateTable('tournamentEntries')
    .set({ outAt: now })
    .where('tournament', '=', tournament)
    .where('player', '=', player)
    .where('outAt', 'is', null)
    .execute()
}
