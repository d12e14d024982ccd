import type { ApiChallenge } from '@hokito/client'
import { Option } from 'commander'
import { commandWords } from '../arena/command-words.ts'
import { readSeconds, readWhole } from '../arguments.ts'
import { type AcceptedTerms, PACES, STAKES } from '../bot/accepted-terms.ts'
import type { BotArguments } from '../commands/bot.ts'
import { EXIT, type Io, UserError } from '../io.ts'
import { ownCommand } from '../own-command.ts'
import { type AddCommand, examples, LEVELS_HELP } from './options.ts'

/** `hokito bot`. */
export const addBot: AddCommand = (program, io, exit) => {
  program
    .command('bot')
    .description('play on a server as a bot account, with any UGI engine')
    .requiredOption('--server <url>', 'the address of the site')
    .option('--token <token>', 'a token of the account (default: $HOKITO_TOKEN)')
    .option('--level <1-10>', 'play as weakly as this level of the built-in engine')
    .option('--engine <command>', 'a command that starts a UGI engine (default: the built-in one)')
    .option('--time <seconds>', 'at most this time for each move, if no level is given', '1')
    .option('--games <number>', 'games at a time; further challenges are declined', '4')
    .option('--engines <number>', 'engines that think at the same time', '1')
    .addOption(
      new Option('--accept <pace...>', 'which games it plays')
        .choices(PACES)
        .default([...PACES], 'all'),
    )
    .addOption(
      new Option('--stakes <which>', 'which matches it plays').choices(STAKES).default('any'),
    )
    .option(
      '--seek <time...>',
      'keep a match open in the lobby, such as 300+3 (seconds), or 2d (days a move)',
    )
    .option('--rated', 'the matches it keeps open in the lobby are rated')
    .option('--become-bot', 'make the account a bot, before its first game and for good')
    .option('--stop-after <games>', 'stop when this many games have ended')
    .addHelpText('after', HELP)
    .action(async (texts: Texts) => {
      const { runBot } = await import('../commands/bot.ts')
      exit(await runBot(argumentsOf(texts, io), io))
    })
}

// --- internal ---

const HELP = `
Make a token on your account page, with games:read, challenges:write and
games:play. A lost connection is retried for ever. Ctrl-C withdraws its
challenges. Its games stay, and continue when you start it again.
${LEVELS_HELP}
${examples(
  'HOKITO_TOKEN=hokito_… hokito bot --server https://hokito.example --level 5 --become-bot',
  'hokito bot --server http://localhost:3000 --token hokito_… --engine "./engine --ugi"',
  'hokito bot --server https://hokito.example --seek 300+3 2d --rated --accept live',
)}`

/** The options as they are typed. */
interface Texts extends Pick<AcceptedTerms, 'stakes'> {
  readonly server: string
  readonly token?: string
  readonly level?: string
  readonly engine?: string
  readonly time: string
  readonly games: string
  readonly engines: string
  readonly accept: AcceptedTerms['paces']
  readonly seek?: readonly string[]
  readonly rated?: true
  readonly becomeBot?: true
  readonly stopAfter?: string
}

/** @throws UserError if they are unusable */
function argumentsOf(texts: Texts, io: Io): BotArguments {
  const { level, engine, seek = [], stopAfter, rated: isRated = false } = texts
  if (level !== undefined && engine !== undefined) {
    throw new UserError(
      '--level is for the built-in engine: leave it out with --engine',
      EXIT.usage,
    )
  }
  return {
    server: readServer(texts.server),
    token: readToken(texts.token, io),
    engine: engine === undefined ? undefined : readEngine(engine),
    thinking:
      level === undefined
        ? { mostMs: readSeconds(texts.time, '--time') }
        : { level: readWhole(level, '--level', 1, 10) },
    becomesBot: texts.becomeBot === true,
    accepted: { paces: texts.accept, stakes: texts.stakes },
    games: readWhole(texts.games, '--games', 1, 50),
    engines: readWhole(texts.engines, '--engines', 1, 64),
    seeks: seek.map((text) => readSeek(text, isRated)),
    stopAfter: stopAfter === undefined ? undefined : readWhole(stopAfter, '--stop-after', 1, 1e6),
  }
}

function readServer(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (isUrl) return new URL(text).origin
  throw new UserError(
    `--server must be an address such as https://hokito.example, not ${text}`,
    EXIT.usage,
  )
}

function readToken(given: string | undefined, { env }: Io): string {
  const token = given ?? env.HOKITO_TOKEN
  if (token !== undefined && token !== '') return token
  throw new UserError('--token is missing, and HOKITO_TOKEN is not set', EXIT.usage)
}

function readEngine(command: string) {
  const words = command === 'hokito' ? ownCommand() : commandWords(command)
  if (words.length === 0) throw new UserError('the command of an engine is missing', EXIT.usage)
  return { command: words, settings: new Map<string, string>() }
}

function readSeek(text: string, isRated: boolean): ApiChallenge['terms'] {
  return {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl: readTime(text),
    allowsTakebacks: false,
    games: 2,
    ...(isRated && { isRated }),
  }
}

function readTime(text: string): ApiChallenge['terms']['timeControl'] {
  const [, days] = /^(\d{1,2})d$/.exec(text) ?? []
  if (days !== undefined) {
    return { kind: 'correspondence', daysPerMove: readWhole(days, '--seek', 1, 14) }
  }
  const [, initial, increment] = /^(\d{1,5})\+(\d{1,3})$/.exec(text) ?? []
  if (initial === undefined || increment === undefined) {
    throw new UserError(`--seek must be written like 300+3 or 2d, not ${text}`, EXIT.usage)
  }
  return {
    kind: 'fischer',
    initialSeconds: readWhole(initial, '--seek', 10, 10_800),
    incrementSeconds: readWhole(increment, '--seek', 0, 180),
  }
}
