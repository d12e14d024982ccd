import { COLORS, type Color, type Deal, type DealKind, parseDeal } from '@hokito/rules'
import { Command, CommanderError, Option } from 'commander'
import { readEndRule, readWhole } from './arguments.ts'
import { runDeal } from './commands/deal.ts'
import { runPerft } from './commands/perft.ts'
import { runPlay } from './commands/play.ts'
import { runReplay } from './commands/replay.ts'
import { runServe } from './commands/serve.ts'
import { runMoves, runShow } from './commands/show.ts'
import { runUgi } from './commands/ugi.ts'
import { describeDeal, pointAt } from './describe.ts'
import { EXIT, type ExitCode, type Io, UserError } from './io.ts'
import { VERSION } from './version.ts'

/** Runs the command line and gives its exit code; every error a person can mend is told in a sentence. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok
  const program = createProgram(io, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (!(error instanceof UserError)) throw error
    io.writeError(`hokito: ${error.message}\n`)
    return error.exitCode
  }
}

// --- internal ---

const DEAL_KINDS: readonly DealKind[] = ['standard', 'mirrored', 'scattered']

function createProgram(io: Io, exit: (code: ExitCode) => void): Command {
  const program = new Command('hokito')
    .description('Play, study and serve Hokito, the game of stacks by Claude Leroy.')
    .version(VERSION)
    .showHelpAfterError('(hokito --help tells more)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.write(text),
      writeErr: (text) => io.writeError(text),
      getOutHasColors: () => io.hasColor,
      getErrHasColors: () => io.hasColor,
    })
  addPlay(program, io, exit)
  addPositionCommands(program, io, exit)
  addDeal(program, io, exit)
  addReplay(program, io, exit)
  program
    .command('ugi')
    .description('talk UGI on standard input and output, for other programs')
    .action(async () => exit(await runUgi(io)))
  program
    .command('serve')
    .description('serve the site')
    .option('--host <name>', 'where to listen (default: $HOST, else localhost)')
    .option('--port <number>', 'port to listen on (default: $PORT, else 3000)')
    .action(async ({ host, port }) => exit(await runServe({ host, port }, io)))
  return program
}

function endRuleOption(): Option {
  return new Option(
    '--end-rule <rule>',
    'which stuck player ends the game: either, or the one onTurn',
  )
    .argParser(readEndRule)
    .default('either')
}

function addPlay(program: Command, io: Io, exit: (code: ExitCode) => void): void {
  program
    .command('play')
    .description('play a game here, against the computer or a friend')
    .option('--level <1-10>', 'how strong the computer plays', '3')
    .option('--best', 'let the computer play as well as it can')
    .option('--color <color>', 'black, white or random', 'black')
    .option('--hot-seat', 'two people at this keyboard')
    .option('--deal <id>', 'a deal by its number, or standard, mirrored or scattered', 'standard')
    .option('--position <hfen>', 'begin here instead of with a deal')
    .addOption(endRuleOption())
    .addHelpText(
      'after',
      examples('hokito play --level 5', 'hokito play --hot-seat --deal 77.1234567'),
    )
    .action(async (options) => {
      const level = readWhole(options.level, '--level', 1, 10)
      exit(
        await runPlay(
          {
            level: options.best === true ? undefined : level,
            color: readColor(options.color),
            isHotSeat: options.hotSeat === true,
            beginning: readBeginning(options, io),
            endRule: options.endRule,
          },
          io,
        ),
      )
    })
}

function addPositionCommands(program: Command, io: Io, exit: (code: ExitCode) => void): void {
  program
    .command('show')
    .description('draw a position')
    .argument('<position...>', 'a deal id or an HFEN')
    .addOption(endRuleOption())
    .option('--json', 'facts for programs')
    .addHelpText('after', examples('hokito show 77.1234567', `hokito show "${LATE}"`))
    .action(async (position, { endRule, json = false }) =>
      exit(await runShow({ position, endRule, json }, io)),
    )
  program
    .command('moves')
    .description('list the legal moves of a position')
    .argument('<position...>', 'a deal id or an HFEN')
    .addOption(endRuleOption())
    .option('--json', 'a list for programs')
    .addHelpText('after', examples(`hokito moves "${LATE}"`))
    .action(async (position, { endRule, json = false }) =>
      exit(await runMoves({ position, endRule, json }, io)),
    )
  program
    .command('perft')
    .description('count move sequences')
    .argument('<depth>', 'their length in plies')
    .argument('[position...]', 'a deal id or an HFEN (default: deal 0.0)')
    .addOption(endRuleOption())
    .option('--divide', 'count by first move')
    .option('--json', 'counts for programs')
    .addHelpText('after', examples('hokito perft 3 77.1234567', 'hokito perft 2 --divide'))
    .action(async (depth, position, { endRule, divide = false, json = false }) => {
      const plies = readWhole(depth, 'the depth', 0, 36)
      exit(await runPerft({ depth: plies, position, endRule, divide, json }, io))
    })
}

function addDeal(program: Command, io: Io, exit: (code: ExitCode) => void): void {
  program
    .command('deal')
    .description('draw random deals')
    .addOption(new Option('--kind <kind>', 'how to deal').choices(DEAL_KINDS).default('standard'))
    .option('--count <number>', 'how many', '1')
    .option('--json', 'one line of JSON a deal')
    .addHelpText('after', examples('hokito deal --kind mirrored --count 10'))
    .action(async ({ kind, count, json = false }) => {
      const number = readWhole(count, '--count', 1, 1_000_000)
      exit(await runDeal({ kind, count: number, json }, io))
    })
}

function addReplay(program: Command, io: Io, exit: (code: ExitCode) => void): void {
  program
    .command('replay')
    .description('show the games of a record file board by board')
    .argument('<file>', 'an HGN file, or - for standard input')
    .option('--json', 'one line of JSON a game')
    .addHelpText('after', examples('hokito replay game.hgn', 'hokito replay --json - < games.hgn'))
    .action(async (file, { json = false }) => exit(await runReplay({ file, json }, io)))
}

const LATE = '----C4-/a3-----/------/--B12--a2/------/--b7--A8 w'

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

function readColor(text: string): Color | 'random' {
  if (text === 'random') return text
  const color = COLORS.find((each) => each === text)
  if (color === undefined) {
    throw new UserError(`--color is black, white or random, not ${text}`, EXIT.usage)
  }
  return color
}

function readBeginning(
  { deal, position, endRule }: PlayOptions,
  { randomBytes }: Io,
): Beginning {
  if (position !== undefined) {
    return { kind: 'position', position: readPosition([position], endRule) }
  }
  const kind = DEAL_KINDS.find((each) => each === deal)
  return { kind: 'deal', deal: kind === undefined ? readDeal(deal) : randomDeal(kind, randomBytes) }
}
