import { statfs } from 'node:fs/promises'
import { codeOf } from '../ground/private-files.ts'
import { isConnectionLost } from './postgres-errors.ts'

/** Why a database cannot be written. */
export const WRITE_ERRORS = ['diskFull', 'readOnly', 'locked', 'unreachable', 'failed'] as const
export type WriteErrorCode = (typeof WRITE_ERRORS)[number]

/** What an error of a database or of the file system means to whoever runs the server. */
export function writeErrorCodeOf(error: unknown): WriteErrorCode {
  if (isConnectionLost(error)) return 'unreachable'
  const code = codeOf(error) ?? ''
  return BY_PATTERN.find(([pattern]) => pattern.test(code))?.[1] ?? 'failed'
}

/** Is there hardly any room left in a folder? */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < LEAST_FREE_BYTES
}

// --- internal ---

/** Room for the log of a few minutes of play, so that players are sent elsewhere before moves are lost. */
const LEAST_FREE_BYTES = 16_000_000

const BY_PATTERN: readonly (readonly [RegExp, WriteErrorCode])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/, 'diskFull'],
  [/^(SQLITE_READONLY.*|SQLITE_CANTOPEN.*|EROFS|EACCES|EPERM|25006)$/, 'readOnly'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
]
