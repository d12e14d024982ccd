import { resolve } from 'node:path'
import {
  type ExportFormat,
  type ExportWish,
  exportGames,
  type Source,
  writeNewFile,
} from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { type Month, readMonth } from '../month.ts'
import { createProgress } from '../progress.ts'
import { errorOf } from './data.ts'
import { configOf, databaseOf, nameOfDatabase } from './serve.ts'

/** Arguments of `export`. Absent ones come from the environment, then from the defaults. */
export interface ExportArguments {
  readonly data: string | undefined
  readonly database: string | undefined
  /** Standard output if absent. */
  readonly file: string | undefined
  readonly month: string | undefined
  readonly format: ExportFormat
  readonly isCompressed: boolean
  /** Only for a month: also export games by invitation. */
  readonly withUnlisted: boolean
}

/**
 * `hokito export`: all finished games in order, or those of one month for publication. Fails if one
 * cannot be read.
 */
export async function runExport(args: ExportArguments, io: Io): Promise<ExitCode> {
  const { file, format, isCompressed } = args
  if (isCompressed && file === undefined) {
    throw new UserError('--zst needs a file to write to', EXIT.usage)
  }
  const month = args.month === undefined ? undefined : readMonth(args.month, io.now())
  const wish = { format, ended: month, withUnlisted: month === undefined || args.withUnlisted }
  const count = { games: 0, damaged: 0, unlisted: 0 }
  const texts = textsOf(sourceOf(args, io), wish, count, io)
  if (file === undefined) {
    for await (const text of texts) {
      io.write(text)
      await io.room()
    }
  } else {
    await writeTo(file, texts, { isCompressed, withSum: month !== undefined, io })
    io.write(`Wrote ${gamesIn(count.games)} to ${file}\n`)
  }
  if (month !== undefined) tellOfMonth(args.month, month, count.unlisted, io)
  return count.damaged > 0 || io.interrupted.aborted ? EXIT.failed : EXIT.ok
}

// --- internal ---

/** Number of games between two reports of progress, because reporting takes longer than reading. */
const TOLD = 100

interface Count {
  games: number
  damaged: number
  unlisted: number
}

function sourceOf({ data, database }: ExportArguments, io: Io): Source {
  if (database === undefined) return configOf({ data }, io.env)
  if (data === undefined) return databaseOf('--database', database)
  throw new UserError('--data and --database name two databases: give one of them', EXIT.usage)
}

/**
 * Games as consecutive texts, with a blank line between records. Ends when it is interrupted. It
 * opens the database only for the first text, so not at all if the file cannot be written.
 * @param count counts the games
 */
async function* textsOf(
  source: Source,
  wish: ExportWish,
  count: Count,
  io: Io,
): AsyncGenerator<string> {
  const exports = await exportGames(source, wish)
  if (!exports.ok) throw errorOf(exports.error, nameOfDatabase(source), '')
  const progress = createProgress(io)
  for await (const exported of exports.value) {
    if (io.interrupted.aborted) break
    if ('damaged' in exported) {
      count.damaged++
      progress.clear()
      io.writeError(`hokito: game ${exported.damaged} cannot be read\n`)
    } else if ('unlisted' in exported) {
      count.unlisted++
    } else {
      yield count.games > 0 && wish.format === 'hgn' ? `\n${exported.text}` : exported.text
      count.games++
      if (count.games % TOLD === 0) progress.tell(`${gamesIn(count.games)} written`)
    }
  }
  progress.clear()
}

interface Writing {
  readonly isCompressed: boolean
  readonly withSum: boolean
  readonly io: Io
}

async function writeTo(
  file: string,
  texts: AsyncIterable<string>,
  { isCompressed, withSum, io }: Writing,
): Promise<void> {
  const pieces = isCompressed ? await compressed(texts) : encoded(texts)
  const written = await writeNewFile(resolve(file), pieces, { withSum, signal: io.interrupted })
  if (!written.ok) throw errorOf(written.error, '', file)
}

async function compressed(texts: AsyncIterable<string>): Promise<AsyncIterable<Uint8Array>> {
  // Loaded only when needed, because it is a quarter of a megabyte.
  const { zstdFrames } = await import('../zstd-frames.ts')
  return zstdFrames(texts)
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

/** Warns a person who publishes a month about missing games. */
function tellOfMonth(name: string | undefined, month: Month, unlisted: number, io: Io): void {
  if (month.before > io.now().getTime()) {
    io.writeError(`hokito: ${name} is not over: games that end later are missing\n`)
  }
  if (unlisted > 0) {
    io.writeError(
      `hokito: ${gamesIn(unlisted)} by invitation left out (--unlisted includes them)\n`,
    )
  }
}

function gamesIn(count: number): string {
  return `${count} ${count === 1 ? 'game' : 'games'}`
}
