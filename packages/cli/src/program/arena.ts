import {
  type EndRule,
  type GameOptions,
  RANDOM_SETUPS,
  type RandomSetup,
  randomIndex,
} from '@hokito/rules'
import { type Command, Option } from 'commander'
import { commandWords } from '../arena/command-words.ts'
import type { SprtOptions } from '../arena/elo.ts'
import type { Pace } from '../arena/game.ts'
import type { UgiPlayerOptions } from '../arena/ugi-player.ts'
import { readSeconds, readWhole } from '../arguments.ts'
import type { MatchArguments } from '../commands/match.ts'
import { EXIT, type Io, UserError } from '../io.ts'
import { ownCommand } from '../own-command.ts'
import { addLimitOptions, type LimitOptions, readHash, readLimits } from './limits.ts'
import {
  type AddCommand,
  compensationOption,
  endRuleOption,
  examples,
  LEVELS_HELP,
} from './options.ts'

/** `hokito match`. */
export const addMatch: AddCommand = (program, io, exit) => {
  const command = program
    .command('match')
    .description('let two UGI engines play each other, and report which is stronger')
    .argument('<first>', 'a command that starts a UGI engine; hokito by itself means this one')
    .argument('<second>', 'the command of the engine to compare it with')
    .option(
      '--games <number>',
      'how many games; the engines play every opening twice, with colours swapped',
      '100',
    )
    .option(
      '--clock <base+increment>',
      'seconds for the whole game, and seconds added for each move',
    )
    .option('--grace <seconds>', 'how late a move may be without losing the game', '0.5')
    .addOption(engineOption('first'))
    .addOption(engineOption('second'))
    .option(
      '--sprt <elo0,elo1>',
      'stop once the Elo difference is shown to be at most elo0, or at least elo1',
    )
    .option('--json', 'print JSON for programs')
  addOpeningOptions(command, 'none')
  addLimitOptions(command, '0.1').addHelpText(
    'after',
    examples(
      'hokito match hokito "./other-engine --ugi" --games 200 --time 0.1',
      'hokito match hokito hokito --first Level=5 --second Level=4 --parallel 2',
      'hokito match hokito "./other-engine --ugi" --compensation 13.5',
      'hokito match hokito "node old/hokito.mjs ugi" --sprt 0,10 --games 4000 --clock 5+0.05',
    ),
  )
  command.action(async (first, second, options) => {
    const { runMatch } = await import('../commands/match.ts')
    exit(await runMatch(readMatch(first, second, options, io), io))
  })
}

/** `hokito selfplay`. */
export const addSelfplay: AddCommand = (program, io, exit) => {
  const command = program
    .command('selfplay')
    .description('let the computer play against itself, and record the games')
    .option('--games <number>', 'how many games', '10')
    .option('--hash <MiB>', 'memory for positions already searched')
  addOpeningOptions(command, 'standard output')
  addLimitOptions(command, '0.1')
    .addHelpText('after', LEVELS_HELP)
    .addHelpText(
      'after',
      examples(
        'hokito selfplay --games 100 --nodes 20000 --random-plies 6 --out games.hgn',
        'hokito selfplay --level 3 --games 1 | hokito replay -',
      ),
    )
  command.action(async (options) => {
    const { runSelfplay } = await import('../commands/selfplay.ts')
    exit(
      await runSelfplay(
        {
          games: readWhole(options.games, '--games', 1, 10_000_000),
          limits: readLimits(options, DEFAULT_MOVE_MS),
          openings: readOpenings(options, io),
          options: readOptions(options),
          parallel: readWhole(options.parallel, '--parallel', 1, 256),
          hashMiB: readHash(options.hash),
          out: readOut(options),
        },
        io,
      ),
    )
  })
}

// --- internal ---

const DEFAULT_MOVE_MS = 100

/** The option `--first` or `--second`. */
function engineOption(which: 'first' | 'second'): Option {
  return new Option(`--${which} <Name=value>`, `an option of the ${which} engine; may be repeated`)
    .argParser(collect)
    .default([], 'none')
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

function addOpeningOptions(command: Command, noFile: string): void {
  command
    .addOption(
      new Option('--kind <kind>', 'kind of random deal').choices(RANDOM_SETUPS).default('standard'),
    )
    .option('--random-plies <number>', 'moves played at random before the engines take over', '0')
    .option('--seed <number>', 'repeat the openings of another run (default: new ones)')
    .option('--parallel <number>', 'games at a time', '1')
    .option('--out <file>', `file to write the games to, as HGN (default: ${noFile})`)
    .option('--append', 'add the games to a file that already exists')
    .addOption(endRuleOption())
    .addOption(compensationOption())
}

interface OpeningTexts {
  readonly kind: RandomSetup
  readonly randomPlies: string
  readonly seed?: string
  readonly endRule: EndRule
  readonly compensation: number
  readonly parallel: string
  readonly out?: string
  readonly append?: boolean
}

function readOpenings({ kind, randomPlies, seed, endRule }: OpeningTexts, io: Io) {
  return {
    kind,
    endRule,
    randomPlies: readWhole(randomPlies, '--random-plies', 0, 24),
    seed:
      seed === undefined
        ? randomIndex(2 ** 32, io.randomBytes)
        : readWhole(seed, '--seed', 0, 2 ** 32 - 1),
  }
}

function readOptions({ endRule, compensation }: OpeningTexts): GameOptions {
  return { endRule, compensation }
}

interface MatchTexts extends LimitOptions, OpeningTexts {
  readonly games: string
  readonly first: readonly string[]
  readonly second: readonly string[]
  readonly clock?: string
  readonly grace: string
  readonly sprt?: string
  readonly json?: boolean
}

function readMatch(first: string, second: string, texts: MatchTexts, io: Io): MatchArguments {
  const games = readWhole(texts.games, '--games', 2, 1_000_000)
  if (games % 2 !== 0) {
    throw new UserError(
      '--games must be an even number, as the engines play every opening twice',
      EXIT.usage,
    )
  }
  return {
    players: [readPlayer(first, texts.first), readPlayer(second, texts.second)],
    games,
    pace: readPace(texts),
    graceMs: readSeconds(texts.grace, '--grace'),
    openings: readOpenings(texts, io),
    options: readOptions(texts),
    parallel: readWhole(texts.parallel, '--parallel', 1, 256),
    sprt: readSprt(texts.sprt),
    out: readOut(texts),
    json: texts.json === true,
  }
}

function readPlayer(command: string, settings: readonly string[]): UgiPlayerOptions {
  const words = commandWords(command)
  if (words.length === 0) throw new UserError('the command of an engine is missing', EXIT.usage)
  const pairs = settings.map((text) => {
    const [, name, value] = /^(\w+)=(\S+)$/.exec(text) ?? []
    if (name !== undefined && value !== undefined) return [name, value] as const
    throw new UserError(`an engine's option must be written Name=value, not ${text}`, EXIT.usage)
  })
  return { command: command === 'hokito' ? ownCommand() : words, settings: new Map(pairs) }
}

function readPace(options: LimitOptions & { readonly clock?: string }): Pace {
  const { clock } = options
  if (clock === undefined) return { kind: 'move', limits: readLimits(options, DEFAULT_MOVE_MS) }
  const [base = '', increment = '0', extra] = clock.split('+')
  if (extra !== undefined)
    throw new UserError(`--clock must be written like 10+0.1, not ${clock}`, EXIT.usage)
  return {
    kind: 'clock',
    baseMs: readSeconds(base, '--clock'),
    incrementMs: Number(increment) === 0 ? 0 : readSeconds(increment, '--clock'),
  }
}

function readSprt(text: string | undefined): SprtOptions | undefined {
  if (text === undefined) return undefined
  const [, elo0, elo1] = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? []
  const hypotheses = { elo0: Number(elo0), elo1: Number(elo1) }
  if (hypotheses.elo0 < hypotheses.elo1) return hypotheses
  throw new UserError(
    `--sprt must be two Elo differences, the smaller one first, such as 0,10`,
    EXIT.usage,
  )
}

function readOut({ out, append }: Pick<OpeningTexts, 'out' | 'append'>) {
  return out === undefined ? undefined : { path: out, mayAppend: append === true }
}
