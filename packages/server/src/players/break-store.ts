import type { BreakRefusal, BreakState, PlayerId } from '@hokito/protocol'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { breakDaysLeft, DAY_MS, type Span } from './break-days.ts'
import { hasAccount } from './credentials.ts'

/** A break that a player takes, or one that is over before it should have been. */
export interface BreakChange {
  readonly player: PlayerId
  readonly at: number
  /** When it is over: `at` where it is so now. */
  readonly until: number
  /** The keys of all running games of the player when this was decided. */
  readonly games: readonly number[]
}

/** A game over days that begins, with what was known of breaks of its players when that was decided. */
export interface Resting {
  readonly players: readonly PlayerId[]
  readonly at: number
  readonly known: KnownBreaks
}

/** Until when those players are on a break who are. */
export type KnownBreaks = ReadonlyMap<PlayerId, number>

/** A break that is refused; nothing has happened. */
export class BreakRefused extends Error {
  readonly code: BreakRefusal | 'noAccount'

  constructor(code: BreakRefusal | 'noAccount') {
    super(code)
    this.code = code
  }
}

/** Something was decided without a break, or a game, that another has stored meanwhile; nothing has happened. */
export class BreakUnheard extends Error {
  constructor() {
    super('a break or a game has begun meanwhile')
  }
}

/** Who of these players is on a break. */
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

/** How a player stands with breaks. */
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
 * Stores a break within a transaction that holds the player: so no other break, and no game over days, begins meanwhile.
 * @throws BreakRefused
 * @throws BreakUnheard where a game of the player has begun that was not known of
 */
export async function storeBreak(
  transaction: Transaction<Tables>,
  { player, at, until, games }: BreakChange,
): Promise<void> {
  if (!(await hasAccount(transaction, player))) throw new BreakRefused('noAccount')
  const taken = await breaksOf(transaction, player, at)
  const isOn = taken.some((span) => span.until > at)
  if (until > at) {
    if (isOn) throw new BreakRefused('onBreak')
    if (breakDaysLeft(taken, at) * DAY_MS < until - at) throw new BreakRefused('noDaysLeft')
    await transaction.insertInto('breaks').values({ player, startedAt: at, until }).execute()
  } else {
    if (!isOn) throw new BreakRefused('notOnBreak')
    await transaction
      .updateTable('breaks')
      .set({ until: at })
      .where('player', '=', player)
      .where('until', '>', at)
      .execute()
  }
  await refuseUnknown(transaction, player, games)
}

/**
 * Refuses games over days that begin without a break that there is, within a transaction that holds their players.
 * @throws BreakUnheard
 */
export async function refuseUnrested(
  transaction: Transaction<Tables>,
  beginning: readonly Resting[],
): Promise<void> {
  for (const { players, at, known } of beginning) {
    const stored = await breaksAt(transaction, players, at)
    if (players.some((player) => stored.get(player) !== known.get(player))) throw new BreakUnheard()
  }
}

// --- internal ---

/** Breaks of a player that may still count for this year or a later one; also later than they began, after a jump. */
function breaksOf(db: Kysely<Tables>, player: PlayerId, now: number): Promise<readonly Span[]> {
  return db
    .selectFrom('breaks')
    .select(['startedAt', 'until'])
    .where('player', '=', player)
    .where('until', '>=', Date.UTC(new Date(now).getUTCFullYear(), 0))
    .orderBy('key')
    .execute()
}

async function refuseUnknown(
  transaction: Transaction<Tables>,
  player: PlayerId,
  known: readonly number[],
): Promise<void> {
  const rows = await transaction
    .selectFrom('games')
    .select('key')
    .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
    .where('endedAt', 'is', null)
    .where('damage', 'is', null)
    .execute()
  const there = new Set(known)
  if (rows.some(({ key }) => !there.has(key))) throw new BreakUnheard()
}
