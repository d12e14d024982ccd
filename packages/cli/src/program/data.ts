import { Option } from 'commander'
import { EXIT, UserError } from '../io.ts'
import { type AddCommand, examples } from './options.ts'

/** `hokito backup`. */
export const addBackup: AddCommand = (program, io, exit) => {
  program
    .command('backup')
    .description("copy a server's database, even while it is running")
    .argument('<file>', 'a new file')
    .option(...DATA)
    .addHelpText(
      'after',
      `\nThe backup shows its progress. Ctrl-C stops it and leaves nothing behind.\nOnly you can read the copy.\nAlso keep the file \`secret\` from the same folder: without it, the server\nrecognises no player.\n${examples('hokito backup monday.db')}`,
    )
    .action(async (file, { data }) => {
      const { runBackup } = await import('../commands/data.ts')
      exit(await runBackup({ file, data }, io))
    })
}

/** `hokito restore`. */
export const addRestore: AddCommand = (program, io, exit) => {
  program
    .command('restore')
    .description("check a backup and put it in place of a server's database")
    .argument('<file>', 'a file made by hokito backup')
    .option(...DATA)
    .addHelpText(
      'after',
      `
No server may be using that database. The command keeps the previous database
under another name.
${examples('hokito restore monday.db')}`,
    )
    .action(async (file, { data }) => {
      const { runRestore } = await import('../commands/data.ts')
      exit(await runRestore({ file, data }, io))
    })
}

/** `hokito export`. */
export const addExport: AddCommand = (program, io, exit) => {
  program
    .command('export')
    .description('write finished online games, as records or as lines of JSON')
    .argument('[file]', 'a new file (default: standard output)')
    .option('--out <file>', 'the new file, given as an option')
    .option('--month <month>', 'only public games that ended in this month (UTC), such as 2026-11')
    .option('--unlisted', 'with --month: include games by invitation')
    .addOption(
      new Option('--format <format>', 'HGN, or a line of JSON for each game, as in the API')
        .choices(['hgn', 'ndjson'] as const)
        .default('hgn' as const),
    )
    .option('--zst', 'compress the file with Zstandard')
    .option(...DATA)
    .option('--database <address>', 'read this database instead, written as in DATABASE_URL')
    .addHelpText(
      'after',
      `
The database is only read, so its server may be running. Games are in the order
in which they began; the same games give the same bytes. The file appears under
its name only when complete. With --month, a checksum file for sha256sum --check
is written beside it.
${examples(
  'hokito export games.hgn',
  'hokito export | gzip > games.gz',
  'hokito export --month 2026-11 --zst hokito-2026-11.hgn.zst',
  'hokito export --month 2026-11 --format ndjson --database postgres:///hokito',
)}`,
    )
    .action(async (argument, options) => {
      const { out, month, unlisted = false, format, zst = false, data, database } = options
      if (argument !== undefined && out !== undefined) {
        throw new UserError('the file is given twice: leave out --out', EXIT.usage)
      }
      const { runExport } = await import('../commands/export.ts')
      const where = { data, database, file: argument ?? out }
      const what = { month, format, isCompressed: zst, withUnlisted: unlisted }
      exit(await runExport({ ...where, ...what }, io))
    })
}

/** `hokito migrate-store`. */
export const addMigrateStore: AddCommand = (program, io, exit) => {
  program
    .command('migrate-store')
    .description('copy everything that a server keeps into a database of another kind')
    .requiredOption('--from <address>', 'the database to copy from, written as in DATABASE_URL')
    .requiredOption('--to <address>', 'an empty database to copy to')
    .addHelpText(
      'after',
      `
No server may be using either database. The command compares every row and
replays every game in both. If the copy is interrupted, run the same command
again: it continues where it stopped. The old database stays as it is.
${examples('hokito migrate-store --from sqlite:data/hokito.db --to postgres:///hokito')}`,
    )
    .action(async ({ from, to }) => {
      const { runMigrateStore } = await import('../commands/migrate-store.ts')
      exit(await runMigrateStore({ from, to }, io))
    })
}

/** `hokito ratings rebuild`. */
export const addRatings: AddCommand = (program, io, exit) => {
  program
    .command('ratings')
    .description("check or correct a server's ratings")
    .addHelpText('after', examples('hokito ratings rebuild'))
    .command('rebuild')
    .description('compute all ratings again from the games, and compare them with the stored ones')
    .option('--write', 'replace stored ratings that differ')
    .option(...DATA)
    .addHelpText(
      'after',
      `
Without --write nothing changes, and a server may be using the database. With
--write, no server may be using it. The exit code is 1 if ratings differ and
stay as they are.
${examples('hokito ratings rebuild', 'hokito ratings rebuild --write')}`,
    )
    .action(async ({ data, write = false }) => {
      const { runRatingsRebuild } = await import('../commands/ratings.ts')
      exit(await runRatingsRebuild({ data, mayWrite: write }, io))
    })
}

/** `hokito verify-deal`. */
export const addVerifyDeal: AddCommand = (program, io, exit) => {
  program
    .command('verify-deal')
    .description('check that nobody chose the deal of an online game')
    .argument('<file>', 'the game as JSON, or - for standard input')
    .argument('[earlier]', 'the earlier game that its deal comes from, if there is one')
    .addHelpText(
      'after',
      examples(
        'hokito verify-deal game.json',
        'curl https://…/api/games/<id> | hokito verify-deal -',
        'hokito verify-deal second.json first.json',
      ),
    )
    .action(async (file, earlier) => {
      const { runVerifyDeal } = await import('../commands/verify-deal.ts')
      exit(await runVerifyDeal({ file, earlier }, io))
    })
}

// --- internal ---

const DATA = [
  '--data <folder>',
  'where the server keeps its games (default: $HOKITO_DATA, else ./data)',
] as const
