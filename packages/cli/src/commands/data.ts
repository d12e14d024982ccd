import { access, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { backupDatabase, type CopyFault, exportGames, restoreDatabase } from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { configOf } from './serve.ts'

/** Where a server keeps its data; absent, as for `serve`. */
export interface DataArguments {
  readonly data: string | undefined
  readonly file: string
}

/** `hokito backup`: a consistent copy of a server's database, also of one that runs. */
export async function runBackup({ data, file }: DataArguments, io: Io): Promise<ExitCode> {
  const { databaseFile } = configOf({ data }, io.env)
  const copied = await backupDatabase(databaseFile, resolve(file))
  if (!copied.ok) throw faultOf(copied.error, databaseFile, file)
  io.write(`${databaseFile} is copied to ${file}\n`)
  return EXIT.ok
}

/** `hokito restore`: checks a backup and puts it in the place of the server's database. */
export async function runRestore({ data, file }: DataArguments, io: Io): Promise<ExitCode> {
  const { databaseFile } = configOf({ data }, io.env)
  const restored = await restoreDatabase(resolve(file), databaseFile, io.now().getTime())
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
  const isThere = await access(databaseFile).then(
    () => true,
    () => false,
  )
  if (!isThere) throw faultOf('sourceMissing', databaseFile, '')
  const out = await writerTo(file, io)
  let games = 0
  let damaged = 0
  for await (const exported of exportGames(databaseFile)) {
    if (io.interrupted.aborted) return EXIT.failed
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

interface Writer {
  write(text: string): Promise<void>
  end(): Promise<void>
}

/** Writes to a new file, or to standard output. */
async function writerTo(file: string | undefined, io: Io): Promise<Writer> {
  if (file === undefined) {
    return { write: async (text) => io.write(text), end: async () => undefined }
  }
  const handle = await open(file, 'wx').catch((error: unknown) => {
    throw new UserError(`${file} cannot be written: ${String(Object(error).message)}`)
  })
  return {
    write: async (text) => {
      await handle.write(text)
    },
    end: () => handle.close(),
  }
}

function faultOf(code: CopyFault, from: string, to: string): UserError {
  const sentences: { readonly [C in CopyFault]: string } = {
    sourceMissing: `there is no database ${from}: set HOKITO_DATA or --data to where it lies`,
    targetExists: `${to} exists already: choose another name, so that nothing is lost`,
    notADatabase: `${from} is no database of Hokito`,
    unsound: `${from} is damaged, so it was not copied: take an older backup`,
    serverRuns: `a server uses ${to} or has only just stopped: stop it, wait five seconds, try again`,
  }
  return new UserError(sentences[code])
}
