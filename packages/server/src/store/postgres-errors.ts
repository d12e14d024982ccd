/** By what a transaction can be asked for later: the row that it writes, and what in it is its own. */
export interface TransactionMark {
  readonly connection: string
  readonly token: string
}

/** A transaction whose commit was sent and not answered: it may be stored or not. */
export class CommitUnheard extends Error {
  readonly mark: TransactionMark

  constructor(mark: TransactionMark, cause: unknown) {
    super(`nobody has heard whether transaction ${mark.token} was stored`, { cause })
    this.mark = mark
  }
}

/** A transaction that the database rolled back when it was asked to commit it. */
export class NotCommitted extends Error {
  constructor() {
    super('the database rolled back what it was asked to commit')
  }
}

/** So many ask for a connection already that one more would only wait. */
export class TooManyWait extends Error {
  constructor() {
    super('too many wait for a connection to the database')
  }
}

/** Has somebody else stored what may be there once only? */
export function isTaken(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION
}

/** What PostgreSQL says of an error, by its table of codes; undefined where it has not said anything. */
export function sqlStateOf(error: unknown): string | undefined {
  // By its shape, so that a server on SQLite need not load node-postgres.
  if (!(error instanceof Error) || !('severity' in error && 'code' in error)) return undefined
  return String(error.code)
}

/** Is the connection gone, or was there never one? What was sent on it may have been done or not. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== undefined) return LOST_STATES.test(state)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // A socket of this machine is a file that is gone while PostgreSQL is.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return LOST_CODES.test(code) || LOST_MESSAGES.test(error.message)
}

/** May the same transaction succeed if it is done over? */
export function isTransient(error: unknown): boolean {
  if (isConnectionLost(error) || isPlanOutdated(error)) return true
  return TRANSIENT_STATES.test(sqlStateOf(error) ?? '')
}

/** Is it trouble that mends itself, so that what has failed may succeed when it is next done? */
export function isPassing(error: unknown): boolean {
  return isTransient(error) || error instanceof CommitUnheard || error instanceof TooManyWait
}

/**
 * Has a table got other columns since a statement was prepared that gives all of them? It has not been run, and
 * succeeds when it is prepared again.
 */
export function isPlanOutdated(error: unknown): boolean {
  if (sqlStateOf(error) !== FEATURE_NOT_SUPPORTED) return false
  // By the place in PostgreSQL's source, as the message is in the language of the database.
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/** What keeps somebody out of a database, as something to mend. */
export type AccessError = 'unreachable' | 'wrongPassword' | 'noSuchDatabase' | 'noRights'

/** What keeps somebody out, or that it is no database of ours; undefined for what is no error of PostgreSQL's. */
export function accessErrorOf(error: unknown): AccessError | 'notADatabase' | undefined {
  if (isConnectionLost(error)) return 'unreachable'
  const state = sqlStateOf(error)
  return state === undefined ? undefined : (BY_STATE[state] ?? 'notADatabase')
}

/**
 * Is it the database that fails? Otherwise what was to be written is at error, and other writes may well
 * succeed.
 */
export function isPostgresFailure(error: unknown): boolean {
  if (error instanceof CommitUnheard || error instanceof TooManyWait) return true
  const state = sqlStateOf(error)
  return state === undefined ? isConnectionLost(error) : !WRONG_DATA.test(state)
}

// --- internal ---

/** Where it is not the database that is wrong, but the address or the rights. */
const BY_STATE: { readonly [state: string]: AccessError } = {
  '28P01': 'wrongPassword',
  '28000': 'wrongPassword',
  '3D000': 'noSuchDatabase',
  '42501': 'noRights',
}

/** Classes 08 and 57P: shut down, starting, or a line that broke; too many connections; a session that was ended. */
const LOST_STATES = /^(08|57P0|53300|25P03)/
const LOST_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** node-postgres gives these no code. */
const LOST_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/
/** Serialisation, deadlock, a lock or a statement that took too long. */
const TRANSIENT_STATES = /^(40001|40P01|55P03|57014)$/
const FEATURE_NOT_SUPPORTED = '0A000'
const UNIQUE_VIOLATION = '23505'
/** Rows that do not fit the statement, data exceptions and constraints. */
const WRONG_DATA = /^2[123]/
