import { Option } from 'commander'
import { DEAL_KINDS, readWhole } from '../arguments.ts'
import { type AddCommand, examples } from './options.ts'

/** `hokito deal`. */
export const addDeal: AddCommand = (program, io, exit) => {
  program
    .command('deal')
    .description('draw random deals')
    .addOption(new Option('--kind <kind>', 'how to deal').choices(DEAL_KINDS).default('standard'))
    .option('--count <number>', 'how many', '1')
    .option('--json', 'one line of JSON a deal')
    .addHelpText('after', examples('hokito deal', 'hokito deal --kind mirrored --count 10'))
    .action(async ({ kind, count, json = false }) => {
      const number = readWhole(count, '--count', 1, 1_000_000)
      const { runDeal } = await import('../commands/deal.ts')
      exit(await runDeal({ kind, count: number, json }, io))
    })
}

/** `hokito replay`. */
export const addReplay: AddCommand = (program, io, exit) => {
  program
    .command('replay')
    .description('show the games of a record file board by board')
    .argument('<file>', 'an HGN file, or - for standard input')
    .option('--json', 'one line of JSON a game')
    .addHelpText('after', examples('hokito replay game.hgn', 'hokito replay --json - < games.hgn'))
    .action(async (file, { json = false }) => {
      const { runReplay } = await import('../commands/replay.ts')
      exit(await runReplay({ file, json }, io))
    })
}
