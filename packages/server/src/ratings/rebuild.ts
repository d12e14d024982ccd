import { type GameView, gameEventSchema } from '@hokito/protocol'
import { COLORS } from '@hokito/rules'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { GameStore } from '../store/game-store.ts'
import { parseJson } from '../store/json.ts'
import type { RatingChangesTable, RatingsTable } from '../store/rating-tables.ts'
import type { Tables } from '../store/schema.ts'
import { type RatedMatch, ratedMatchOf } from './rated-match.ts'
import { ratedRows } from './store-ratings.ts'

/** All ratings that follow from the games. */
export interface Rebuilt {
  readonly ratings: readonly Selectable<RatingsTable>[]
  readonly changes: readonly Selectable<RatingChangesTable>[]
  /** The number of rated matches. */
  readonly matches: number
}

/**
 * Recomputes all ratings from the games: every match, in the order in which matches ended. Players
 * with deleted accounts count as opponents but get no ratings. A match with a damaged game is not
 * rated.
 */
export async function rebuildRatings(db: Kysely<Tables>, store: GameStore): Promise<Rebuilt> {
  const matches = await matchesIn(db, store)
  const ratings = new Map<string, Selectable<RatingsTable>>()
  const changes: Selectable<RatingChangesTable>[] = []
  for (const ended of matches) {
    const { players, speed } = ended.match
    const nameOf = (color: 'black' | 'white') => `${players[color]} ${speed}`
    const stored = { black: ratings.get(nameOf('black')), white: ratings.get(nameOf('white')) }
    const rows = ratedRows(ended, stored)
    for (const color of COLORS) {
      ratings.set(nameOf(color), rows.ratings[color])
      changes.push(rows.changes[color])
    }
  }
  const accounts = await db.selectFrom('credentials').select('player').execute()
  const hasAccount = new Set(accounts.map(({ player }) => player))
  return {
    ratings: [...ratings.values()].filter(({ player }) => hasAccount.has(player)),
    changes: changes.filter(({ player }) => hasAccount.has(player)),
    matches: matches.length,
  }
}

/** The number of stored rows that differ from the games, including missing and superfluous ones. */
export async function differencesFrom(db: Kysely<Tables>, rebuilt: Rebuilt): Promise<number> {
  const ratings = await db.selectFrom('ratings').selectAll().execute()
  const changes = await db.selectFrom('ratingChanges').selectAll().execute()
  const ratingOf = ({ player, speed }: Selectable<RatingsTable>) => `${player} ${speed}`
  const changeOf = ({ game, player }: Selectable<RatingChangesTable>) => `${game} ${player}`
  return (
    countDifferent(ratings, rebuilt.ratings, ratingOf) +
    countDifferent(changes, rebuilt.changes, changeOf)
  )
}

/** Replaces the stored ratings with those that follow from the games. */
export async function writeRatings(
  transaction: Transaction<Tables>,
  { ratings, changes }: Rebuilt,
): Promise<void> {
  await transaction.deleteFrom('ratings').execute()
  await transaction.deleteFrom('ratingChanges').execute()
  for (const rows of pagesOf(ratings)) {
    await transaction.insertInto('ratings').values(rows).execute()
  }
  for (const rows of pagesOf(changes)) {
    await transaction.insertInto('ratingChanges').values(rows).execute()
  }
}

// --- internal ---

/** With 16 columns well below the limit of values in a statement. */
const PAGE = 500
/**
 * Another machine's logarithm may differ in the last digits. This tolerance changes no rating as
 * shown.
 */
const TOLERANCE = 1e-6

interface Ended {
  readonly event: number
  readonly game: number
  readonly match: RatedMatch
}

/** All rated matches whose games are both readable, in the order in which they ended. */
async function matchesIn(db: Kysely<Tables>, store: GameStore): Promise<readonly Ended[]> {
  const matches: Ended[] = []
  for await (const stored of store.finished()) {
    if (stored.kind === 'damaged') continue
    const { view } = stored.game
    const match = ratedMatchOf(view)
    if (match === undefined || !(await hasSoundFirst(store, view))) continue
    const version = stored.eventJsons.findIndex(isEnding) + 1
    const row = await db
      .selectFrom('events')
      .select('key')
      .where('game', '=', stored.key)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    matches.push({ event: row.key, game: stored.key, match })
  }
  return matches.toSorted((a, b) => a.event - b.event)
}

function isEnding(eventJson: string): boolean {
  return gameEventSchema.parse(parseJson(eventJson)).kind === 'ended'
}

async function hasSoundFirst(store: GameStore, { match, terms }: GameView): Promise<boolean> {
  if (terms.games === 1) return true
  const first = match?.first && (await store.read(match.first.game))
  return first?.kind === 'sound'
}

function countDifferent<Row extends object>(
  stored: readonly Row[],
  rebuilt: readonly Row[],
  nameOf: (row: Row) => string,
): number {
  const left = new Map(stored.map((row) => [nameOf(row), row]))
  let different = 0
  for (const row of rebuilt) {
    const name = nameOf(row)
    if (!isAlike(left.get(name), row)) different++
    left.delete(name)
  }
  return different + left.size
}

function isAlike(one: object | undefined, other: object): boolean {
  const known = new Map(Object.entries(one ?? {}))
  return Object.entries(other).every(([column, value]) => {
    const stored: unknown = known.get(column)
    if (typeof value !== 'number' || typeof stored !== 'number') return stored === value
    return Math.abs(stored - value) <= TOLERANCE
  })
}

function* pagesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}
