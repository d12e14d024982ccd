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
      `\nProgress is shown; Ctrl-C stops the backup and leaves nothing behind.\nOnly you can read the copy.\nAlso keep the file \`secret\` from the same folder: without it, no player is\nrecognised.\n${examples('hokito backup monday.db')}`,
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
No server may be using that database. The previous database is kept under
another name.
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
    .option('--out <file>', 'the same, as an option')
    .option('--month <month>', 'public games that ended in a month by UTC, such as 2026-11')
    .option('--unlisted', 'with --month: games by invitation too')
    .addOption(
      new Option('--format <format>', 'HGN, or a game a line as the API has it')
        .choices(['hgn', 'ndjson'] as const)
        .default('hgn' as const),
    )
    .option('--zst', 'compress the file by Zstandard')
    .option(...DATA)
    .option('--database <address>', 'the database instead, as in DATABASE_URL')
    .addHelpText(
      'after',
      `
The database is only read, so its server may be running. Games are in the order
in which they began; the same games give the same bytes. The file gets its name
when it is whole; beside a month's comes its sum, as sha256sum --check reads it.
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
        throw new UserError('the file is given twice: leave --out away', EXIT.usage)
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
    .description('copy all that a server keeps into a database of another kind')
    .requiredOption('--from <address>', 'the database that there is, as in DATABASE_URL')
    .requiredOption('--to <address>', 'an empty one')
    .addHelpText(
      'after',
      `
No server may be using either of them. Every row is compared and every game is
replayed in both. A copy that was interrupted goes on when the same command is
run again. The old database stays as it is.
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
    .description("look after a server's ratings")
    .addHelpText('after', examples('hokito ratings rebuild'))
    .command('rebuild')
    .description('compute all ratings again from the games, and say whether they agree')
    .option('--write', 'put what the games say in the place of what is stored')
    .option(...DATA)
    .addHelpText(
      'after',
      `
Without --write nothing is changed, and a server may be using the database. With
it, none may. Exit code 1 where the ratings do not agree and stay as they are.
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
    .argument('[earlier]', 'the earlier game that its deal was kept from, if there is one')
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
