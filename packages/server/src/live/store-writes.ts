import type { GameId, PlayerId } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Transaction } from 'kysely'
import { refuseUnseenBreak, storeBreak } from '../players/break-store.ts'
import { playersOf, storeRatings } from '../ratings/store-ratings.ts'
import { storeArenaGames } from '../store/arena-games.ts'
import { storeArrangements, takeArrangements } from '../store/arrangements.ts'
import type { Conflict, RefusedWrite } from '../store/conflict.ts'
import type { Database, NewEvent } from '../store/database.ts'
import { storeLeftDeals } from '../store/left-deals.ts'
import { refuseUnseenLines, storeLines } from '../store/lines.ts'
import { refusePassed } from '../store/passed-versions.ts'
import { storeRound } from '../store/rounds.ts'
import type { RowReader } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { deleteChallenges, takeChallenges } from './challenge-store.ts'
import { type Unit, type Write, type WriteKind, type WriteOf, writesOf } from './writes.ts'

/** Keys of new games by their ids. */
export type Keys = ReadonlyMap<GameId, number>

export const NO_KEYS: Keys = new Map()

/**
 * Stores units within a transaction, with as few statements for many as for one. Returns the writes
 * whose preconditions do not hold, if any; then the caller must roll back. If two units collide,
 * the second is refused.
 */
export async function storeUnits(
  transaction: Transaction<Tables>,
  units: readonly Unit[],
  { holdPlayers, holdGames, insertEvents }: Database,
  rows: RowReader,
): Promise<Result<Keys, readonly RefusedWrite[]>> {
  const writes = units.flat()
  // Hold the players before storing events, so that the events are numbered in the order in which
  // the matches count.
  await holdPlayers(transaction, heldPlayersIn(writes))
  const keys = await insertGames(transaction, writesOf(writes, 'game'))
  const events = writesOf(writes, 'event')
  const inserted = eventRows(events, keys)
  const taken: ReadonlySet<unknown> = new Set(await insertEvents(transaction, inserted))
  if (taken.size > 0) {
    const late = events.filter((_, index) => taken.has(inserted[index]))
    return err(late.map((write) => ({ write, conflict: versionTaken(write, keys) })))
  }
  if (events.length === writes.length) return ok(keys)
  await holdGames(transaction, heldGamesIn(units))
  for (const kind of KINDS) {
    const refused = await storeKind(kind, writes, { transaction, keys, rows })
    if (refused.length > 0) return err(refused)
  }
  return ok(keys)
}

/** The rows of events, in the same order. */
export function eventRows(events: readonly WriteOf<'event'>[], keys: Keys): readonly NewEvent[] {
  return events.map(({ game, version, command, event }) => ({
    game: keyOf(game, keys),
    version,
    command: command ?? null,
    eventJson: JSON.stringify(event),
  }))
}

// --- internal ---

/** The kinds that are stored after games and events. */
type LaterKind = Exclude<WriteKind, 'game' | 'event'>

interface Storing {
  readonly transaction: Transaction<Tables>
  readonly keys: Keys
  readonly rows: RowReader
}

/** Stores at least one write of a kind. Returns those whose precondition does not hold. */
type Store<Kind extends LaterKind> = (
  writes: readonly WriteOf<Kind>[],
  storing: Storing,
) => Promise<readonly RefusedWrite[]>

/** How each kind is stored. The kinds are stored in this order. */
const STORES: { readonly [Kind in LaterKind]: Store<Kind> } = {
  seats: storeSeats,
  end: storeEnds,
  deadline: storeDeadlines,
  arrangement: (rows, { transaction }) => storeArrangements(transaction, rows),
  arranged: (games, { transaction }) => takeArrangements(transaction, games),
  leftLines: (left, { transaction }) => refuseUnseenLines(transaction, left),
  lines: (rows, { transaction }) => storeLines(transaction, rows),
  latest: (games, { transaction }) => refusePassed(transaction, games),
  round: inTurn(storeRound),
  resting: inTurn(refuseUnseenBreak),
  break: inTurn(storeBreak),
  arenaGame: (games, { transaction }) => storeArenaGames(transaction, games),
  leftDeal: async (changes, { transaction, keys }) => {
    await storeLeftDeals(transaction, changes, (game) => keyOf(game, keys))
    return []
  },
  takenChallenge: (taken, { transaction }) => takeChallenges(transaction, taken),
  endedChallenge: async (ended, { transaction }) => {
    const ids = ended.map(({ challenge }) => challenge)
    await deleteChallenges(transaction, ids)
    return []
  },
  rated: async (matches, { transaction, rows }) => {
    await storeRatings(transaction, matches, rows)
    return []
  },
}

const KINDS = Object.keys(STORES) as readonly LaterKind[]

async function storeKind<Kind extends LaterKind>(
  kind: Kind,
  writes: readonly Write[],
  storing: Storing,
): Promise<readonly RefusedWrite[]> {
  const own = writesOf(writes, kind)
  const store: Store<Kind> = STORES[kind]
  return own.length === 0 ? [] : store(own, storing)
}

/** Stores writes one after another, up to the first whose precondition does not hold. */
function inTurn<Each extends object>(
  store: (
    transaction: Transaction<Tables>,
    write: Each,
    rows: RowReader,
  ) => Promise<Conflict | undefined>,
) {
  return async (writes: readonly Each[], { transaction, rows }: Storing) => {
    for (const write of writes) {
      const conflict = await store(transaction, write, rows)
      if (conflict !== undefined) return [{ write, conflict }]
    }
    return []
  }
}

/**
 * Players whose matches end, players who take a break, and players whose game begins and who may be
 * on one.
 */
function heldPlayersIn(writes: readonly Write[]): readonly PlayerId[] {
  return [
    ...playersOf(writesOf(writes, 'rated')),
    ...writesOf(writes, 'resting').flatMap(({ players }) => players),
    ...writesOf(writes, 'break').map(({ player }) => player),
  ]
}

/**
 * Games with new drafts or lines. A draft adds no event that could collide with the start of its
 * game on another node. Likewise, lines add none that could collide with the move they answer. The
 * lock makes one transaction wait until the other is committed, and see its changes. Units with
 * events of their own collide through those, and would deadlock here.
 */
function heldGamesIn(units: readonly Unit[]): readonly number[] {
  const hidden = units.filter((unit) => unit.every(({ kind }) => kind !== 'event')).flat()
  const drafted = [...writesOf(hidden, 'arrangement'), ...writesOf(hidden, 'lines')]
  return [...new Set(drafted.map(({ game }) => game))]
}

async function insertGames(
  transaction: Transaction<Tables>,
  games: readonly WriteOf<'game'>[],
): Promise<Keys> {
  if (games.length === 0) return NO_KEYS
  const inserted = await transaction
    .insertInto('games')
    .values(
      games.map(({ id, black, white, createdAt, secret = null, challenge = null }) => ({
        ...{ id, black, white, createdAt, secret, challenge },
        endedAt: null,
        damage: null,
      })),
    )
    .returning(['id', 'key'])
    .execute()
  return new Map(inserted.map(({ id, key }) => [id, key]))
}

async function storeSeats(
  seated: readonly WriteOf<'seats'>[],
  { transaction }: Storing,
): Promise<readonly RefusedWrite[]> {
  for (const { game, black, white } of seated) {
    await transaction.updateTable('games').set({ black, white }).where('key', '=', game).execute()
  }
  return []
}

async function storeEnds(
  ends: readonly WriteOf<'end'>[],
  { transaction }: Storing,
): Promise<readonly RefusedWrite[]> {
  for (const { game, at } of ends) {
    await transaction.updateTable('games').set({ endedAt: at }).where('key', '=', game).execute()
    await transaction.deleteFrom('deadlines').where('game', '=', game).execute()
  }
  return []
}

async function storeDeadlines(
  deadlines: readonly WriteOf<'deadline'>[],
  { transaction, keys }: Storing,
): Promise<readonly RefusedWrite[]> {
  await transaction
    .insertInto('deadlines')
    .values(deadlines.map(({ game, at }) => ({ game: keyOf(game, keys), at })))
    .onConflict((conflict) =>
      conflict.column('game').doUpdateSet((row) => ({ at: row.ref('excluded.at') })),
    )
    .execute()
  return []
}

function versionTaken({ game, version }: WriteOf<'event'>, keys: Keys): Conflict {
  return { kind: 'versionTaken', game: keyOf(game, keys), version }
}

function keyOf(game: number | GameId, keys: Keys): number {
  return typeof game === 'number' ? game : (keys.get(game) ?? NO_GAME)
}

/** No game has this key, so the foreign key refuses rows without a game. */
const NO_GAME = 0
