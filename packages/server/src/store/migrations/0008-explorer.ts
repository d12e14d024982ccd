import type { CreateTableBuilder, Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * The explorer: finished games with their search columns, moves from positions that several games
 * share, and counts over all games. No column references games, so a node without these tables
 * continues as before.
 */
export function explorer(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

/**
 * The columns by which games are listed. Each list is a range of one index, in the order of the
 * list.
 */
const LISTS = [['black'], ['white'], ['winner'], ['plies'], ['deal', 'isShared']] as const
const SUMS = ['games', 'black', 'draws', 'white', 'total'] as const

async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  const { whole } = columns
  await exploreGames(db, columns)
  await db.schema
    .createTable('unexplored')
    .addColumn('game', whole, (column) => column.primaryKey())
    .execute()
  await summedTable(db, columns, 'exploredMoves', ['endRule', 'position', 'move'])
  await summedTable(db, columns, 'exploredCounts', ['topic', 'value'])
}

async function summedTable(
  db: Kysely<unknown>,
  { whole }: Columns,
  table: string,
  key: readonly string[],
): Promise<void> {
  let made: CreateTableBuilder<string, string> = db.schema.createTable(table)
  for (const part of key) made = made.addColumn(part, 'text', (column) => column.notNull())
  for (const sum of SUMS) made = made.addColumn(sum, whole, (column) => column.notNull())
  await made.addPrimaryKeyConstraint(`${table}_once`, [...key]).execute()
}

async function exploreGames(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  let games: CreateTableBuilder<string, string> = db.schema
    .createTable('exploredGames')
    .addColumn('game', whole, (column) => column.primaryKey())
  for (const text of ['black', 'white', 'winner', 'ending', 'endRule', 'deal']) {
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
}
