import { createHash } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import { codeOf } from '../ground/private-files.ts'
import { type CopyError, type CopyErrorCode, syncToDisk } from './checked-copy.ts'
import { lockDatabase } from './database-lock.ts'
import { isThere } from './is-there.ts'
import { writeErrorCodeOf } from './write-error.ts'

/** How a file is written. */
export interface NewFileOptions {
  /** Puts `<file>.sha256` beside it, as `sha256sum --check` reads it. */
  readonly withSum: boolean
  /** Stops it between two pieces; nothing is left. */
  readonly signal: AbortSignal
}

/**
 * Writes a file that was not there, piece by piece. It gets its name when it is whole and on the disk, so a file of
 * that name is a whole one, however the program ends. What is thrown by whoever gives the pieces is passed on.
 */
export async function writeNewFile(
  to: string,
  pieces: AsyncIterable<Uint8Array>,
  options: NewFileOptions,
): Promise<Result<void, CopyError>> {
  if (await isThere(to)) return err({ code: 'targetExists' })
  const part = `${to}.part`
  const lock = await lockOf(part)
  if (!lock.ok) return lock
  try {
    return await writeLocked(to, pieces, options)
  } finally {
    await sweep(to)
    await rm(`${part}.lock`, { force: true })
    lock.value.release()
  }
}

// --- internal ---

/** Others would sweep the part away while we write it. */
async function lockOf(part: string) {
  try {
    const lock = await lockDatabase(part)
    return lock.ok ? lock : err({ code: 'targetBusy' as const, holder: lock.error.holder })
  } catch (error) {
    return err({ code: errorCodeOf(error) })
  }
}

async function writeLocked(
  to: string,
  pieces: AsyncIterable<Uint8Array>,
  { withSum, signal }: NewFileOptions,
): Promise<Result<void, CopyError>> {
  await sweep(to)
  const hash = createHash('sha256')
  // Only what fails here is about this file, and not what fails in those who give the pieces.
  const file = await attempt(() => open(`${to}.part`, 'wx'))
  if (!file.ok) return file
  try {
    for await (const piece of pieces) {
      if (signal.aborted) return err({ code: 'cancelled' })
      hash.update(piece)
      const written = await attempt(() => file.value.writeFile(piece))
      if (!written.ok) return written
    }
    if (signal.aborted) return err({ code: 'cancelled' })
    const synced = await attempt(() => file.value.sync())
    if (!synced.ok) return synced
  } finally {
    await file.value.close()
  }
  return attempt(() => putInPlace(to, withSum ? hash.digest('hex') : undefined))
}

/** The sum comes first: whoever sees the file finds it. */
async function putInPlace(to: string, sum: string | undefined): Promise<void> {
  if (sum !== undefined) {
    await writeFile(`${to}.sha256.part`, `${sum}  ${basename(to)}\n`, { flush: true })
    await rename(`${to}.sha256.part`, `${to}.sha256`)
  }
  await rename(`${to}.part`, to)
  await syncToDisk(dirname(to))
}

/** Takes away what a run that was killed has left, and what our own no longer needs. */
async function sweep(to: string): Promise<void> {
  for (const part of [`${to}.part`, `${to}.sha256.part`]) await rm(part, { force: true })
}

async function attempt<T>(task: () => Promise<T>): Promise<Result<T, CopyError>> {
  try {
    return ok(await task())
  } catch (error) {
    return err({ code: errorCodeOf(error) })
  }
}

/** @throws the error itself where it is none that a person can mend */
function errorCodeOf(error: unknown): CopyErrorCode {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'folderMissing'
  const written = writeErrorCodeOf(error)
  if (written === 'diskFull') return 'diskFull'
  if (written === 'readOnly') return 'notWritable'
  throw error
}
