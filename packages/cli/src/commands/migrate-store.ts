import { type TransferError, type TransferErrorCode, transferStore } from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { createProgress } from '../progress.ts'
import { databaseOf, nameOfDatabase, nameOfHolder } from './serve.ts'

/** The addresses of two databases, as in `DATABASE_URL`. */
export interface MigrateStoreArguments {
  readonly from: string
  readonly to: string
}

/** `hokito migrate-store`: copies all of a server's data to another database. */
export async function runMigrateStore(args: MigrateStoreArguments, io: Io): Promise<ExitCode> {
  const from = databaseOf('--from', args.from)
  const to = databaseOf('--to', args.to)
  const names = { from: nameOfDatabase(from), to: nameOfDatabase(to) }
  if (names.from === names.to) {
    throw new UserError('--from and --to are the same database', EXIT.usage)
  }
  const progress = createProgress(io)
  const transferred = await transferStore(from, to, {
    signal: io.interrupted,
    onProgress: ({ stage, share }) => progress.tell(`${stage}: ${Math.floor(share * 100)}%`),
  })
  progress.clear()
  if (!transferred.ok) throw new UserError(sentenceOf(transferred.error, names))
  const { rows, replaced, games, damaged } = transferred.value
  io.write(`Copied ${names.from} to ${names.to}
${rows} rows are the same in both, and ${games} games were replayed in both.
`)
  if (replaced > 0) {
    io.write(
      `${replaced} of the rows had the character 0 in a text, which PostgreSQL does not store: the copy has U+FFFD instead.\n`,
    )
  }
  if (damaged > 0) io.write(`${damaged} of the games cannot be read in either.\n`)
  io.write(
    `Start the server on the new database, with the same secret. Do not use the old one any more.\n`,
  )
  return EXIT.ok
}

// --- internal ---

function sentenceOf(
  { code, place, holder, what, why }: TransferError,
  names: { readonly from: string; readonly to: string },
): string {
  const name = names[place]
  const sentences: { readonly [C in TransferErrorCode]: string } = {
    missing: `there is no database ${name}`,
    inUse: `${nameOfHolder(holder)} is using ${name}: stop it first`,
    notADatabase: `${name} is not a Hokito database`,
    tooOld: `${name} is too old: PostgreSQL 15 or newer is needed`,
    olderSchema: `${name} is from an older version of Hokito: start this version's server on it once`,
    newerSchema: `${name} is from a newer version of Hokito: use that version`,
    unfinished: `${name} is itself only partly filled: finish the migrate-store that fills it first`,
    notEmpty: `${name} is not empty: choose a new database, so that nothing is lost`,
    unreachable: `${name} does not answer: make sure that PostgreSQL is running there and accepts connections from here; then run the same command again, and it continues where it stopped`,
    wrongPassword: `PostgreSQL does not let this user into ${name}: check the user name and the password`,
    noSuchDatabase: `there is no database ${name}: create an empty one first, as in createdb hokito`,
    noRights: `this user may not use ${name}: make it the owner of that database`,
    notWritable: `${name} cannot be written: give this user permission, or choose another place`,
    diskFull: `the disk that holds ${name} is full: free some space, then run the same command again`,
    badRow: `${name} does not store the row ${what} of ${names.from} (${why}): correct or delete that row, then run the same command again, and it continues where it stopped`,
    differs: `${what} is not the same in ${name} as in ${names.from}: the old database is unharmed. Empty ${name} and run the same command again; if it happens again, please report it`,
    cancelled: `interrupted: ${name} is only partly filled; run the same command again, and it continues where it stopped`,
  }
  return sentences[code]
}
