import { type ApiChallenge, ApiError, HokitoClient } from '@hokito/client'
import { startEnginePlayer } from '../arena/engine-player.ts'
import type { Player } from '../arena/player.ts'
import { startUgiPlayer, type UgiPlayerOptions } from '../arena/ugi-player.ts'
import type { AcceptedTerms } from '../bot/accepted-terms.ts'
import { Bot, type BotOptions } from '../bot/bot.ts'
import { Engines } from '../bot/engines.ts'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'

/** Arguments of `bot`. */
export interface BotArguments {
  readonly server: string
  readonly token: string
  /** Another engine. If absent, this package's own. */
  readonly engine: UgiPlayerOptions | undefined
  readonly thinking: BotOptions['thinking']
  readonly becomesBot: boolean
  readonly accepted: AcceptedTerms
  readonly games: number
  readonly engines: number
  readonly seeks: readonly ApiChallenge['terms'][]
  readonly stopAfter: number | undefined
}

/** `hokito bot`: plays on a server for a bot account, until it is interrupted. */
export async function runBot(args: BotArguments, io: Io): Promise<ExitCode> {
  const { server, token, thinking, accepted, games: mostGames, seeks, stopAfter } = args
  const client = new HokitoClient({ server, token, signal: io.interrupted })
  const engines = new Engines(args.engines, () => startPlayer(args, io.interrupted))
  try {
    const name = await enter(client, args)
    io.write(`Playing as bot ${name} on ${server}. Ctrl-C stops it.\n`)
    const bot = new Bot({
      ...{ client, engines, thinking, accepted, mostGames, seeks, stopAfter },
      randomBytes: io.randomBytes,
      now: () => io.now().getTime(),
      tell: (line) => io.write(`${line}\n`),
      signal: io.interrupted,
    })
    await bot.run()
    io.write('Stopped. Unfinished games continue when you start it again.\n')
    return EXIT.ok
  } catch (error) {
    throw error instanceof ApiError ? new UserError(error.message) : error
  } finally {
    await engines.close()
  }
}

// --- internal ---

function startPlayer({ engine }: BotArguments, interrupted: AbortSignal): Promise<Player> {
  return engine === undefined
    ? Promise.resolve(startEnginePlayer('hokito', undefined, interrupted))
    : startUgiPlayer(engine)
}

/** Finds the account of the token, and makes it a bot if requested. */
async function enter(client: HokitoClient, { becomesBot, server }: BotArguments): Promise<string> {
  try {
    const account = await client.account()
    if (account.isBot) return account.name
    if (becomesBot) return (await client.becomeBot()).name
    throw new UserError(
      `${account.name} is not a bot. --become-bot makes it one, for good, if it has not played a game yet.`,
    )
  } catch (error) {
    if (error instanceof TypeError) throw new UserError(`${server} does not answer.`)
    throw error
  }
}
