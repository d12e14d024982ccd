import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import { type Config, SHORTEST_SECRET } from './config.ts'
import { closeToOthers, codeOf, makePrivateFolder } from './ground/private-files.ts'

/** A secret file whose content is too short. */
export interface SecretError {
  readonly code: 'shortSecretFile'
  readonly file: string
  /** The number of characters in the file; 0 if empty. */
  readonly length: number
}

/**
 * Returns the configured secret, or the one stored with the data, which the first start creates. A
 * file that is too short is neither used nor overwritten: the real secret may be in a backup.
 */
export async function secretOf({
  secret,
  dataFolder,
}: Config): Promise<Result<string, SecretError>> {
  if (secret !== undefined) return ok(secret)
  await makePrivateFolder(dataFolder)
  const file = join(dataFolder, 'secret')
  const known = (await readSecret(file)) ?? (await makeSecret(file))
  if (known.length < SHORTEST_SECRET) {
    return err({ code: 'shortSecretFile', file, length: known.length })
  }
  closeToOthers(file)
  return ok(known)
}

// --- internal ---

async function makeSecret(file: string): Promise<string> {
  const own = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(own, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    // The file gets its name only when complete, and only one process can name it, so concurrent
    // first starts agree.
    await link(own, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(own, { force: true })
  }
  const made = await readSecret(file)
  if (made === undefined) throw new Error(`${file} disappeared as soon as it was created`)
  return made
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
