import { MOST_MOVES } from '@hokito/rules'
import { readSeconds, readWhole } from '../arguments.ts'
import { addLimitOptions, readHash, readLimits } from './limits.ts'
import {
  type AddCommand,
  compensationOption,
  endRuleOption,
  examples,
  LATE_HFEN,
  POSITION_HELP,
} from './options.ts'

/** `hokito analyse`. */
export const addAnalyse: AddCommand = (program, io, exit) => {
  const command = program
    .command('analyse')
    .description('search a position for its best lines')
    .argument('<position...>', POSITION_HELP)
    .option('--lines <number>', 'how many of the best moves to report', '3')
    .option('--hash <MiB>', 'memory for positions already searched')
    .option('--threads <number>', 'threads that search together', '1')
    .option('--json', 'print a line of JSON for each finished depth, and one for the move')
    .addOption(endRuleOption())
    .addOption(compensationOption())
    .addHelpText(
      'after',
      examples(
        'hokito analyse 77.1234567',
        `hokito analyse --lines 1 --depth 9 "${LATE_HFEN}"`,
        'hokito analyse --time 0.5 --json 77.1234567',
      ),
    )
  addLimitOptions(command, '10').action(
    async (position, { endRule, compensation, json = false, lines, hash, threads, ...limits }) => {
      const count = readWhole(lines, '--lines', 1, MOST_MOVES)
      const { runAnalyse } = await import('../commands/analyse.ts')
      exit(
        await runAnalyse(
          {
            position,
            options: { endRule, compensation },
            limits: { ...readLimits(limits, 10_000), lines: count, isAnalysis: true },
            hashMiB: readHash(hash),
            threads: readWhole(threads, '--threads', 1, 64),
            json,
          },
          io,
        ),
      )
    },
  )
}

/** `hokito solve`. */
export const addSolve: AddCommand = (program, io, exit) => {
  program
    .command('solve')
    .description('prove who wins a position, and by how much')
    .argument('<position...>', POSITION_HELP)
    .option('--verdict', 'prove only who wins, which is much faster')
    .option('--time <seconds>', 'give up after this time (default: never)')
    .option('--json', 'print verdict and margin, for the side to move, as JSON')
    .addOption(endRuleOption())
    .addOption(compensationOption())
    .addHelpText(
      'after',
      examples(`hokito solve "${LATE_HFEN}"`, `hokito solve --verdict "${LATE_HFEN}"`),
    )
    .action(async (position, { endRule, compensation, verdict = false, time, json = false }) => {
      const timeMs = time === undefined ? undefined : readSeconds(time, '--time')
      const goal = verdict ? 'verdict' : 'margin'
      const { runSolve } = await import('../commands/solve.ts')
      exit(await runSolve({ position, options: { endRule, compensation }, goal, timeMs, json }, io))
    })
}

/** `hokito bench`. */
export const addBench: AddCommand = (program, io, exit) => {
  program
    .command('bench')
    .description('measure how fast this machine searches; the node count tells versions apart')
    .option('--depth <plies>', 'how deep to search each position', '5')
    .option('--json', 'print JSON for programs')
    .addHelpText('after', examples('hokito bench', 'hokito bench --depth 6 --json'))
    .action(async ({ depth, json = false }) => {
      const { runBench } = await import('../commands/bench.ts')
      exit(await runBench({ depth: readWhole(depth, '--depth', 1, 36), json }, io))
    })
}
