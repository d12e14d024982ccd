import { type ApiEvent, type ApiOwnGame, follow, HokitoClient } from '@hokito/client'
import type { TokenScope } from '@hokito/protocol'
import { formatMove, legalMoves, parsePosition } from '@hokito/rules'
import { tokenOf } from './account.ts'
import { until } from './page.ts'

const ALL: readonly TokenScope[] = ['games:read', 'challenges:write', 'games:play']

/** A program that plays for an account, like those of other people: it knows only the API. */
export class Program {
  readonly client: HokitoClient
  readonly token: string
  readonly name: string
  readonly events: ApiEvent[] = []
  /** The latest state of each game in its events. */
  readonly games = new Map<string, ApiOwnGame>()
  readonly #stop = new AbortController()
  following: Promise<void> = Promise.resolve()
  /** Settles once the server counts the account as online. */
  online: Promise<void> = Promise.resolve()

  constructor(url: string, token: string, name: string) {
    this.client = new HokitoClient({ server: url, token })
    this.token = token
    this.name = name
  }

  /** A new bot account whose program follows it. `nodeUrl` is the node it connects to. */
  static async start(url: string, name: string, nodeUrl = url): Promise<Program> {
    const program = new Program(nodeUrl, await tokenOf(url, name, ALL), name)
    await program.client.becomeBot()
    program.follow()
    await program.online
    return program
  }

  /** Follows the account, and calls back for each event. */
  follow(onEvent: (event: ApiEvent) => Promise<unknown> = async () => undefined): void {
    const { signal } = this.#stop
    this.online = new Promise((onOpen, onError) => {
      this.following = (async () => {
        for await (const event of follow(this.client, { signal, onOpen })) {
          this.events.push(event)
          if (event.type === 'game') this.games.set(event.game.id, event.game)
          await onEvent(event)
        }
      })()
      this.following.catch(onError)
    })
    this.online.catch(() => undefined)
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Waits until it has received an event. */
  async hears(isIt: (event: ApiEvent) => boolean): Promise<ApiEvent> {
    await until(
      () => this.events.some(isIt),
      () => `${this.name} hears it; heard ${JSON.stringify(this.events.at(-1))}`,
    )
    const found = this.events.find(isIt)
    if (found === undefined) throw new Error('it was there')
    return found
  }

  /** Waits until the program sees a game in some state. */
  async sees(id: string, isIt: (game: ApiOwnGame) => boolean): Promise<ApiOwnGame> {
    const now = () => this.games.get(id)
    await until(
      () => {
        const game = now()
        return game !== undefined && isIt(game)
      },
      () => `${this.name} sees it; sees ${JSON.stringify(now())}`,
    )
    const game = now()
    if (game === undefined) throw new Error('it was there')
    return game
  }

  /** The challenge that a player has made to it. */
  async challenge(): Promise<string> {
    const event = await this.hears(({ type }) => type === 'challenge')
    return event.type === 'challenge' ? event.challenge.id : ''
  }
}

/** Does its side's task in a game, with the first possible move. */
export async function doTask(client: HokitoClient, game: ApiOwnGame): Promise<void> {
  if (game.task === 'share') await client.share(game.id, '0c'.repeat(16))
  if (game.task === 'place') await client.place(game.id, '123123123123123123')
  if (game.task === 'divide') await client.divide(game.id, 9.5)
  if (game.task === 'choose') await client.choose(game.id, 'black')
  if (game.task === 'move') await client.move(game.id, game.moves.length, firstMove(game))
}

/** The first possible move of a game. */
export function firstMove({ position = '', terms }: ApiOwnGame): string {
  const parsed = parsePosition(position, terms.endRule)
  const [move] = parsed.ok ? legalMoves(parsed.value) : []
  if (move === undefined) throw new Error(`there is no move in ${position}`)
  return formatMove(move)
}
