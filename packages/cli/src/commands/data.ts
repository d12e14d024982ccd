import { resolve } from 'node:path'
import {
  backupDatabase,
  type Config,
  type CopyError,
  type CopyErrorCode,
  type CopyOptions,
  restoreDatabase,
} from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { createProgress, type Progress } from '../progress.ts'
import { configOf, nameOfDatabase, nameOfHolder } from './serve.ts'

/** The folder of a server's data. If absent, the same as for `serve`. */
export interface DataArguments {
  readonly data: string | undefined
  readonly file: string
}

/** `hokito backup`: a consistent copy of a server's database, even of a running one. */
export async function runBackup({ data, file }: DataArguments, io: Io): Promise<ExitCode> {
  const databaseFile = fileOf(configOf({ data }, io.env))
  const progress = createProgress(io)
  const copied = await backupDatabase(databaseFile, resolve(file), copyOptions(progress, io))
  progress.clear()
  if (!copied.ok) throw errorOf(copied.error, databaseFile, file)
  io.write(`Copied ${databaseFile} to ${file}\n`)
  return EXIT.ok
}

/** `hokito restore`: checks a backup and replaces the server's database with it. */
export async function runRestore({ data, file }: DataArguments, io: Io): Promise<ExitCode> {
  const databaseFile = fileOf(configOf({ data }, io.env))
  const progress = createProgress(io)
  const restored = await restoreDatabase(
    resolve(file),
    databaseFile,
    io.now().getTime(),
    copyOptions(progress, io),
  )
  progress.clear()
  if (!restored.ok) throw errorOf(restored.error, file, databaseFile)
  const { replaced } = restored.value
  io.write(`Restored ${databaseFile} from ${file}\n`)
  if (replaced !== undefined) io.write(`The previous database is kept as ${replaced}\n`)
  return EXIT.ok
}

/**
 * The error of a command about a database, as a sentence. For a command that only reads, `to` names
 * the same database.
 */
export function errorOf({ code, holder }: CopyError, from: string, to: string): UserError {
  const sentences: { readonly [C in CopyErrorCode]: string } = {
    sourceMissing: `there is no database ${from}: set HOKITO_DATA or --data to the folder it is in`,
    targetExists: `${to} already exists: choose another name, so that nothing is lost`,
    targetBusy: `${nameOfHolder(holder)} is already copying to ${to}: let it finish, or choose another name`,
    folderMissing: `the folder for ${to} does not exist: create it first`,
    notWritable: `${to} cannot be written: choose a folder that you may write to`,
    diskFull: `there is not enough space for ${to}: free some, or choose another disk`,
    notADatabase: `${from} is not a Hokito database`,
    olderSchema: `${from} is from an older version of Hokito: start the server once to bring it up to date, or export with that version`,
    newerSchema: `${from} is from a newer version of Hokito: use that version`,
    unsound: `${from} is damaged, so it was not copied: take an older backup`,
    unreachable: `${from} does not answer: make sure that PostgreSQL is running there and accepts connections from here`,
    wrongPassword: `PostgreSQL does not let this user into ${from}: check the user name and the password in DATABASE_URL`,
    noSuchDatabase: `there is no database ${from}: check the name at the end of DATABASE_URL`,
    noRights: `the user in DATABASE_URL may not read ${from}: give it the rights of the user that runs the server`,
    serverRuns: `${nameOfHolder(holder)} is using ${to}: stop it first`,
    cancelled: `interrupted: ${to} was not written`,
  }
  return new UserError(sentences[code])
}

// --- internal ---

/** @throws UserError if games are stored in PostgreSQL, whose own tools do this better */
function fileOf({ databaseFile, ...config }: Config): string {
  if (databaseFile !== undefined) return databaseFile
  throw new UserError(
    `for ${nameOfDatabase({ databaseFile, ...config })}, use PostgreSQL's own tools: see "PostgreSQL" in packages/server/README.md`,
    EXIT.usage,
  )
}

function copyOptions(progress: Progress, io: Io): CopyOptions {
  return {
    signal: io.interrupted,
    onProgress: (state) =>
      progress.tell(
        state.stage === 'checking'
          ? 'checking the copy'
          : `${Math.floor(state.share * 100)}% copied`,
      ),
  }
}
