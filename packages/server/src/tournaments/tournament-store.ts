import {
  type ClassId,
  type GameId,
  MOST_MISSED,
  type PlayerId,
  type Tournament,
  type TournamentId,
} from '@hokito/protocol'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { LongTask, LongWork } from '../limiting/long-work.ts'
import { shownName } from '../players/cards.ts'
import { classesOf } from '../players/confinement.ts'
import type { Tables } from '../store/schema.ts'
import type { TournamentPairingsTable } from '../store/tournament-tables.ts'
import { readArenaPlayers, type StoredArena } from './arena-store.ts'
import { type RoundRobinStanding, roundRobinStandings } from './round-robin.ts'
import { type RoundResult, type Standing, standingsOf } from './standings.ts'
import { type ListedRow, listed, type TournamentRow, tournamentOf } from './tournament-row.ts'
import { areWhole } from './whole.ts'

export type PairingRow = Selectable<TournamentPairingsTable>

/** A player who has entered. */
export interface Entry {
  readonly player: PlayerId
  readonly name: string
  /** The place in the order of strength, from 0. */
  readonly seed: number
  /** Has this player left, been absent too often, or deleted the account? */
  readonly isOut: boolean
}

/** A tournament with everything its standings follow from. */
export interface StoredTournament {
  readonly row: TournamentRow
  readonly tournament: Tournament
  /** The strongest first, by their ratings on entry. */
  readonly entries: readonly Entry[]
  readonly pairings: readonly PairingRow[]
  readonly standings: readonly (Standing | RoundRobinStanding)[]
  /**
   * When the last game of the latest round ended, if all its matches have a result and there are
   * further rounds.
   */
  readonly roundEndedAt: number | undefined
}

/** Why a tournament cannot be read: its first invalid rows. */
export type TournamentDamage = 'notATournament' | 'notARound' | 'notAnArena'

/** A tournament that was found: complete, or damaged. */
export type FoundTournament = StoredTournament | StoredArena | 'damaged'

/**
 * Reads tournaments. A damaged tournament is reported once by each server, and treated as missing
 * everywhere else. Nothing is written to it, so that it continues once its row is repaired.
 */
export class TournamentStore {
  readonly #db: Kysely<Tables>
  readonly #work: Pick<LongWork, 'begin'>
  readonly #onDamage: (id: TournamentId, damage: TournamentDamage) => void
  readonly #reported = new LRUCache<TournamentId, true>({ max: MOST_REPORTED })

  constructor(
    db: Kysely<Tables>,
    work: Pick<LongWork, 'begin'>,
    onDamage: (id: TournamentId, damage: TournamentDamage) => void,
  ) {
    this.#db = db
    this.#work = work
    this.#onDamage = onDamage
  }

  /**
   * Reads a tournament completely; undefined if there is none. This is long work: a thousand players
   * have 11,000 rows of rounds, and more games in an arena.
   */
  async read(id: TournamentId): Promise<FoundTournament | undefined> {
    const task = this.#work.begin()
    const [row] = await listed(this.#db).where('tournaments.id', '=', id).execute()
    if (row === undefined) return undefined
    const tournament = tournamentOf(row)
    if (tournament === undefined) return this.#setAside(id, 'notATournament')
    if (tournament.kind === 'arena') {
      const players = await readArenaPlayers(this.#db, id, task)
      return players === undefined ? this.#setAside(id, 'notAnArena') : { tournament, players }
    }
    const entries = await entriesOf(this.#db, id)
    await task.goOn()
    const pairings = await pairingsOf(this.#db, row, task)
    if (!(await areWhole(pairings, { ...row, entries }, task))) {
      return this.#setAside(id, 'notARound')
    }
    await task.goOn()
    const seeded = entries.map(({ player }) => player)
    const standings = standingsIn(row, seeded, pairings)
    const isBetween = row.round > 0 && row.round < row.rounds && row.endedAt === null
    const roundEndedAt =
      isBetween && pairings.every(({ score }) => score !== null)
        ? await readRoundEnd(this.#db, row)
        : undefined
    return { row, tournament, entries, pairings, standings, roundEndedAt }
  }

  /** Unfinished tournaments, the next first, then the latest finished ones, the latest first. */
  async readAll(limit: number): Promise<readonly Tournament[]> {
    const forAll = listed(this.#db).where('class', 'is', null)
    const open = await forAll
      .where('endedAt', 'is', null)
      .orderBy('startsAt')
      .limit(limit)
      .execute()
    const over = await forAll
      .where('endedAt', 'is not', null)
      .where('round', '>', 0)
      // An arena begins even if no one has joined.
      .where('entered', '>', 1)
      .orderBy('endedAt', 'desc')
      .limit(SHOWN_OVER)
      .execute()
    return this.#soundOf([...open, ...over])
  }

  /** The tournaments of the classes that a player teaches or attends, the latest first. */
  async readOfClasses(player: PlayerId, limit: number): Promise<readonly Tournament[]> {
    const ids = (await classesOf(this.#db, player)).map(({ id }) => id)
    if (ids.length === 0) return []
    const rows = await listed(this.#db)
      .where('class', 'in', ids)
      .orderBy('startsAt', 'desc')
      .limit(limit)
      .execute()
    return this.#soundOf(rows)
  }

  /**
   * The unfinished tournaments in which a player is, the next first, then those called off before
   * their start, the latest first, until they are deleted. One who has left a class is in its
   * tournaments until their next round, and sees no more of them than others do.
   */
  async readOfPlayer(player: PlayerId, limit: number): Promise<readonly Tournament[]> {
    const ids = (await classesOf(this.#db, player)).map(({ id }) => id)
    const own = listed(this.#db)
      .innerJoin('tournamentEntries', 'tournamentEntries.tournament', 'tournaments.id')
      .where('tournamentEntries.player', '=', player)
      .where('tournamentEntries.outAt', 'is', null)
      .where((row) =>
        row.or([
          row('tournaments.class', 'is', null),
          ...(ids.length > 0 ? [row('tournaments.class', 'in', ids)] : []),
        ]),
      )
      .limit(limit)
    const open = await own
      .where('tournaments.endedAt', 'is', null)
      .orderBy('tournaments.startsAt')
      .execute()
    const calledOff = await own
      .where('tournaments.round', '=', 0)
      .whereRef('tournaments.endedAt', '<', 'tournaments.startsAt')
      .orderBy('tournaments.endedAt', 'desc')
      .execute()
    return this.#soundOf([...open, ...calledOff])
  }

  #soundOf(rows: readonly ListedRow[]): readonly Tournament[] {
    return rows.flatMap((row) => {
      const tournament = tournamentOf(row)
      if (tournament === undefined) this.#setAside(row.id, 'notATournament')
      return tournament ?? []
    })
  }

  #setAside(id: TournamentId, damage: TournamentDamage): 'damaged' {
    if (!this.#reported.has(id)) this.#onDamage(id, damage)
    this.#reported.set(id, true)
    return 'damaged'
  }
}

/** Removes the tournaments of a class with everything in them, except the games. */
export async function removeTournamentsOf(
  transaction: Transaction<Tables>,
  id: ClassId,
): Promise<void> {
  const ofClass = transaction.selectFrom('tournaments').select('id').where('class', '=', id)
  for (const table of PARTS) {
    await transaction.deleteFrom(table).where('tournament', 'in', ofClass).execute()
  }
  await transaction.deleteFrom('tournaments').where('class', '=', id).execute()
}

/**
 * Matches of the current round that may be over: all their known games are over or cannot be read.
 */
export async function readDue(
  db: Kysely<Tables>,
  { id, round }: Pick<TournamentRow, 'id' | 'round'>,
): Promise<readonly { readonly game: GameId; readonly next: GameId | null }[]> {
  const rows = await db
    .selectFrom('tournamentPairings as pairing')
    .leftJoin('games as first', 'first.id', 'pairing.game')
    .leftJoin('games as second', 'second.id', 'pairing.next')
    .select(['pairing.game', 'pairing.next'])
    .distinct()
    .where('tournament', '=', id)
    .where('round', '=', round)
    .where('score', 'is', null)
    .where((row) =>
      row.or([
        row('first.id', 'is', null),
        row('first.endedAt', 'is not', null),
        row('first.damage', 'is not', null),
      ]),
    )
    .where((row) =>
      row.or([
        row('pairing.next', 'is', null),
        row('second.id', 'is', null),
        row('second.endedAt', 'is not', null),
        row('second.damage', 'is not', null),
      ]),
    )
    .limit(MOST_DUE)
    .execute()
  return rows.flatMap(({ game, next }) => (game === null ? [] : [{ game, next }]))
}

/** The number of rows of a round that have no result yet. */
export async function countOpen(
  db: Kysely<Tables>,
  { id, round }: Pick<TournamentRow, 'id' | 'round'>,
): Promise<number> {
  const row = await db
    .selectFrom('tournamentPairings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tournament', '=', id)
    .where('round', '=', round)
    .where('score', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** When the last finished game of a round ended; undefined if none is finished. */
export async function readRoundEnd(
  db: Kysely<Tables>,
  { id, round }: Pick<TournamentRow, 'id' | 'round'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('tournamentPairings as pairing')
    .leftJoin('games as first', 'first.id', 'pairing.game')
    .leftJoin('games as second', 'second.id', 'pairing.next')
    .select(({ fn }) => [
      fn.max('first.endedAt').as('firstAt'),
      fn.max('second.endedAt').as('secondAt'),
    ])
    .where('tournament', '=', id)
    .where('round', '=', round)
    .executeTakeFirst()
  const latest = Math.max(Number(row?.firstAt ?? 0), Number(row?.secondAt ?? 0))
  return latest > 0 ? latest : undefined
}

/** The number of players still in a tournament. */
export async function countPlaying(db: Kysely<Tables>, id: TournamentId): Promise<number> {
  const row = await db
    .selectFrom('tournamentEntries')
    .innerJoin('players', 'players.id', 'tournamentEntries.player')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tournament', '=', id)
    .where('outAt', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Removes players who were absent twice. */
export async function takeAbsentOut(
  db: Kysely<Tables>,
  id: TournamentId,
  now: number,
): Promise<void> {
  await db
    .updateTable('tournamentEntries')
    .set({ outAt: now })
    .where('tournament', '=', id)
    .where('outAt', 'is', null)
    .where('player', 'in', ({ selectFrom }) =>
      selectFrom('tournamentPairings')
        .select('player')
        .where('tournament', '=', id)
        .where('isAbsent', '=', 1)
        .groupBy('player')
        .having(sql`count(*)`, '>=', MOST_MISSED),
    )
    .execute()
}

/** The result in a row; empty while its match is being played. */
export function resultOf({ player, opponent, score, points }: PairingRow): readonly RoundResult[] {
  if (score === null) return []
  return [{ player, opponent: opponent ?? undefined, score, points: points ?? 0 }]
}

// --- internal ---

/** The tables with rows of a tournament. */
const PARTS = ['tournamentEntries', 'tournamentPairings', 'arenaPlayers', 'arenaPairings'] as const

const SHOWN_OVER = 20
/** The number of damaged tournaments remembered, so that each is reported once. */
const MOST_REPORTED = 1000
/** Rows of matches that one statement reads: a few milliseconds of work. */
const PAGE = 1000
/** The number of matches processed in one run. */
const MOST_DUE = 100

async function entriesOf(db: Kysely<Tables>, id: TournamentId): Promise<readonly Entry[]> {
  const rows = await db
    .selectFrom('tournamentEntries')
    .leftJoin('players', 'players.id', 'tournamentEntries.player')
    .select(['tournamentEntries.player', 'players.name', 'outAt'])
    .where('tournament', '=', id)
    .orderBy('rating', 'desc')
    .orderBy('at')
    .orderBy('tournamentEntries.player')
    .execute()
  return rows.map(({ player, name, outAt }, seed) => ({
    ...{ player, seed },
    name: shownName(name),
    isOut: outAt !== null || name === null,
  }))
}

/** All rounds up to the current one, read in pages: the next round may begin meanwhile. */
async function pairingsOf(
  db: Kysely<Tables>,
  { id, round }: TournamentRow,
  task: LongTask,
): Promise<readonly PairingRow[]> {
  const all = db
    .selectFrom('tournamentPairings')
    .selectAll()
    .where('tournament', '=', id)
    .where('round', '<=', round)
    .orderBy('round')
    .orderBy('player')
    .limit(PAGE)
  const pairings: PairingRow[] = []
  for (let page = await all.execute(); ; ) {
    pairings.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    await task.goOn()
    page = await all
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('round', 'player'), '>', tuple(last.round, last.player)),
      )
      .execute()
  }
  return pairings.sort((a, b) => a.round - b.round || a.board - b.board)
}

function standingsIn(
  { kind }: Pick<TournamentRow, 'kind'>,
  seeded: readonly PlayerId[],
  pairings: readonly PairingRow[],
): StoredTournament['standings'] {
  const results = pairings.flatMap(resultOf)
  return kind === 'roundRobin' ? roundRobinStandings(seeded, results) : standingsOf(seeded, results)
}
