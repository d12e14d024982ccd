import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  backupDatabase,
  type CopyError,
  type CopyFault,
  type CopyOptions,
  exportGames,
  restoreDatabase,
} from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { createProgress, type Progress } from '../progress.ts'
import { configOf, nameOfHolder } from './serve.ts'

/** Where a server keeps its data; absent, as for `serve`. */
export interface DataArguments {
  readonly data: string | undefined
  readonly file: string
}

/** `hokito backup`: a consistent copy of a server's database, also of one that runs. */
export async function runBackup({ data, file }: DataArguments, io: Io): Promise<ExitCode> {
  const { databaseFile } = configOf({ data }, io.env)
  const progress = createProgress(io)
  const copied = await backupDatabase(databaseFile, resolve(file), copyOptions(progress, io))
  progress.clear()
  if (!copied.ok) throw faultOf(copied.error, databaseFile, file)
  io.write(`${databaseFile} is copied to ${file}\n`)
  return EXIT.ok
}

/** `hokito restore`: checks a backup and puts it in the place of the server's database. */
export async function runRestore({ data, file }: DataArguments, io: Io): Promise<ExitCode> {
  const { databaseFile } = configOf({ data }, io.env)
  const progress = createProgress(io)
  const restored = await restoreDatabase(
    resolve(file),
    databaseFile,
    io.now().getTime(),
    copyOptions(progress, io),
  )
  progress.clear()
  if (!restored.ok) throw faultOf(restored.error, file, databaseFile)
  const { replaced } = restored.value
  io.write(`${file} is restored to ${databaseFile}\n`)
  if (replaced !== undefined) io.write(`What was there is kept as ${replaced}\n`)
  return EXIT.ok
}

/** `hokito export`: all finished games as HGN, one after another. Fails if one cannot be read. */
export async function runExport(
  { data, file }: { readonly data: string | undefined; readonly file: string | undefined },
  io: Io,
): Promise<ExitCode> {
  const { databaseFile } = configOf({ data }, io.env)
  const exports = await exportGames(databaseFile)
  if (!exports.ok) throw faultOf(exports.error, databaseFile, '')
  const out = await writerTo(file, io)
  let games = 0
  let damaged = 0
  for await (const exported of exports.value) {
    if (io.interrupted.aborted) {
      await out.discard()
      return EXIT.failed
    }
    if ('damaged' in exported) {
      damaged++
      io.writeError(`hokito: the game ${exported.damaged} cannot be read\n`)
      continue
    }
    await out.write(games === 0 ? exported.hgn : `\n${exported.hgn}`)
    games++
  }
  await out.end()
  if (file !== undefined) io.write(`${games} games are written to ${file}\n`)
  return damaged === 0 ? EXIT.ok : EXIT.failed
}

// --- internal ---

function copyOptions(progress: Progress, io: Io): CopyOptions {
  return {
    signal: io.interrupted,
    onProgress: (state) =>
      progress.tell(
        state.stage === 'checking'
          ? 'the copy is being checked'
          : `${Math.floor(state.share * 100)}% is copied`,
      ),
  }
}

interface Writer {
  write(text: string): Promise<void>
  end(): Promise<void>
  /** Takes away what is only a part. */
  discard(): Promise<void>
}

/** Writes to a new file, or to standard output. */
async function writerTo(file: string | undefined, io: Io): Promise<Writer> {
  if (file === undefined) {
    return {
      write: async (text) => io.write(text),
      end: async () => undefined,
      discard: async () => undefined,
    }
  }
  const handle = await open(file, 'wx').catch((error: unknown) => {
    throw new UserError(`${file} cannot be written: ${String(Object(error).message)}`)
  })
  return {
    write: async (text) => {
      await handle.write(text)
    },
    end: () => handle.close(),
    discard: async () => {
      await handle.close()
      await rm(file, { force: true })
    },
  }
}

function faultOf({ code, holder }: CopyError, from: string, to: string): UserError {
  const sentences: { readonly [C in CopyFault]: string } = {
    sourceMissing: `there is no database ${from}: set HOKITO_DATA or --data to where it lies`,
    targetExists: `${to} exists already: choose another name, so that nothing is lost`,
    targetBusy: `${nameOfHolder(holder)} is copying to ${to} already: let it end, or choose another name`,
    folderMissing: `there is no folder for ${to}: make it first`,
    notWritable: `${to} cannot be written: choose a folder that you may write to`,
    diskFull: `there is no room for ${to}: make some, or choose another disk`,
    notADatabase: `${from} is no database of Hokito`,
    olderSchema: `${from} is from an older version: start the server once, which brings it up to date, or export with that version`,
    newerSchema: `${from} is from a newer version of Hokito: use that one`,
    unsound: `${from} is damaged, so it was not copied: take an older backup`,
    serverRuns: `${nameOfHolder(holder)} keeps its games in ${to}: stop it first`,
    cancelled: `interrupted: ${to} was not written`,
  }
  return new UserError(sentences[code])
}
