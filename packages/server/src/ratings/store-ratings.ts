import {
  instantSchema,
  type PlayerId,
  type Rating,
  SPEEDS,
  UNRATED,
  widenedRating,
} from '@hokito/protocol'
import { type ByColor, byColor, COLORS, opposite } from '@hokito/rules'
import type { Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { RatingChangesTable, RatingsTable } from '../store/rating-tables.ts'
import type { RowReader, RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { type RatedMatch, rateMatch } from './rated-match.ts'

/** A rated match, or single game, that ends with an event of its last game. */
export interface EndedMatch {
  /** The last game's key. */
  readonly game: number
  /** The version of the event that ended that game. */
  readonly version: number
  readonly match: RatedMatch
}

/** The new rows of both players after a match. */
export interface RatedRows {
  readonly ratings: ByColor<Selectable<RatingsTable>>
  readonly changes: ByColor<Selectable<RatingChangesTable>>
}

/** The players whose ratings these matches change, each once, in a fixed order. */
export function playersOf(ended: readonly EndedMatch[]): readonly PlayerId[] {
  const players = ended.flatMap(({ match }) => [match.players.black, match.players.white])
  return [...new Set(players)].toSorted()
}

/**
 * Rates matches whose ends are stored in the same transaction, in the order in which they end.
 * Skips a match that is already rated.
 */
export async function storeRatings(
  transaction: Transaction<Tables>,
  ended: readonly EndedMatch[],
  rows: RowReader,
): Promise<void> {
  if (ended.length === 0) return
  for (const [event, { game, match }] of await inOrder(transaction, ended)) {
    const { black, white } = match.players
    const stored = {
      black: await readRating({ db: transaction, rows }, black, match),
      white: await readRating({ db: transaction, rows }, white, match),
    }
    const rated = ratedRows({ event, game, match }, stored)
    for (const color of COLORS) {
      await putRating(transaction, rated.ratings[color])
      await transaction.insertInto('ratingChanges').values(rated.changes[color]).execute()
    }
  }
}

/**
 * The rows of both players after a match. Players without a stored rating start at {@link UNRATED}.
 */
export function ratedRows(
  { event, game, match }: Omit<EndedMatch, 'version'> & { readonly event: number },
  stored: ByColor<Selectable<RatingsTable> | undefined>,
): RatedRows {
  const before = byColor((color) => ratingAt(stored[color], match.at))
  const rated = rateMatch(match, before)
  const { speed, players, winners, at } = match
  const [firstWinner, winner] = winners.length === 1 ? (['none', winners[0]] as const) : winners
  const whose = byColor((color) => ({ player: players[color], speed, ...rated[color].after }))
  return {
    ratings: byColor((color) => ({
      ...whose[color],
      matches: (stored[color]?.matches ?? 0) + 1,
      // A clock that was set back must not make the ratings older.
      ratedAt: Math.max(at, stored[color]?.ratedAt ?? 0),
    })),
    changes: byColor((color) => ({
      ...whose[color],
      event,
      game,
      opponent: players[opposite(color)],
      color,
      firstWinner,
      winner,
      ratingBefore: before[color].rating,
      deviationBefore: before[color].deviation,
      expected: rated[color].expected,
      scored: rated[color].scored,
      at,
    })),
  }
}

/** A stored rating at an instant. */
export function ratingAt(stored: Selectable<RatingsTable> | undefined, now: number): Rating {
  if (stored === undefined) return UNRATED
  const { rating, deviation, volatility, ratedAt } = stored
  return widenedRating({ rating, deviation, volatility }, now - ratedAt)
}

/**
 * A player's stored rating at a speed; undefined before the first match. A damaged one is none, so
 * that the player's games can begin and end.
 */
export async function readRating(
  { db, rows }: RowSource,
  player: PlayerId,
  { speed }: Pick<RatingsTable, 'speed'>,
): Promise<Selectable<RatingsTable> | undefined> {
  const stored = await db
    .selectFrom('ratings')
    .selectAll()
    .where('player', '=', player)
    .where('speed', '=', speed)
    .executeTakeFirst()
  return stored && isSoundRating(rows, stored) ? stored : undefined
}

/** Is this a rating? A damaged one is reported. */
export function isSoundRating(rows: RowReader, stored: Selectable<RatingsTable>): boolean {
  const id = `${stored.player} ${stored.speed}`
  return rows.read(storedRatingSchema, stored, { table: 'ratings', id }) !== undefined
}

// --- internal ---

/** Wide enough for the ratings of every version. */
const storedRatingSchema = z.object({
  speed: z.enum(SPEEDS),
  rating: z.number().check(z.minimum(-10_000), z.maximum(10_000)),
  deviation: z.number().check(z.minimum(0), z.maximum(1000)),
  volatility: z.number().check(z.minimum(0), z.maximum(1)),
  matches: z.int().check(z.minimum(0)),
  ratedAt: instantSchema,
})

/** The unrated matches, with the keys of the events that end them. */
async function inOrder(
  transaction: Transaction<Tables>,
  ended: readonly EndedMatch[],
): Promise<readonly (readonly [event: number, EndedMatch])[]> {
  const games = ended.map(({ game }) => game)
  const versions = ended.map(({ version }) => version)
  const rows = await transaction
    .selectFrom('events')
    .select(['key', 'game', 'version'])
    .where('game', 'in', games)
    .where('version', 'in', versions)
    .orderBy('key')
    .execute()
  const done = await transaction
    .selectFrom('ratingChanges')
    .select('game')
    .where('game', 'in', games)
    .execute()
  const isDone = new Set(done.map(({ game }) => game))
  return rows.flatMap(({ key, game, version }) => {
    const match = ended.find((one) => one.game === game && one.version === version)
    return match === undefined || isDone.has(game) ? [] : [[key, match] as const]
  })
}

async function putRating(
  transaction: Transaction<Tables>,
  row: Selectable<RatingsTable>,
): Promise<void> {
  const { player, speed, ...rest } = row
  await transaction
    .insertInto('ratings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['player', 'speed']).doUpdateSet(rest))
    .execute()
}
