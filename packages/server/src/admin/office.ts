import { setTimeout as wait } from 'node:timers/promises'
import type { ClassPurpose, LimitationKind, ReportReason } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { Kysely } from 'kysely'
import { EventStream } from '../live/events.ts'
import { parseSaid, type Said } from '../people/sayings.ts'
import { waitingRequests } from '../people/teach-requests.ts'
import { playerNamed } from '../players/named.ts'
import type { CopyError } from '../store/checked-copy.ts'
import { DatabaseInUseError } from '../store/database.ts'
import { HonestSqliteDialect } from '../store/dialect.ts'
import { isThere } from '../store/is-there.ts'
import { NewerSchemaError, schemaAgeOf } from '../store/migrations.ts'
import { openToRead, openToWrite, type Source } from '../store/open-source.ts'
import { accessErrorOf } from '../store/postgres-errors.ts'
import type { Tables } from '../store/schema.ts'
import { Sqlite } from '../store/sqlite.ts'
import { type Order, type OrderAnswer, parseAnswer } from './order.ts'
import { Orders } from './orders.ts'

/** Why the owner's order failed, or why its outcome is unknown. */
export type OfficeError = CopyError | { readonly code: 'notTaken' } | { readonly code: 'unheard' }

/** A report as the owner reads it. */
export interface ReportView {
  readonly number: number
  readonly at: number
  readonly reporter: string
  /** The name at that time, and the current name. */
  readonly name: string
  readonly nameNow: string
  readonly reason: ReportReason
  readonly words: string
  readonly game: string | null
  readonly said: readonly Said[]
  readonly closedAt: number | null
  readonly answer: string | null
  readonly limitations: readonly LimitationView[]
}

/** A sanction against a player. */
export interface LimitationView {
  readonly kind: LimitationKind
  readonly why: string
  readonly until: number | null
}

/** A request to be confirmed as a teacher. */
export interface TeachRequestView {
  readonly name: string
  readonly at: number
  readonly purpose: ClassPurpose
  readonly school: string
}

/** An action in the log. */
export interface LogView {
  readonly at: number
  readonly admin: string
  readonly action: string
  readonly about: string
  readonly why: string
  readonly outcome: string
}

/**
 * Has an order carried out: by the server that uses the database, or directly if no server does. If
 * a server uses the SQLite file, only the order is written to it, in one short transaction.
 * @param now the time, used if no server is running to tell it
 */
export async function giveOrder(
  source: Source,
  order: Order,
  now: () => number,
): Promise<Result<OrderAnswer, OfficeError>> {
  return inDatabase<OrderAnswer, OfficeError>(source, async () => {
    try {
      const database = await openToWrite(source)
      try {
        // No server is running, so no player is connected who would hear of it.
        const orders = new Orders({ database, now, events: new EventStream() })
        return ok(await orders.perform(order))
      } finally {
        await database.close()
      }
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error
      return leaveOrder(source, order, now)
    }
  })
}

/** The latest reports, or only the open ones, the oldest first. */
export function readReports(
  source: Source,
  { all, most }: { readonly all: boolean; readonly most: number },
): Promise<Result<readonly ReportView[], CopyError>> {
  return reading(source, async (db) => {
    const rows = await reportsIn(db)
      .$if(!all, (query) => query.where('reports.closedAt', 'is', null))
      .orderBy('reports.key', 'desc')
      .limit(most)
      .execute()
    const views: ReportView[] = []
    for (const row of rows.toReversed()) views.push(await viewOf(db, row))
    return views
  })
}

/** One report; undefined if no report has that number. */
export function readReport(
  source: Source,
  number: number,
): Promise<Result<ReportView | undefined, CopyError>> {
  return reading(source, async (db) => {
    const row = await reportsIn(db).where('reports.key', '=', number).executeTakeFirst()
    return row && viewOf(db, row)
  })
}

/** The requests to teach that wait for an answer, the oldest first. */
export function readTeachRequests(
  source: Source,
  { most }: { readonly most: number },
): Promise<Result<readonly TeachRequestView[], CopyError>> {
  return reading(source, (db) => waitingRequests(db, most))
}

/** The latest log entries, the oldest first; only those about one player if a name is given. */
export function readAdminLog(
  source: Source,
  { name, most }: { readonly name: string | undefined; readonly most: number },
): Promise<Result<readonly LogView[], CopyError>> {
  return reading(source, async (db) => {
    const player = name === undefined ? undefined : (await playerNamed(db, name))?.card.id
    if (name !== undefined && player === undefined) return []
    const rows = await db
      .selectFrom('adminLog')
      .select(['at', 'admin', 'action', 'about', 'why', 'outcome'])
      .$if(player !== undefined, (query) => query.where('player', '=', player ?? null))
      .orderBy('key', 'desc')
      .limit(most)
      .execute()
    return rows.toReversed()
  })
}

// --- internal ---

/** How long a server may take: it looks for orders once a second, and may be busy. */
const PATIENCE_MS = 15_000
const LOOK_MS = 100
/** How long storing the order may wait for the server's own writes. */
const BUSY_MS = 5000

type ReportRow = Awaited<ReturnType<ReturnType<typeof reportsIn>['executeTakeFirstOrThrow']>>

function reportsIn(db: Kysely<Tables>) {
  return db
    .selectFrom('reports')
    .leftJoin('players as reporters', 'reporters.id', 'reports.reporter')
    .leftJoin('players as reported', 'reported.id', 'reports.reported')
    .selectAll('reports')
    .select(['reporters.name as reporterName', 'reported.name as nameNow'])
}

async function viewOf(db: Kysely<Tables>, row: ReportRow): Promise<ReportView> {
  const { key, at, reporterName, name, nameNow, reason, words, game, saidJson, reported } = row
  const limitations = await db
    .selectFrom('limitations')
    .select(['kind', 'why', 'until'])
    .where('player', '=', reported)
    .execute()
  return {
    number: key,
    at,
    reporter: reporterName ?? '?',
    name,
    nameNow: nameNow ?? '?',
    reason,
    words,
    game,
    said: parseSaid(saidJson),
    closedAt: row.closedAt,
    answer: row.answer,
    limitations,
  }
}

/** Leaves an order for the running server, and waits for its answer. */
async function leaveOrder(
  source: Source,
  order: Order,
  now: () => number,
): Promise<Result<OrderAnswer, OfficeError>> {
  const db = await openBeside(source)
  try {
    const age = await schemaAgeOf(db)
    if (age !== 'current') return err({ code: age === 'older' ? 'olderSchema' : 'newerSchema' })
    const { key } = await db
      .insertInto('orders')
      .values({ at: now(), orderJson: JSON.stringify(order), takenAt: null, answerJson: null })
      .returning('key')
      .executeTakeFirstOrThrow()
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
      await wait(LOOK_MS)
      const row = await db
        .selectFrom('orders')
        .select('answerJson')
        .where('key', '=', key)
        .executeTakeFirst()
      const answer = row?.answerJson == null ? undefined : parseAnswer(row.answerJson)
      if (answer !== undefined) return ok(answer)
    }
    // Withdraws an order that the server has not begun; otherwise its progress is unknown.
    const { numDeletedRows } = await db
      .deleteFrom('orders')
      .where('key', '=', key)
      .where('takenAt', 'is', null)
      .executeTakeFirstOrThrow()
    return err({ code: numDeletedRows > 0n ? 'notTaken' : 'unheard' })
  } finally {
    await db.destroy()
  }
}

/** Opens a database that a server is using, to leave an order in it. */
async function openBeside({ databaseFile, databaseUrl }: Source): Promise<Kysely<Tables>> {
  if (databaseUrl === undefined) {
    const sqlite = new Sqlite(databaseFile ?? '', { fileMustExist: true, timeout: BUSY_MS })
    return new Kysely<Tables>({ dialect: new HonestSqliteDialect(sqlite) })
  }
  const { connectBeside } = await import('../store/postgres.ts')
  return connectBeside(databaseUrl)
}

/** Reads from a database, even while a server writes to it. */
function reading<T>(
  source: Source,
  read: (db: Kysely<Tables>) => Promise<T>,
): Promise<Result<T, CopyError>> {
  return inDatabase<T, CopyError>(source, async () => {
    const database = await openToRead(source)
    try {
      if (database.schemaAge === 'older') return err({ code: 'olderSchema' })
      if (database.schemaAge === 'newer') return err({ code: 'newerSchema' })
      return ok(await read(database.db))
    } finally {
      await database.close()
    }
  })
}

/** Runs a task with a database, if it exists and can be used. */
async function inDatabase<T, E>(
  source: Source,
  task: () => Promise<Result<T, E>>,
): Promise<Result<T, E | CopyError>> {
  const { databaseFile, databaseUrl } = source
  if (databaseUrl === undefined && (databaseFile === undefined || !(await isThere(databaseFile)))) {
    return err({ code: 'sourceMissing' })
  }
  try {
    return await task()
  } catch (error) {
    if (error instanceof NewerSchemaError) return err({ code: 'newerSchema' })
    if (error instanceof Sqlite.SqliteError) return err({ code: 'notADatabase' })
    const code = databaseUrl === undefined ? undefined : accessErrorOf(error)
    if (code === undefined) throw error
    return err({ code })
  }
}
