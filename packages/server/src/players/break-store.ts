import { type BreakState, DAY_MS, instantSchema, type PlayerId } from '@hokito/protocol'
import type { Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Conflict } from '../store/conflict.ts'
import type { BreaksTable } from '../store/player-tables.ts'
import type { RowReader, RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { breakDaysLeft, type Span } from './break-days.ts'
import { hasAccount } from './credentials.ts'

/** A break that a player takes or ends early. */
export interface BreakChange {
  readonly player: PlayerId
  readonly at: number
  /** When the break ends. It equals `at` if the break ends now. */
  readonly until: number
  /** The keys of all running games of the player when this was decided. */
  readonly games: readonly number[]
}

/**
 * A correspondence game that begins, with the breaks of its players known when that was decided.
 */
export interface Resting {
  readonly players: readonly PlayerId[]
  readonly at: number
  readonly known: KnownBreaks
}

/** The players who are on a break, and when each break ends. */
export type KnownBreaks = ReadonlyMap<PlayerId, number>

/** Which of these players are on a break, and until when. A damaged break is none. */
export async function breaksAt(
  { db, rows }: RowSource,
  players: readonly PlayerId[],
  now: number,
): Promise<KnownBreaks> {
  const found = await db
    .selectFrom('breaks')
    .select(['key', 'player', 'startedAt', 'until'])
    .where('player', 'in', players)
    .where('until', '>', now)
    .execute()
  const sound = found.filter((row) => isSpan(rows, row))
  return new Map(sound.map(({ player, until }) => [player, until]))
}

/** A player's break state: the current break and the days left. */
export async function breakStateOf(
  source: RowSource,
  player: PlayerId,
  now: number,
): Promise<BreakState> {
  const taken = await breaksOf(source, player, now)
  const until = taken.map((span) => span.until).find((end) => end > now)
  return { ...(until !== undefined && { until }), daysLeft: breakDaysLeft(taken, now) }
}

/**
 * Stores a break, unless it is refused or a game of the player has begun that was not known. The
 * transaction must hold the player, so that no other break and no correspondence game begins
 * meanwhile.
 */
export async function storeBreak(
  transaction: Transaction<Tables>,
  { player, at, until, games }: BreakChange,
  rows: RowReader,
): Promise<Conflict | undefined> {
  if (!(await hasAccount(transaction, player))) return { kind: 'breakRefused', code: 'noAccount' }
  const taken = await breaksOf({ db: transaction, rows }, player, at)
  const on = taken.filter((span) => span.until > at).map(({ key }) => key)
  if (until > at) {
    if (on.length > 0) return { kind: 'breakRefused', code: 'onBreak' }
    if (breakDaysLeft(taken, at) * DAY_MS < until - at) {
      return { kind: 'breakRefused', code: 'noDaysLeft' }
    }
    await transaction.insertInto('breaks').values({ player, startedAt: at, until }).execute()
  } else {
    if (on.length === 0) return { kind: 'breakRefused', code: 'notOnBreak' }
    await transaction.updateTable('breaks').set({ until: at }).where('key', 'in', on).execute()
  }
  const areKnown = await knowsAllGames(transaction, player, games)
  return areKnown ? undefined : { kind: 'gameUnseen', player }
}

/**
 * Refuses a correspondence game that would begin without a break of its players. The transaction
 * must hold the players.
 */
export async function refuseUnseenBreak(
  transaction: Transaction<Tables>,
  { players, at, known }: Resting,
  rows: RowReader,
): Promise<Conflict | undefined> {
  const stored = await breaksAt({ db: transaction, rows }, players, at)
  const isSeen = players.every((player) => stored.get(player) === known.get(player))
  return isSeen ? undefined : { kind: 'breakUnseen', players }
}

// --- internal ---

/**
 * A player's breaks that may count for this year or a later one. After a clock jump they may begin
 * in the future.
 */
async function breaksOf(
  { db, rows }: RowSource,
  player: PlayerId,
  now: number,
): Promise<readonly StoredSpan[]> {
  const found = await db
    .selectFrom('breaks')
    .select(['key', 'startedAt', 'until'])
    .where('player', '=', player)
    .where('until', '>=', Date.UTC(new Date(now).getUTCFullYear(), 0))
    .orderBy('key')
    .execute()
  return found.filter((row) => isSpan(rows, row))
}

type StoredSpan = Span & Pick<Selectable<BreaksTable>, 'key'>

/** No break is as long as a year. */
const spanSchema = z
  .object({ startedAt: instantSchema, until: instantSchema })
  .check(z.refine(({ startedAt, until }) => until - startedAt < 366 * DAY_MS))

/** Is this a break? A damaged one is reported. */
function isSpan(rows: RowReader, row: StoredSpan): boolean {
  return rows.read(spanSchema, row, { table: 'breaks', id: String(row.key) }) !== undefined
}

/** Are all running games of the player known? */
async function knowsAllGames(
  transaction: Transaction<Tables>,
  player: PlayerId,
  known: readonly number[],
): Promise<boolean> {
  const rows = await transaction
    .selectFrom('games')
    .select('key')
    .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
    .where('endedAt', 'is', null)
    .where('damage', 'is', null)
    .execute()
  const there = new Set(known)
  return rows.every(({ key }) => there.has(key))
}
