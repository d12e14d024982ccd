import { statfs } from 'node:fs/promises'
import { codeOf } from './private-files.ts'

/** Why a database cannot be written. */
export const WRITE_FAULTS = ['diskFull', 'readOnly', 'locked', 'failed'] as const
export type WriteFault = (typeof WRITE_FAULTS)[number]

/** What an error of SQLite or of the file system means to whoever runs the server. */
export function writeFaultOf(error: unknown): WriteFault {
  const code = codeOf(error) ?? ''
  return FAULTS.find(([pattern]) => pattern.test(code))?.[1] ?? 'failed'
}

/** Is there hardly any room left in a folder? */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < LEAST_FREE_BYTES
}

// --- internal ---

/** Room for the log of a few minutes of play, so that players are sent elsewhere before moves are lost. */
const LEAST_FREE_BYTES = 16_000_000

const FAULTS: readonly (readonly [RegExp, WriteFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, 'diskFull'],
  [/^(SQLITE_READONLY.*|SQLITE_CANTOPEN.*|EROFS|EACCES|EPERM)$/, 'readOnly'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
]
