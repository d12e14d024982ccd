import type { BreakRefusal, BreakState, PlayerId } from '@hokito/protocol'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { breakDaysLeft, DAY_MS, type Span } from './break-days.ts'
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

/** The break is refused and nothing is stored. */
export class BreakRefused extends Error {
  readonly code: BreakRefusal | 'noAccount'

  constructor(code: BreakRefusal | 'noAccount') {
    super(code)
    this.code = code
  }
}

/** A concurrent break or game was not seen when this was decided. Nothing is stored. */
export class BreakUnheard extends Error {
  constructor() {
    super('a break or a game has begun meanwhile')
  }
}

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
 * Stores a break. The transaction must hold the player, so that no other break and no
 * correspondence game begins meanwhile.
 * @throws BreakRefused
 * @throws BreakUnheard when a game of the player has begun that was not known
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
 * Refuses correspondence games that would begin without a break of their players. The transaction
 * must hold the players.
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
