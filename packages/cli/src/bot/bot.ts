import {
  type ApiChallenge,
  ApiError,
  type ApiEvent,
  type ApiOwnGame,
  follow,
  type HokitoClient,
  pause,
} from '@hokito/client'
import type { SearchLimits } from '@hokito/engine'
import {
  FAIR_COMPENSATION,
  finalPosition,
  formatMove,
  type Move,
  opposite,
  parseDeal,
  parseMove,
  type RandomBytes,
  randomIndex,
} from '@hokito/rules'
import { type AcceptedTerms, objectionTo } from './accepted-terms.ts'
import type { Engines } from './engines.ts'
import { type ThinkingTime, thinkingMs } from './thinking-time.ts'

/** The parts and settings of a bot. */
export interface BotOptions {
  readonly client: HokitoClient
  readonly engines: Engines
  /** The level that limits a search, or how long it may think. */
  readonly thinking: { readonly level: number } | ThinkingTime
  readonly accepted: AcceptedTerms
  /** Most games at a time. */
  readonly mostGames: number
  /** Terms that the bot keeps offering in the lobby. */
  readonly seeks: readonly ApiChallenge['terms'][]
  /** Number of games after which it stops. Absent, it never stops. */
  readonly stopAfter: number | undefined
  readonly randomBytes: RandomBytes
  readonly now: () => number
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

/**
 * Plays for an account until it is stopped: accepts challenges, makes moves, and reconnects when
 * the connection is lost.
 */
export class Bot {
  readonly #options: BotOptions
  readonly #games = new Map<string, BotGame>()
  readonly #over = new Set<string>()
  /** Accepted games that no event has reported yet. */
  readonly #expected = new Set<string>()
  #accepting = 0
  readonly #stop = new AbortController()
  readonly #tasks = new Set<Promise<void>>()
  #isSeeking = false
  #isSoughtAgain = false
  #failure: unknown

  constructor(options: BotOptions) {
    this.#options = options
    if (options.signal.aborted) this.#stop.abort()
    options.signal.addEventListener('abort', () => this.#stop.abort(), { once: true })
  }

  /**
   * Plays until it is stopped. Resolves after it has withdrawn its offers.
   * @throws ApiError if a retry cannot help, for example because the token does not allow it
   */
  async run(): Promise<void> {
    const { client, tell } = this.#options
    const onLost = (error: unknown, retryMs: number) =>
      tell(`Connection lost (${wordsOf(error)}). Trying again in ${Math.ceil(retryMs / 1000)} s.`)
    const onOpen = () => {
      tell('Connected.')
      // All running games are reported now. The others are over.
      this.#expected.clear()
      this.#soon(this.#seek())
    }
    for await (const event of follow(client, { signal: this.#stop.signal, onLost, onOpen })) {
      this.#hear(event)
    }
    await Promise.allSettled(this.#tasks)
    await this.#withdrawAll()
    if (this.#failure !== undefined) throw this.#failure
  }

  #hear(event: ApiEvent): void {
    if (event.type === 'challenge') this.#soon(this.#answer(event.challenge))
    if (event.type === 'game') this.#see(event.game)
    if (event.type === 'replaced') {
      this.#options.tell(
        'Too many programs follow this account, so the server closed this connection.',
      )
    }
  }

  async #answer({ id, challenger, terms }: ApiChallenge): Promise<void> {
    const { client, tell, accepted, mostGames } = this.#options
    const objection = this.#isFull()
      ? `it already plays ${mostGames} games`
      : objectionTo(terms, accepted)
    if (objection === undefined) await this.#accept(() => client.accept(id))
    else await client.decline(id)
    tell(
      `${challenger.name} challenges: ${objection === undefined ? 'accepted' : `declined, ${objection}`}.`,
    )
  }

  /** Accepts an offer of a game, which takes up room from now on. Then its id is known. */
  async #accept(accept: () => Promise<string | undefined>): Promise<void> {
    this.#accepting++
    try {
      const game = await accept()
      const isReported = game === undefined || this.#games.has(game) || this.#over.has(game)
      if (!isReported) this.#expected.add(game)
    } finally {
      this.#accepting--
    }
  }

  #isFull(): boolean {
    return this.#games.size + this.#expected.size + this.#accepting >= this.#options.mostGames
  }

  #see(game: ApiOwnGame): void {
    this.#expected.delete(game.id)
    const known = this.#games.get(game.id)
    if (known !== undefined && known.latest.version > game.version) return
    if (game.phase === 'over') this.#end(game)
    else if (known === undefined) this.#begin(game)
    else known.latest = game
    this.#work(game.id)
    for (const offer of game.offers ?? []) {
      if (offer.by !== game.color) this.#soon(this.#consider(game, offer))
    }
  }

  #begin(game: ApiOwnGame): void {
    this.#games.set(game.id, { latest: game, isBusy: false })
    this.#options.tell(`Game ${game.id} against ${game[opposite(game.color)].name}.`)
    this.#soon(this.#seek())
  }

  #end(game: ApiOwnGame): void {
    const { tell, stopAfter } = this.#options
    this.#games.delete(game.id)
    if (this.#over.has(game.id)) return
    this.#over.add(game.id)
    tell(`Game ${game.id} is over: ${resultOf(game)}.`)
    if (this.#over.size === stopAfter) this.#stop.abort()
    // Older games need not be remembered.
    const [oldest] = this.#over
    if (stopAfter === undefined && this.#over.size > MOST_REMEMBERED && oldest !== undefined) {
      this.#over.delete(oldest)
    }
    this.#soon(this.#seek())
  }

  /** Declines draws and takebacks. Accepts a rematch if it has room for another game. */
  async #consider(
    { id }: ApiOwnGame,
    offer: NonNullable<ApiOwnGame['offers']>[number],
  ): Promise<void> {
    const { client } = this.#options
    if (offer.kind !== 'rematch' || this.#isFull()) await client.answer(id, offer.id, 'decline')
    else await this.#accept(async () => (await client.answer(id, offer.id, 'accept')).nextGame)
  }

  /** Does the tasks of a game one after another, independently of other games. */
  #work(id: string): void {
    const game = this.#games.get(id)
    if (game === undefined || game.isBusy || game.latest.task === undefined) return
    game.isBusy = true
    this.#soon(
      this.#doTask(game.latest).then(
        (latest) => {
          game.isBusy = false
          if (latest !== undefined) this.#see(latest)
          // A later task may have arrived meanwhile.
          this.#work(id)
        },
        (error: unknown) => {
          game.isBusy = false
          if (!(error instanceof ApiError) || error.isPassing) {
            return this.#soon(this.#retry(id, error))
          }
          // The task is out of date. An event brings the present state.
          this.#options.tell(`Game ${id}: ${wordsOf(error)}`)
        },
      ),
    )
  }

  /** Repeating a move is safe, because it counts once. */
  async #retry(id: string, error: unknown): Promise<void> {
    const { signal } = this.#stop
    if (signal.aborted) return
    this.#options.tell(`Game ${id}: ${wordsOf(error)} Trying again.`)
    await pause(RETRY_MS, signal)
    if (!signal.aborted) this.#work(id)
  }

  /** The game after the task. Undefined if the task had no effect. */
  async #doTask(game: ApiOwnGame): Promise<ApiOwnGame | undefined> {
    const { client, randomBytes } = this.#options
    switch (game.task) {
      case 'share':
        return client.share(game.id, Buffer.from(randomBytes(16)).toString('hex'))
      case 'place':
        return client.place(game.id, shuffled(randomBytes))
      case 'divide':
        return client.divide(game.id, FAIR_COMPENSATION)
      case 'choose':
        return client.choose(game.id, betterSide(game.terms.compensation))
      case 'move':
        return this.#move(game)
      case undefined:
        return undefined
    }
  }

  async #move(game: ApiOwnGame): Promise<ApiOwnGame | undefined> {
    const { client, tell } = this.#options
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const chosen = await this.#choose(game)
      if (this.#stop.signal.aborted) return undefined
      if (chosen !== undefined) return client.move(game.id, game.moves.length, chosen)
    }
    tell(`Game ${game.id}: resigned, as the engine gave no move.`)
    return client.resign(game.id)
  }

  /** A legal move from the engine. Undefined if it gives none. */
  async #choose(game: ApiOwnGame): Promise<string | undefined> {
    const { engines, tell } = this.#options
    const deal = parseDeal(game.layout ?? '')
    const moves = game.moves.map(parseMove).flatMap((move) => (move.ok ? [move.value] : []))
    if (!deal.ok || moves.length !== game.moves.length) return undefined
    const beginning = { kind: 'deal', deal: deal.value } as const
    const { endRule, compensation = 0 } = game.terms
    const { limits, allowedMs } = this.#limitsIn(game)
    const turn = {
      game: game.id,
      beginning,
      endRule,
      compensation,
      moves,
      limits,
      allowedMs,
    }
    const chosen = await engines.choose(turn)
    if (!chosen.ok) {
      tell(
        `Game ${game.id}: ${chosen.error.kind === 'timeout' ? 'the engine took too long' : chosen.error.why}.`,
      )
      return undefined
    }
    if (isPossible(chosen.value, turn)) return formatMove(chosen.value)
    tell(`Game ${game.id}: the engine plays ${formatMove(chosen.value)}, which is not possible.`)
    return undefined
  }

  #limitsIn(game: ApiOwnGame): { readonly limits: SearchLimits; readonly allowedMs: number } {
    const { thinking, now } = this.#options
    if ('level' in thinking) return { limits: { level: thinking.level }, allowedMs: LONGEST_MS }
    const timeMs = thinkingMs(game, thinking, now())
    return { limits: { timeMs }, allowedMs: timeMs + LATE_MS }
  }

  /** Keeps its offers in the lobby while it has room for another game. */
  async #seek(): Promise<void> {
    const { client, seeks } = this.#options
    if (seeks.length === 0) return
    if (this.#isSeeking) {
      this.#isSoughtAgain = true
      return
    }
    this.#isSeeking = true
    try {
      do {
        this.#isSoughtAgain = false
        if (this.#isFull() || this.#stop.signal.aborted) continue
        const { own } = await client.challenges()
        for (const terms of seeks) {
          if (own.some((one) => one.isListed && isSame(one.terms, terms))) continue
          await client.challenge({ terms, isListed: true })
        }
      } while (this.#isSoughtAgain)
    } finally {
      this.#isSeeking = false
    }
  }

  async #withdrawAll(): Promise<void> {
    const { client, seeks } = this.#options
    if (seeks.length === 0) return
    try {
      const { own } = await client.challenges()
      for (const { id } of own) await client.withdraw(id)
    } catch {
      // Without a connection, the server closes them because no one is there.
    }
  }

  /** Tracks a task until it has ended, and reports its error. */
  #soon(task: Promise<void>): void {
    const told = task
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#options.tell(wordsOf(error))
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
          this.#failure ??= error
          this.#stop.abort()
        }
      })
      .finally(() => this.#tasks.delete(told))
    this.#tasks.add(told)
  }
}

// --- internal ---

interface BotGame {
  latest: ApiOwnGame
  /** Is a task of this game running? */
  isBusy: boolean
}

/** An engine that fails this often at one move will not do better. */
const MOST_TRIES = 3
const RETRY_MS = 2000
/** Added to the engine's thinking time. */
const LATE_MS = 2000
/** A level searches a fixed number of positions, however long that takes. */
const LONGEST_MS = 60_000
const MOST_REMEMBERED = 1000

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function isPossible(move: Move, turn: Parameters<Engines['choose']>[0]): boolean {
  return finalPosition({ ...turn, moves: [...turn.moves, move] }).ok
}

function isSame(one: ApiChallenge['terms'], other: ApiChallenge['terms']): boolean {
  return (
    JSON.stringify(one.timeControl) === JSON.stringify(other.timeControl) &&
    one.isRated === other.isRated
  )
}

/** Six pieces of each value in random order. */
function shuffled(randomBytes: RandomBytes): string {
  const letters = [...'111111222222333333']
  for (let last = letters.length - 1; last > 0; last--) {
    const other = randomIndex(last + 1, randomBytes)
    ;[letters[last], letters[other]] = [letters[other] ?? '', letters[last] ?? '']
  }
  return letters.join('')
}

function resultOf({ ending, color }: ApiOwnGame): string {
  if (ending === undefined || ending.winner === 'nobody') return 'called off'
  if (ending.winner === 'draw') return 'drawn'
  return ending.winner === color ? 'won' : 'lost'
}

/** White for at least the points that measure as fair, Black for fewer. */
function betterSide(compensation = 0): 'black' | 'white' {
  return compensation < FAIR_COMPENSATION ? 'black' : 'white'
}
