import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isOwnFact } from './facts.ts'
import type { Tables } from './schema.ts'

/**
 * A table whose rows players would miss. Witnesses concern the database's own connections; passkey
 * challenges and orders expire within minutes.
 */
export type TableName = Exclude<keyof Tables, 'witnesses' | 'passkeyChallenges' | 'orders'>

/** The key columns of every such table. Each table follows those that its rows refer to. */
const TABLE_KEYS = {
  players: ['id'],
  heldKeys: ['key'],
  renames: ['key'],
  sessions: ['tokenHash'],
  games: ['key'],
  events: ['key'],
  challenges: ['id'],
  deadlines: ['game'],
  leftDeals: ['game'],
  arrangements: ['game', 'color'],
  lines: ['game', 'color'],
  shifts: ['key'],
  facts: ['name'],
  dailyTries: ['day', 'level', 'player'],
  dailyMargins: ['day', 'level', 'margin'],
  dailyMoves: ['day', 'position', 'move'],
  credentials: ['player'],
  recoveryCodes: ['codeHash'],
  signOuts: ['player'],
  passkeys: ['id'],
  exploredGames: ['game'],
  exploredMoves: ['endRule', 'position', 'move'],
  exploredCounts: ['topic', 'value'],
  unexplored: ['game'],
  ratings: ['player', 'speed'],
  ratingChanges: ['game', 'player'],
  accessTokens: ['tokenHash'],
  bots: ['player'],
  follows: ['player', 'followed'],
  blocks: ['player', 'blocked'],
  sentChallenges: ['challenge'],
  talkers: ['player'],
  sayings: ['key'],
  reports: ['key'],
  limitations: ['player', 'kind'],
  adminLog: ['key'],
  pushSubscriptions: ['endpoint'],
  breaks: ['key'],
  reminders: ['game'],
  tournaments: ['id'],
  tournamentEntries: ['tournament', 'player'],
  tournamentPairings: ['tournament', 'round', 'player'],
  arenaPlayers: ['tournament', 'player'],
  arenaPairings: ['tournament', 'player', 'number'],
  mailAddresses: ['player'],
  mailLinks: ['hash'],
  gameLetters: ['player'],
  waitingLetters: ['player', 'kind', 'subject'],
  erasures: ['player'],
  shownProgress: ['player'],
  studies: ['id'],
  studyChapters: ['study', 'n'],
  studyMembers: ['study', 'player'],
  teachers: ['player'],
  teachRequests: ['player'],
  classes: ['id'],
  pupils: ['player'],
  classTasks: ['class', 'n'],
} as const satisfies { readonly [T in TableName]: readonly (keyof Tables[T])[] }

export const TABLE_NAMES = Object.keys(TABLE_KEYS) as readonly TableName[]

/** A row as both databases return it: numbers, texts and null. */
export type Row = Readonly<Record<string, number | string | null>>

/** The key of a row in its table. */
export type RowKey = readonly (number | string)[]

/**
 * The rows of a table after a key. Leaves out facts that concern only one database and its nodes.
 */
export async function rowsAfter(
  db: Kysely<Tables>,
  table: TableName,
  after: RowKey | undefined,
): Promise<{ readonly rows: readonly Row[]; readonly last: RowKey | undefined }> {
  const key = columnsOf(table)
  const beyond = after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} ${beyond} order by ${key} limit ${PAGE}
  `.execute(db)
  const last = rows.at(-1)
  return {
    rows: rows.filter((row) => table !== 'facts' || !isOwnFact(String(row.name))),
    last: last && keyOf(table, last),
  }
}

/**
 * A row as both databases can store it. PostgreSQL stores no character 0, which earlier versions
 * let into texts of SQLite; U+FFFD replaces it.
 */
export function storableRow(row: Row): Row {
  const entries = Object.entries(row)
  if (!entries.some(([, value]) => hasZero(value))) return row
  return Object.fromEntries(
    entries.map(([column, value]) => [
      column,
      hasZero(value) ? value.replaceAll('\0', '\ufffd') : value,
    ]),
  )
}

/** Names a row for people. */
export function nameOfRow(table: TableName, row: Row): string {
  return [table, ...keyOf(table, row)].join(' ')
}

/** Inserts rows unchanged, with their keys. */
export async function addRows(
  transaction: Transaction<Tables>,
  table: TableName,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
  `.execute(transaction)
}

/**
 * The first of these rows that the database lacks or has with other values; undefined if it has
 * them all.
 */
export async function firstDifference(
  db: Kysely<Tables>,
  table: TableName,
  rows: readonly Row[],
): Promise<Row | undefined> {
  if (rows.length === 0) return undefined
  const found = await sql<Row>`
    select * from ${sql.table(table)} where ${isOneOf(table, rows)}
  `.execute(db)
  const nameOf = (row: Row) => JSON.stringify(keyOf(table, row))
  const there = new Map(found.rows.map((row) => [nameOf(row), { ...row }]))
  return rows.find((row) => !isDeepStrictEqual(there.get(nameOf(row)), { ...row }))
}

export async function countRows(db: Kysely<Tables>, table: TableName): Promise<number> {
  if (table === 'facts') {
    const { rows } = await sql<{ name: string }>`select name from facts`.execute(db)
    return rows.filter(({ name }) => !isOwnFact(name)).length
  }
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${sql.table(table)}
  `.execute(db)
  return Number(rows[0]?.count)
}

// --- internal ---

function hasZero(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\0')
}

/** With at most 16 columns, well below the limit of values in a statement in either database. */
const PAGE = 500

/** SQLite does not accept a list of pairs. */
function isOneOf(table: TableName, rows: readonly Row[]) {
  const key = columnsOf(table)
  if (TABLE_KEYS[table].length === 1) {
    return sql`${key} in (${sql.join(rows.flatMap((row) => keyOf(table, row)))})`
  }
  const each = rows.map((row) => sql`(${key}) = (${sql.join(keyOf(table, row))})`)
  return sql.join(each, sql` or `)
}

function columnsOf(table: TableName) {
  return sql.join(TABLE_KEYS[table].map((column) => sql.ref(column)))
}

function keyOf(table: TableName, row: Row): RowKey {
  return TABLE_KEYS[table].map((column) => row[column] ?? '')
}
