/**
 * Identifies a transaction for a later query: the row that it writes, and its own token in that
 * row.
 */
export interface TransactionMark {
  readonly connection: string
  readonly token: string
}

/** The commit was sent but not answered, so the transaction may or may not be stored. */
export class CommitUnheard extends Error {
  readonly mark: TransactionMark

  constructor(mark: TransactionMark, cause: unknown) {
    super(`it is unknown whether transaction ${mark.token} was stored`, { cause })
    this.mark = mark
  }
}

/** The database rolled back the transaction instead of committing it. */
export class NotCommitted extends Error {
  constructor() {
    super('the database rolled back a commit')
  }
}

/** Too many requests already wait for a connection. */
export class TooManyWait extends Error {
  constructor() {
    super('too many wait for a connection to the database')
  }
}

/** Has another writer stored a row that must be unique? */
export function isTaken(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION
}

/** PostgreSQL's code of an error; undefined if the error does not come from PostgreSQL. */
export function sqlStateOf(error: unknown): string | undefined {
  // Checks the error's shape, so that a server on SQLite need not load node-postgres.
  if (!(error instanceof Error) || !('severity' in error && 'code' in error)) return undefined
  return String(error.code)
}

/** Was the connection lost or never made? A statement sent on it may have run or not. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== undefined) return LOST_STATES.test(state)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // A local socket is a file, which does not exist while PostgreSQL is down.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return LOST_CODES.test(code) || LOST_MESSAGES.test(error.message)
}

/** Can the same transaction succeed on a retry? */
export function isTransient(error: unknown): boolean {
  if (isConnectionLost(error) || isPlanOutdated(error)) return true
  return TRANSIENT_STATES.test(sqlStateOf(error) ?? '')
}

/** Is it a passing error, so that the next attempt may succeed? */
export function isPassing(error: unknown): boolean {
  return isTransient(error) || error instanceof CommitUnheard || error instanceof TooManyWait
}

/**
 * Have a table's columns changed since a statement that returns all of them was prepared? The
 * statement has not run, and succeeds when prepared again.
 */
export function isPlanOutdated(error: unknown): boolean {
  if (sqlStateOf(error) !== FEATURE_NOT_SUPPORTED) return false
  // Checks the function in PostgreSQL's source, because the message is in the language of the
  // database.
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/** Why a database cannot be used, as a cause that a person can mend. */
export type AccessError = 'unreachable' | 'wrongPassword' | 'noSuchDatabase' | 'noRights'

/**
 * Why a database cannot be used, or that it is not a Hokito database. Undefined if the error does
 * not come from PostgreSQL.
 */
export function accessErrorOf(error: unknown): AccessError | 'notADatabase' | undefined {
  if (isConnectionLost(error)) return 'unreachable'
  const state = sqlStateOf(error)
  return state === undefined ? undefined : (BY_STATE[state] ?? 'notADatabase')
}

/**
 * Is the database at fault? Otherwise the data to be written is, and other writes may well succeed.
 */
export function isPostgresFailure(error: unknown): boolean {
  if (error instanceof CommitUnheard || error instanceof TooManyWait) return true
  const state = sqlStateOf(error)
  return state === undefined ? isConnectionLost(error) : !WRONG_DATA.test(state)
}

// --- internal ---

/** States in which the address or the permissions are wrong, rather than the database. */
const BY_STATE: { readonly [state: string]: AccessError } = {
  '28P01': 'wrongPassword',
  '28000': 'wrongPassword',
  '3D000': 'noSuchDatabase',
  '42501': 'noRights',
}

/**
 * Classes 08 and 57P: shutdown, start-up, or a lost connection. Also too many connections, an ended
 * session, and a prepared statement that a pooler has dropped.
 */
const LOST_STATES = /^(08|57P0|53300|25P03|26000)/
const LOST_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Errors to which node-postgres gives no code. */
const LOST_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/
/** Serialisation failure, deadlock, and timeouts of locks and statements. */
const TRANSIENT_STATES = /^(40001|40P01|55P03|57014)$/
const FEATURE_NOT_SUPPORTED = '0A000'
const UNIQUE_VIOLATION = '23505'
/** Rows that do not fit the statement, data exceptions and constraint violations. */
const WRONG_DATA = /^2[123]/
