import { dirname } from 'node:path'
import { codeOf } from './ground/private-files.ts'
import { DatabaseInUseError, DatabaseTooOldError } from './store/database.ts'
import type { Holder } from './store/database-lock.ts'
import { NewerSchemaError, OtherNodesError } from './store/migrations.ts'
import { sqlStateOf } from './store/postgres-errors.ts'
import { isDiskFull, writeErrorCodeOf } from './store/write-error.ts'

/** Reasons why a server cannot start that its owner can fix. */
export const START_ERRORS = [
  'siteMissing',
  'portTaken',
  'portForbidden',
  'hostUnknown',
  'databaseInUse',
  'databaseHasTwoNames',
  'databaseReadOnly',
  'databaseLocked',
  'databaseUnusable',
  'databaseUnreachable',
  'databaseTooOld',
  'newerSchema',
  'otherNodesRunning',
  'transferUnfinished',
  'redisNeedsPostgres',
  'secretDiffers',
  'metricsUnusable',
  'diskFull',
  'tooFewFiles',
] as const
export type StartErrorCode = (typeof START_ERRORS)[number]

/** Thrown by `startServer`: a code for a problem outside the server. */
export class StartError extends Error {
  readonly code: StartErrorCode
  /** The process that holds the database, if that is the problem and it is known. */
  readonly holder: Holder | undefined

  constructor(code: StartErrorCode, { cause, holder }: { cause?: unknown; holder?: Holder } = {}) {
    super(code, { cause })
    this.code = code
    this.holder = holder
  }
}

/** Translates an error while listening or starting; returns a bug unchanged. */
export function startErrorOf(cause: unknown): unknown {
  const systemCode = codeOf(cause)
  const isOfDatabase = systemCode?.startsWith('SQLITE_') || sqlStateOf(cause) !== undefined
  const code = CODES.get(systemCode) ?? (isOfDatabase ? databaseCodeOf(cause) : undefined)
  return code === undefined ? cause : new StartError(code, { cause })
}

/** Translates an error while opening a database; `file` is given for SQLite. */
export async function startErrorOfDatabase(
  cause: unknown,
  file: string | undefined,
): Promise<StartError> {
  if (cause instanceof DatabaseInUseError) {
    const { holder } = cause.inUse
    return new StartError('databaseInUse', { cause, ...(holder !== undefined && { holder }) })
  }
  const code = databaseCodeOf(cause)
  // On a full disk SQLite fails in many ways, and only one of its errors says so.
  const isFull = file !== undefined && (await isDiskFull(dirname(file)).catch(() => false))
  return new StartError(isFull ? 'diskFull' : code, { cause })
}

// --- internal ---

const CODES: ReadonlyMap<string | undefined, StartErrorCode> = new Map([
  ['EADDRINUSE', 'portTaken'],
  ['EACCES', 'portForbidden'],
  ['ENOTFOUND', 'hostUnknown'],
  ['EAI_AGAIN', 'hostUnknown'],
  ['EADDRNOTAVAIL', 'hostUnknown'],
  ['EMFILE', 'tooFewFiles'],
  ['ENFILE', 'tooFewFiles'],
])

function databaseCodeOf(cause: unknown): StartErrorCode {
  if (cause instanceof DatabaseTooOldError) return 'databaseTooOld'
  if (cause instanceof NewerSchemaError) return 'newerSchema'
  if (cause instanceof OtherNodesError) return 'otherNodesRunning'
  const code = codeOf(cause)
  if (code === 'EMLINK') return 'databaseHasTwoNames'
  if (code === 'EMFILE' || code === 'ENFILE') return 'tooFewFiles'
  return BY_WRITE_ERROR[writeErrorCodeOf(cause)]
}

const BY_WRITE_ERROR = {
  diskFull: 'diskFull',
  readOnly: 'databaseReadOnly',
  locked: 'databaseLocked',
  unreachable: 'databaseUnreachable',
  failed: 'databaseUnusable',
} as const
