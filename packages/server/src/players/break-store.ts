import { type BreakState, DAY_MS, type PlayerId } from '@hokito/protocol'
import type { Kysely, Transaction } from 'kysely'
import type { Conflict } from '../store/conflict.ts'
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

/** Which of these players are on a break, and until when. */
export async function breaksAt(
  db: Kysely<Tables>,
  players: readonly PlayerId[],
  now: number,
): Promise<KnownBreaks> {
  const rows = await db
    .selectFrom('breaks')
    .select(['player', 'until'])
    .where('player', 'in', players)
    .where('until', '>', now)
    .execute()
  return new Map(rows.map(({ player, until }) => [player, until]))
}

/** A player's break state: the current break and the days left. */
export async function breakStateOf(
  db: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<BreakState> {
  const taken = await breaksOf(db, player, now)
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
): Promise<Conflict | undefined> {
  if (!(await hasAccount(transaction, player))) return { kind: 'breakRefused', code: 'noAccount' }
  const taken = await breaksOf(transaction, player, at)
  const isOn = taken.some((span) => span.until > at)
  if (until > at) {
    if (isOn) return { kind: 'breakRefused', code: 'onBreak' }
    if (breakDaysLeft(taken, at) * DAY_MS < until - at) {
      return { kind: 'breakRefused', code: 'noDaysLeft' }
    }
    await transaction.insertInto('breaks').values({ player, startedAt: at, until }).execute()
  } else {
    if (!isOn) return { kind: 'breakRefused', code: 'notOnBreak' }
    await transaction
      .updateTable('breaks')
      .set({ until: at })
      .where('player', '=', player)
      .where('until', '>', at)
      .execute()
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
): Promise<Conflict | undefined> {
  const stored = await breaksAt(transaction, players, at)
  const isSeen = players.every((player) => stored.get(player) === known.get(player))
  return isSeen ? undefined : { kind: 'breakUnseen', players }
}

// --- internal ---

/**
 * A player's breaks that may count for this year or a later one. After a clock jump they may begin
 * in the future.
 */
function breaksOf(db: Kysely<Tables>, player: PlayerId, now: number): Promise<readonly Span[]> {
  return db
    .selectFrom('breaks')
    .select(['startedAt', 'until'])
    .where('player', '=', player)
    .where('until', '>=', Date.UTC(new Date(now).getUTCFullYear(), 0))
    .orderBy('key')
    .execute()
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
