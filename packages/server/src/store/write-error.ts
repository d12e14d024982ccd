import { statfs } from 'node:fs/promises'
import { codeOf } from '../ground/private-files.ts'
import { isConnectionLost } from './postgres-errors.ts'

/** Why a database cannot be written. */
export const WRITE_ERRORS = ['diskFull', 'readOnly', 'locked', 'unreachable', 'failed'] as const
export type WriteErrorCode = (typeof WRITE_ERRORS)[number]

/** The meaning of a database or file system error for the person who runs the server. */
export function writeErrorCodeOf(error: unknown): WriteErrorCode {
  if (isConnectionLost(error)) return 'unreachable'
  const code = codeOf(error) ?? ''
  return BY_PATTERN.find(([pattern]) => pattern.test(code))?.[1] ?? 'failed'
}

/** Is a folder's disk almost full? */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < LEAST_FREE_BYTES
}

// --- internal ---

/**
 * Space for a few minutes of the log, so that the server can turn players away before moves are
 * lost.
 */
const LEAST_FREE_BYTES = 16_000_000

const BY_PATTERN: readonly (readonly [RegExp, WriteErrorCode])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/, 'diskFull'],
  [/^(SQLITE_READONLY.*|SQLITE_CANTOPEN.*|EROFS|EACCES|EPERM|25006)$/, 'readOnly'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
]
