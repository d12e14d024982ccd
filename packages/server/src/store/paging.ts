import type { PlayerId } from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import type { Kysely, Selectable } from 'kysely'
import type { GamesTable } from './game-tables.ts'
import type { Tables } from './schema.ts'

/** A game as returned by a walk over a player's games. */
export type GameOfPlayer = Pick<Selectable<GamesTable>, 'key' | 'id' | 'endedAt'>

/**
 * The games in which a player has a side, a page at a time: running games first, then finished ones
 * by their end. Each page is a range of an index, so its cost does not depend on the number of
 * games.
 */
export async function* gamesOnSide(
  db: Kysely<Tables>,
  color: Color,
  player: PlayerId,
): AsyncGenerator<readonly GameOfPlayer[]> {
  const games = db.selectFrom('games').select(['key', 'id', 'endedAt']).where(color, '=', player)
  yield* pagesOf<GameOfPlayer>((last) =>
    games
      .where('endedAt', 'is', null)
      .where('key', '>', last?.key ?? 0)
      .orderBy('key')
      .limit(PAGE)
      .execute(),
  )
  yield* pagesOf<GameOfPlayer>((last) =>
    games
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('endedAt', 'key'), '>', tuple(last?.endedAt ?? EARLIEST, last?.key ?? 0)),
      )
      .orderBy('endedAt')
      .orderBy('key')
      .limit(PAGE)
      .execute(),
  )
}

/** Ranges of keys for scanning a table in which no index finds the wanted rows. */
export async function* keyRanges(
  db: Kysely<Tables>,
  table: 'sayings' | 'reports',
): AsyncGenerator<readonly [from: number, to: number]> {
  const { first, last } = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.min('key').as('first'), fn.max('key').as('last')])
    .executeTakeFirstOrThrow()
  if (first === null) return
  for (let from = Number(first); from <= Number(last); from += RANGE) yield [from, from + RANGE - 1]
}

// --- internal ---

/** How many rows one statement reads: about a millisecond of work. */
const PAGE = 50
/** How many rows one statement scans. */
const RANGE = 2000
const EARLIEST = Number.MIN_SAFE_INTEGER

async function* pagesOf<Row>(
  readAfter: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ; ) {
    const page = await readAfter(last)
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    last = page.at(-1)
  }
}
