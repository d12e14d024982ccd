import { readWhole } from '../arguments.ts'
import {
  type AddCommand,
  compensationOption,
  endRuleOption,
  examples,
  LATE_HFEN,
  POSITION_HELP,
} from './options.ts'

/** `hokito show`. */
export const addShow: AddCommand = (program, io, exit) => {
  program
    .command('show')
    .description('draw a position')
    .argument('<position...>', POSITION_HELP)
    .addOption(endRuleOption())
    .addOption(compensationOption())
    .option('--json', 'print JSON for programs')
    .addHelpText('after', examples('hokito show 77.1234567', `hokito show "${LATE_HFEN}"`))
    .action(async (position, { endRule, compensation, json = false }) => {
      const { runShow } = await import('../commands/show.ts')
      exit(await runShow({ position, options: { endRule, compensation }, json }, io))
    })
}

/** `hokito moves`. */
export const addMoves: AddCommand = (program, io, exit) => {
  program
    .command('moves')
    .description('list the legal moves of a position')
    .argument('<position...>', POSITION_HELP)
    .addOption(endRuleOption())
    .option('--json', 'print JSON for programs')
    .addHelpText('after', examples('hokito moves 77.1234567', `hokito moves "${LATE_HFEN}"`))
    .action(async (position, { endRule, json = false }) => {
      const { runMoves } = await import('../commands/show.ts')
      exit(await runMoves({ position, options: { endRule, compensation: 0 }, json }, io))
    })
}

/** `hokito perft`. */
export const addPerft: AddCommand = (program, io, exit) => {
  program
    .command('perft')
    .description('count move sequences')
    .argument('<depth>', 'length of the sequences, in plies')
    .argument('[position...]', `${POSITION_HELP} (default: deal 0.0)`)
    .addOption(endRuleOption())
    .option('--divide', 'count separately for each first move')
    .option('--json', 'print JSON for programs')
    .addHelpText('after', examples('hokito perft 3 77.1234567', 'hokito perft 2 --divide'))
    .action(async (depth, position, { endRule, divide = false, json = false }) => {
      const plies = readWhole(depth, 'the depth', 0, 36)
      const { runPerft } = await import('../commands/perft.ts')
      exit(await runPerft({ depth: plies, position, endRule, divide, json }, io))
    })
}
