import type { CreateTableBuilder, Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * The explorer stores the last board of each game, and finds games by the time of their end. All of
 * it follows from the games, so the explorer starts over: it counts all games again in the
 * background, as it does for games from before the explorer.
 */
export function explorerBoards(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

/**
 * The columns by which games are listed. Each list is a range of one index, in the order of the
 * list.
 */
const LISTS = [
  ['black'],
  ['white'],
  ['winner'],
  ['plies'],
  ['deal', 'isShared'],
  ['endedAt'],
] as const

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema.dropTable('exploredGames').execute()
  let games: CreateTableBuilder<string, string> = db.schema
    .createTable('exploredGames')
    .addColumn('game', whole, (column) => column.primaryKey())
  for (const text of ['black', 'white', 'winner', 'ending', 'endRule', 'deal', 'lastPosition']) {
    games = games.addColumn(text, 'text', (column) => column.notNull())
  }
  for (const number of ['plies', 'margin', 'isShared'] as const) {
    games = games.addColumn(number, 'integer', (column) => column.notNull())
  }
  await games.addColumn('endedAt', whole, (column) => column.notNull()).execute()
  for (const list of LISTS) {
    await db.schema
      .createIndex(`exploredGames_${list[0]}`)
      .on('exploredGames')
      .columns([...list, 'game'])
      .execute()
  }
  await forgetCounts(db as Kysely<Counted>)
}

/** Deletes the counts of games that will be counted again. */
async function forgetCounts(db: Kysely<Counted>): Promise<void> {
  for (const table of ['exploredMoves', 'exploredCounts', 'unexplored'] as const) {
    await db.deleteFrom(table).execute()
  }
  await db.deleteFrom('facts').where('name', '=', 'exploredUpTo').execute()
}

/** The tables used here, as they are at this step. */
interface Counted {
  readonly exploredMoves: object
  readonly exploredCounts: object
  readonly unexplored: object
  readonly facts: { readonly name: string }
}
