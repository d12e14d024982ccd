import {
  DAY_MS,
  type GameId,
  gameEventSchema,
  isLive,
  MINUTE_MS,
  type PlayerId,
  type Tournament,
  type TournamentId,
} from '@hokito/protocol'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { LongTask } from '../limiting/long-work.ts'
import { parseJson } from '../store/json.ts'
import type { Tables } from '../store/schema.ts'
import type { ArenaPlayersTable } from '../store/tournament-tables.ts'
import { type ArenaResult, NO_TALLY, tallied } from './arena-score.ts'
import { areOpposed, isSumOfGames } from './arena-whole.ts'
import type { MatchResult } from './outcome.ts'
import { endsAtOf, type TournamentRow } from './tournament-row.ts'

/** A player who has joined an arena, with the data that pairing and standings use. */
export interface ArenaPlayer extends Omit<Selectable<ArenaPlayersTable>, 'tournament'> {
  /** Null for a deleted account. */
  readonly name: string | null
  readonly isBot: boolean
  readonly rating: number
  /** When this player first joined. */
  readonly at: number
  /** Has this player paused, or deleted the account? */
  readonly isOut: boolean
}

/** An arena with everyone who has joined it. */
export interface StoredArena {
  readonly tournament: Tournament
  readonly players: readonly ArenaPlayer[]
}

/**
 * All who have joined an arena, at most as many as may enter one; undefined if a row does not equal
 * the sum of its player's games. Games begin and end meanwhile. So one statement reads all players
 * as they are at one moment, and each further one reads a few of them together with their games.
 */
export async function readArenaPlayers(
  db: Kysely<Tables>,
  id: TournamentId,
  task: LongTask,
): Promise<readonly ArenaPlayer[] | undefined> {
  const found = await readPlayers(db, id)
  if (!areOpposed(found)) return undefined
  for (const range of rangesOf(found)) {
    await task.goOn()
    const sides = await readSides(db, id, range)
    if (!sides.every((row) => isSumOfGames({ ...row, stored: storedOf(row) }))) return undefined
  }
  return found.map(playerOf)
}

/** Adds a new player to an arena, within the transaction that enters them. */
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

/** Lets a player who has paused continue; nothing changes for one who has not. */
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
 * Returns games of an arena that are over, or cannot be read, with their players; up to a limit.
 * Games that ended too late are left out. A game always comes with both of its players.
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

/**
 * Those of these players who are to play elsewhere: in a game with a clock, or in a tournament whose
 * next round may begin at any moment.
 */
export async function readBusy(
  db: Kysely<Tables>,
  players: readonly PlayerId[],
  now: number,
): Promise<ReadonlySet<PlayerId>> {
  if (players.length === 0) return new Set()
  const [inGames, inRounds] = await Promise.all([
    readAtTheClock(db, players, now),
    readInRounds(db, players, now),
  ])
  return new Set([...inGames, ...inRounds])
}

/** One player's side of a game that is over. */
export interface Settled {
  readonly tournament: TournamentId
  readonly game: GameId
  readonly result: MatchResult
  readonly now: number
}

/**
 * Stores the result of a game for one of its players, who is then free for the next. A player who
 * was absent pauses. If the result is stored already, or the arena is over, nothing changes.
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
  // The same lock order as `resume`, so that the two cannot deadlock.
  if (isAbsent) await pause(transaction, { tournament, player, now })
  await tally(transaction, { tournament, player, now }, { score, points, isBlack: own.isBlack })
}

// --- internal ---

/** How long before the first round of a tournament its players begin no game of an arena. */
const SOON_MS = MINUTE_MS

/** The players of all running games with a clock in which one of these is. */
async function readAtTheClock(
  db: Kysely<Tables>,
  players: readonly PlayerId[],
  now: number,
): Promise<readonly PlayerId[]> {
  const rows = await db
    .selectFrom('games')
    .innerJoin('events', 'events.game', 'games.key')
    .select(['games.black', 'games.white', 'events.eventJson'])
    .where((game) => game.or([game('black', 'in', players), game('white', 'in', players)]))
    .where('endedAt', 'is', null)
    .where('damage', 'is', null)
    // A game with a clock is over by then, and the many older ones need not be read.
    .where('createdAt', '>', now - DAY_MS)
    .where('events.version', '=', 1)
    .execute()
  return rows
    .filter(({ eventJson }) => isWithClock(eventJson))
    .flatMap(({ black, white }) => [black, white])
}

/** Those of these players who are in a tournament of rounds that is in progress, or about to be. */
async function readInRounds(
  db: Kysely<Tables>,
  players: readonly PlayerId[],
  now: number,
): Promise<readonly PlayerId[]> {
  const rows = await db
    .selectFrom('tournamentEntries')
    .innerJoin('tournaments', 'tournaments.id', 'tournamentEntries.tournament')
    .select('tournamentEntries.player')
    .where('tournamentEntries.player', 'in', players)
    .where('outAt', 'is', null)
    .where('kind', '!=', 'arena')
    .where('endedAt', 'is', null)
    .where('startsAt', '<=', now + SOON_MS)
    // One that is damaged never ends.
    .where('startsAt', '>', now - DAY_MS)
    .execute()
  return rows.map(({ player }) => player)
}

/** Does a game that begins with this event have a clock? */
function isWithClock(eventJson: string): boolean {
  const first = gameEventSchema.safeParse(parseJson(eventJson)).data
  return first?.kind === 'created' && isLive(first.terms.timeControl)
}

/** Players from one to another in the order of their ids, both included. */
type Range = readonly [PlayerId, PlayerId]

/** How many players, and about how many of their games, one statement adds up: a few milliseconds. */
const MOST_SIDES = 50
const MOST_SUMMED = 2000

/** Ranges of players who together have few enough games for one statement. */
function* rangesOf(players: readonly Found[]): Generator<Range> {
  for (let from = 0; from < players.length; ) {
    let to = from
    for (let games = 0; to < players.length && to - from < MOST_SIDES; to++) {
      games += players[to]?.games ?? 0
      if (to > from && games > MOST_SUMMED) break
    }
    const [first, last] = [players[from], players[to - 1]]
    if (first !== undefined && last !== undefined) yield [first.player, last.player]
    from = to
  }
}

function joined(db: Kysely<Tables>, id: TournamentId) {
  return db
    .selectFrom('arenaPlayers')
    .leftJoin('tournamentEntries as entry', (join) =>
      join
        .onRef('entry.tournament', '=', 'arenaPlayers.tournament')
        .onRef('entry.player', '=', 'arenaPlayers.player'),
    )
    .selectAll('arenaPlayers')
    .select(['rating', 'entry.at', 'outAt'])
    .where('arenaPlayers.tournament', '=', id)
}

function readPlayers(db: Kysely<Tables>, id: TournamentId) {
  return joined(db, id)
    .leftJoin('players', 'players.id', 'arenaPlayers.player')
    .leftJoin('bots', 'bots.player', 'arenaPlayers.player')
    .select(['players.name', 'bots.since as botSince'])
    .orderBy('arenaPlayers.player')
    .execute()
}

function readSides(db: Kysely<Tables>, id: TournamentId, range: Range) {
  return joined(db, id)
    .leftJoin(sumsOf(db, id, range), 'sums.by', 'arenaPlayers.player')
    .selectAll('sums')
    .where('arenaPlayers.player', '>=', range[0])
    .where('arenaPlayers.player', '<=', range[1])
    .execute()
}

/** The sums of each player's stored games. */
function sumsOf(db: Kysely<Tables>, id: TournamentId, [first, last]: Range) {
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
    .where('player', '>=', first)
    .where('player', '<=', last)
    .groupBy('player')
    .as('sums')
}

type Found = Awaited<ReturnType<typeof readPlayers>>[number]
type Side = Awaited<ReturnType<typeof readSides>>[number]

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

/** Databases return sums as text, and null if there are no rows. */
function storedOf(row: Side) {
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

/** The number of rows processed in one run, two a game: an even number. */
const MOST_DUE = 200

interface Who {
  readonly tournament: TournamentId
  readonly player: PlayerId
  readonly now: number
}

/** Adds a game to a player's sums. Runs only in the transaction that stored the result. */
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
