import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'

/**
 * Creates a file that only its owner may read and write, whatever the umask. An existing file keeps
 * its content. It is never opened, because closing one of our own files would drop the locks that
 * this process holds on it.
 * @returns false if the system does not let us remove the permissions of others
 * @throws Error with the system's code if it can neither be created nor is a file
 */
export function makePrivate(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', PRIVATE_FILE))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return closeToOthers(file)
}

/** {@link makePrivate} for files created elsewhere. Does not create a missing file. */
export function closeToOthers(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return true
  if (!stats.isFile()) throw Object.assign(new Error(`${file} is not a file`), { code: 'EISDIR' })
  if ((stats.mode & ALL_RIGHTS) === PRIVATE_FILE) return true
  try {
    chmodSync(file, PRIVATE_FILE)
    return true
  } catch (error) {
    if (codeOf(error) === 'EPERM') return (stats.mode & RIGHTS_OF_OTHERS) === 0
    throw error
  }
}

/** Creates a folder that only its owner may enter. An existing one stays unchanged. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if (made !== undefined) await chmod(folder, PRIVATE_FOLDER)
}

/** The code that Node or SQLite gives an error; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

// --- internal ---

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const ALL_RIGHTS = 0o777
const RIGHTS_OF_OTHERS = 0o077
