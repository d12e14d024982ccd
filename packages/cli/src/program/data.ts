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
    .description('write all finished online games as HGN')
    .argument('[file]', 'a new file (default: standard output)')
    .option(...DATA)
    .addHelpText('after', examples('hokito export games.hgn', 'hokito export | gzip > games.gz'))
    .action(async (file, { data }) => {
      const { runExport } = await import('../commands/data.ts')
      exit(await runExport({ file, data }, io))
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
