import { RANDOM_SETUPS } from '@hokito/rules'
import { Option } from 'commander'
import { readWhole } from '../arguments.ts'
import { type AddCommand, examples } from './options.ts'

/** `hokito deal`. */
export const addDeal: AddCommand = (program, io, exit) => {
  program
    .command('deal')
    .description('draw random deals, or convert between deal numbers and pieces')
    .addOption(
      new Option('--kind <kind>', 'kind of random deal').choices(RANDOM_SETUPS).default('standard'),
    )
    .option('--count <number>', 'how many deals', '1')
    .option(
      '--arrange <pieces>',
      'print the deal with these pieces: Black’s values from a1 to f3, White’s from f6 to a4; or all 36 from a1 to f6 as a, b, c, A, B, C',
    )
    .option('--pieces <deal>', 'print the pieces of a deal, as --arrange reads them')
    .option('--json', 'print a line of JSON for each deal')
    .addHelpText(
      'after',
      examples(
        'hokito deal',
        'hokito deal --kind mirrored --count 10',
        'hokito deal --arrange "111111/222222/333333 333333/222222/111111"',
        'hokito deal --pieces 77.1234567',
      ),
    )
    .action(async ({ kind, count, arrange, pieces, json = false }) => {
      const number = readWhole(count, '--count', 1, 1_000_000)
      const { runArrange, runDeal, runPieces } = await import('../commands/deal.ts')
      if (arrange !== undefined) return exit(await runArrange({ pieces: arrange, json }, io))
      if (pieces !== undefined) return exit(await runPieces({ id: pieces }, io))
      exit(await runDeal({ kind, count: number, json }, io))
    })
}

/** `hokito replay`. */
export const addReplay: AddCommand = (program, io, exit) => {
  program
    .command('replay')
    .description('show the games of a record file board by board')
    .argument('<file>', 'an HGN file, or - for standard input')
    .option('--json', 'print a line of JSON for each game')
    .addHelpText('after', examples('hokito replay game.hgn', 'hokito replay --json - < games.hgn'))
    .action(async (file, { json = false }) => {
      const { runReplay } = await import('../commands/replay.ts')
      exit(await runReplay({ file, json }, io))
    })
}
