import { createHash } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import { codeOf } from '../ground/private-files.ts'
import { type CopyError, type CopyErrorCode, syncToDisk } from './checked-copy.ts'
import { lockDatabase } from './database-lock.ts'
import { isThere } from './is-there.ts'
import { writeErrorCodeOf } from './write-error.ts'

/** Options for writing a file. */
export interface NewFileOptions {
  /** Writes `<file>.sha256` beside the file, in the format of `sha256sum --check`. */
  readonly withSum: boolean
  /** Stops the write between two pieces and leaves nothing behind. */
  readonly signal: AbortSignal
}

/**
 * Writes a new file piece by piece. The file gets its name only when it is complete and on the
 * disk, however the program ends. Errors thrown by `pieces` are passed on.
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

/** Without a lock, another run would delete our part file during the write. */
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
  // Only errors of the file itself are returned, not those of `pieces`.
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

/** The checksum file comes first, so that it exists as soon as the file is visible. */
async function putInPlace(to: string, sum: string | undefined): Promise<void> {
  if (sum !== undefined) {
    await writeFile(`${to}.sha256.part`, `${sum}  ${basename(to)}\n`, { flush: true })
    await rename(`${to}.sha256.part`, `${to}.sha256`)
  }
  await rename(`${to}.part`, to)
  await syncToDisk(dirname(to))
}

/** Deletes the files of a killed run, and our own temporary files. */
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

/** @throws the error itself when a person cannot mend it */
function errorCodeOf(error: unknown): CopyErrorCode {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'folderMissing'
  const written = writeErrorCodeOf(error)
  if (written === 'diskFull') return 'diskFull'
  if (written === 'readOnly') return 'notWritable'
  throw error
}
