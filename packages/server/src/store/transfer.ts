import { isDeepStrictEqual } from 'node:util'
import type { GameId } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import { type Database, DatabaseInUseError, DatabaseTooOldError } from './database.ts'
import type { Holder } from './database-lock.ts'
import {
  deleteFact,
  isTransferUnfinished,
  readAliveAt,
  readFact,
  TRANSFER,
  writeFact,
} from './facts.ts'
import { GameStore } from './game-store.ts'
import { isThere } from './is-there.ts'
import { parseJson } from './json.ts'
import { NewerSchemaError } from './migrations.ts'
import { openToRead, openToWrite, type Source } from './open-source.ts'
import { accessErrorOf } from './postgres-errors.ts'
import type { Tables } from './schema.ts'
import { Sqlite } from './sqlite.ts'
import {
  addRows,
  countRows,
  firstDifference,
  nameOfRow,
  type Row,
  type RowKey,
  rowsAfter,
  storableRow,
  TABLE_NAMES,
  type TableName,
} from './transfer-tables.ts'
import { writeErrorCodeOf } from './write-error.ts'

/** Why a database was not transferred. */
export const TRANSFER_ERRORS = [
  'missing',
  'inUse',
  'notADatabase',
  'tooOld',
  'olderSchema',
  'newerSchema',
  'unfinished',
  'notEmpty',
  'unreachable',
  'wrongPassword',
  'noSuchDatabase',
  'noRights',
  'notWritable',
  'diskFull',
  'badRow',
  'differs',
  'cancelled',
] as const
export type TransferErrorCode = (typeof TRANSFER_ERRORS)[number]

export interface TransferError {
  readonly code: TransferErrorCode
  /** Which of the two databases is meant. */
  readonly place: 'from' | 'to'
  /** The process that holds it, if known. */
  readonly holder?: Holder | undefined
  /** For `badRow` and `differs`: the row or the part, such as `games 17`. */
  readonly what?: string
  /** For `badRow`: why the database does not store the row, in its own words. */
  readonly why?: string
}

/** The progress of a transfer, from 0 to 1 in each stage. */
export interface TransferProgress {
  readonly stage: 'copying' | 'comparing' | 'replaying'
  readonly share: number
}

export interface TransferOptions {
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined
  /**
   * Stops the transfer between two pieces. The next call with the same databases continues there.
   */
  readonly signal?: AbortSignal | undefined
}

/** The transferred data, found equal on both sides. */
export interface Transferred {
  readonly rows: number
  /** Rows with a text in which U+FFFD replaced the character 0, which PostgreSQL does not store. */
  readonly replaced: number
  readonly games: number
  /** Games that neither side could read. */
  readonly damaged: number
}

/**
 * Copies all data of a server into an empty database of either kind, compares every row, and
 * replays every game on both sides. No server may use either database meanwhile, and none can start
 * on the new one until the transfer is complete. A stopped transfer continues, or starts over if a
 * server has used the old database since.
 */
export async function transferStore(
  from: Source,
  to: Source,
  options: TransferOptions = {},
): Promise<Result<Transferred, TransferError>> {
  const source = await openOld(from)
  if (!source.ok) return source
  try {
    const target = await open(to, 'to')
    if (!target.ok) return target
    try {
      return await transferBetween(source.value, target.value, options)
    } catch (error) {
      const code = writeCodeOf(error)
      if (code === undefined) throw error
      // Only writing fails in other ways.
      const isSourceGone = code === 'unreachable' && !(await answers(source.value))
      return err({ code, place: isSourceGone ? 'from' : 'to' })
    } finally {
      await target.value.close()
    }
  } finally {
    await source.value.close()
  }
}

// --- internal ---

type Step = (progress: TransferProgress) => boolean

/** Opens the database to copy. Creates nothing and does not update an older schema. */
async function openOld(place: Source): Promise<Result<Database, TransferError>> {
  const { databaseFile: file, databaseUrl } = place
  const refuse = (code: TransferErrorCode) => err({ code, place: 'from' as const })
  if (databaseUrl === undefined && (file === undefined || !(await isThere(file)))) {
    return refuse('missing')
  }
  try {
    const before = await openToRead(place)
    await before.close()
    if (before.schemaAge !== 'current') {
      return refuse(before.schemaAge === 'older' ? 'olderSchema' : 'newerSchema')
    }
  } catch (error) {
    const code = openCodeOf(error)
    if (code === undefined) throw error
    return refuse(code)
  }
  const opened = await open(place, 'from')
  if (opened.ok && (await isTransferUnfinished(opened.value.db))) {
    await opened.value.close()
    return refuse('unfinished')
  }
  return opened
}

async function open(
  source: Source,
  place: TransferError['place'],
): Promise<Result<Database, TransferError>> {
  try {
    return ok(await openToWrite(source))
  } catch (error) {
    if (error instanceof DatabaseInUseError) {
      return err({ code: 'inUse', place, holder: error.inUse.holder })
    }
    const code = openCodeOf(error) ?? writeCodeOf(error)
    if (code === undefined) throw error
    return err({ code, place })
  }
}

function openCodeOf(error: unknown): TransferErrorCode | undefined {
  if (error instanceof DatabaseTooOldError) return 'tooOld'
  if (error instanceof NewerSchemaError) return 'newerSchema'
  const isNone = error instanceof Sqlite.SqliteError && error.code === 'SQLITE_NOTADB'
  return isNone ? 'notADatabase' : accessErrorOf(error)
}

function writeCodeOf(error: unknown): TransferErrorCode | undefined {
  const code = writeErrorCodeOf(error)
  if (code === 'failed') return undefined
  return code === 'diskFull' || code === 'unreachable' ? code : 'notWritable'
}

async function answers({ db }: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    // The transfer has already failed with the reason.
    return false
  }
}

/** The state of a transfer, stored in the database that it fills. */
const stateSchema = z.object({
  /** The state of the old database at the start. If it changes, a server has used that database. */
  of: z.object({ aliveAt: z.number().optional(), events: z.number() }),
  table: z.enum(TABLE_NAMES),
  last: z.array(z.union([z.string(), z.number()])).optional(),
})
type State = z.infer<typeof stateSchema>

async function transferBetween(
  source: Database,
  target: Database,
  { onProgress, signal }: TransferOptions,
): Promise<Result<Transferred, TransferError>> {
  const step: Step = (progress) => {
    onProgress?.(progress)
    return signal?.aborted !== true
  }
  const cancelled = err({ code: 'cancelled' as const, place: 'to' as const })
  const counts = new Map<TableName, number>()
  for (const table of TABLE_NAMES) counts.set(table, await countRows(source.db, table))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)

  const began = await begin(source, target)
  if (!began.ok) return began
  const copied = await copy(source, target, { state: began.value, total, step })
  if (copied === 'cancelled') return cancelled
  if (copied !== 'copied') return err(copied)
  const compared = await compare(source, target, { counts, total, step })
  if (compared === 'cancelled') return cancelled
  if ('different' in compared) return differs(compared.different)
  const replayed = await replay(source, target, { total: counts.get('games') ?? 0, step })
  if (replayed === 'cancelled') return cancelled
  if ('different' in replayed) return differs(replayed.different)
  await deleteFact(target.db, TRANSFER)
  return ok({ rows: total, ...compared, ...replayed })
}

function differs(what: string): Result<never, TransferError> {
  return err({ code: 'differs', place: 'to', what })
}

/**
 * The state from which to continue: the beginning, or the point at which a transfer from the same
 * state was stopped. An error if neither is possible.
 */
async function begin(source: Database, target: Database): Promise<Result<State, TransferError>> {
  const of = await stateOf(source.db)
  const text = await readFact(target.db, TRANSFER)
  const before = text === undefined ? undefined : stateSchema.safeParse(parseJson(text)).data
  if (before !== undefined && isDeepStrictEqual(before.of, of)) return ok(before)
  const fresh: State = { of, table: 'players' }
  if (text === undefined) {
    for (const table of TABLE_NAMES) {
      if ((await countRows(target.db, table)) > 0) return err({ code: 'notEmpty', place: 'to' })
    }
    await writeState(target.db, fresh)
    return ok(fresh)
  }
  await target.transact(async (transaction) => {
    for (const table of [...TABLE_NAMES].reverse()) await transaction.deleteFrom(table).execute()
    await writeState(transaction, fresh)
  })
  return ok(fresh)
}

async function stateOf(db: Kysely<Tables>): Promise<State['of']> {
  const aliveAt = await readAliveAt(db)
  const { rows } = await sql<{ key: number | null }>`select max(key) as key from events`.execute(db)
  return { ...(aliveAt !== undefined && { aliveAt }), events: rows[0]?.key ?? 0 }
}

function writeState(db: Kysely<Tables>, state: State): Promise<void> {
  return writeFact(db, TRANSFER, JSON.stringify(state))
}

interface CopyTask {
  readonly state: State
  readonly total: number
  readonly step: Step
}

/**
 * Copies piece by piece. Each piece is stored in one transaction with the state. An error if a row
 * cannot be stored.
 */
async function copy(
  source: Database,
  target: Database,
  { state, total, step }: CopyTask,
): Promise<'copied' | 'cancelled' | TransferError> {
  const begun = TABLE_NAMES.indexOf(state.table)
  let copied = 0
  for (const table of TABLE_NAMES) copied += await countRows(target.db, table)
  for (const [index, table] of TABLE_NAMES.entries()) {
    if (index < begun) continue
    for (let last: RowKey | undefined = index === begun ? state.last : undefined; ; ) {
      if (!step({ stage: 'copying', share: share(copied, total) })) return 'cancelled'
      const page = await rowsAfter(source.db, table, last)
      if (page.last === undefined) break
      last = page.last
      const next = { ...state, table, last: [...last] }
      const bad = await copyPage(target, page.rows.map(storableRow), next)
      if (bad !== undefined) return bad
      copied += page.rows.length
    }
  }
  await target.continueNumbers()
  return 'copied'
}

/**
 * Stores a page of rows. If the database refuses them, stores one after the other, to name the first
 * that it does not store.
 */
async function copyPage(
  target: Database,
  rows: readonly Row[],
  state: State,
): Promise<TransferError | undefined> {
  const { table } = state
  try {
    await target.transact(async (transaction) => {
      await addRows(transaction, table, rows)
      await writeState(transaction, state)
    })
    return undefined
  } catch (error) {
    if (writeCodeOf(error) !== undefined) throw error
  }
  let tried: Row | undefined
  try {
    await target.transact(async (transaction) => {
      for (const row of rows) {
        tried = row
        await addRows(transaction, table, [row])
      }
      tried = undefined
      await writeState(transaction, state)
    })
    return undefined
  } catch (error) {
    if (tried === undefined || writeCodeOf(error) !== undefined) throw error
    const why = error instanceof Error ? error.message : String(error)
    return { code: 'badRow', place: 'to', what: nameOfRow(table, tried), why }
  }
}

/**
 * Names the first row that differs, or a table with extra rows; counts the rows with replaced
 * characters if all is equal.
 */
async function compare(
  source: Database,
  target: Database,
  task: { counts: ReadonlyMap<TableName, number>; total: number; step: Step },
): Promise<'cancelled' | { readonly different: string } | Pick<Transferred, 'replaced'>> {
  let compared = 0
  let replaced = 0
  for (const table of TABLE_NAMES) {
    for (let last: RowKey | undefined; ; ) {
      if (!task.step({ stage: 'comparing', share: share(compared, task.total) })) return 'cancelled'
      const page = await rowsAfter(source.db, table, last)
      const rows = page.rows.map(storableRow)
      replaced += rows.filter((row, index) => row !== page.rows[index]).length
      const different = await firstDifference(target.db, table, rows)
      if (different !== undefined) return { different: nameOfRow(table, different) }
      if (page.last === undefined) break
      last = page.last
      compared += page.rows.length
    }
    if ((await countRows(target.db, table)) !== task.counts.get(table)) return { different: table }
  }
  return { replaced }
}

type Replayed =
  | 'cancelled'
  | { readonly different: string }
  | Pick<Transferred, 'games' | 'damaged'>

async function replay(
  source: Database,
  target: Database,
  { total, step }: { readonly total: number; readonly step: Step },
): Promise<Replayed> {
  const [before, after] = [source, target].map(
    ({ db }) => new GameStore(db, () => undefined, { mayMark: false }),
  )
  let games = 0
  let damaged = 0
  for (let last: RowKey | undefined; before !== undefined && after !== undefined; ) {
    const page = await rowsAfter(source.db, 'games', last)
    for (const row of page.rows) {
      if (!step({ stage: 'replaying', share: share(games, total) })) return 'cancelled'
      const id = row.id as GameId
      const stored = await before.read(id)
      if (!isDeepStrictEqual(stored, await after.read(id))) return { different: `game ${id}` }
      games++
      if (stored?.kind === 'damaged') damaged++
    }
    if (page.last === undefined) break
    last = page.last
  }
  return { games, damaged }
}

function share(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total)
}
