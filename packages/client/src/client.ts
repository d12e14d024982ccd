import type {
  ApiAccount,
  ApiAnalysis,
  ApiChallenge,
  ApiChallenges,
  ApiEvent,
  ApiGame,
  ApiGames,
  ApiLeaderboard,
  ApiOwnGame,
  ApiPlayer,
  ApiPosition,
  ApiRefusal,
  ApiSeeks,
} from '@hokito/protocol/api'
import { ApiError, LineLost } from './api-error.ts'
import { pause } from './pause.ts'
import { dataOf } from './sse.ts'

/** Whom to ask, and as whom. */
export interface ClientOptions {
  /** Where people open the site, such as `https://hokito.example`. */
  readonly server: string
  /** A token of an account; absent, only what anybody may ask is answered. */
  readonly token?: string
  /** Asks instead of the engine's own `fetch`. */
  readonly fetch?: typeof fetch
}

/** What is offered: the terms, and to whom. */
export interface OfferedTerms {
  readonly terms: ApiChallenge['terms']
  readonly color?: ApiChallenge['color']
  /** Shall everybody see it in the lobby? */
  readonly isListed?: boolean
  /** The name of the BOT that it is for. */
  readonly opponent?: string
}

/** How far a position is to be looked into. */
export interface AnalysisWish {
  readonly endRule?: ApiAnalysis['endRule']
  /** Positions to visit. */
  readonly nodes?: number
  /** How many of the best moves to tell apart. */
  readonly lines?: number
}

/**
 * A server's API. Whatever is refused throws an {@link ApiError}; what is refused because it is too much is asked for
 * again when the server says. Types are those of the server's own schemas; fields that they do not name may come with
 * newer servers, so nothing is refused for having one.
 */
export class HokitoClient {
  readonly #base: string
  readonly #token: string | undefined
  readonly #fetch: typeof fetch
  /** The version of each game that the latest answer had. */
  readonly #answered = new Map<string, number>()

  constructor({ server, token, fetch: asks = fetch }: ClientOptions) {
    this.#base = `${server.replace(/\/+$/, '')}/api/v1`
    this.#token = token
    this.#fetch = asks
  }

  /** Whose the token is, and what it is good for. */
  account(): Promise<ApiAccount> {
    return this.#ask('GET', '/account')
  }

  /** Makes the account a BOT, which it stays. */
  becomeBot(): Promise<ApiAccount> {
    return this.#ask('POST', '/account/bot')
  }

  /** A game, as anybody may see it who knows its id. */
  game(id: string): Promise<ApiGame> {
    return this.#ask('GET', `/games/${encodeURIComponent(id)}`)
  }

  player(name: string): Promise<ApiPlayer> {
    return this.#ask('GET', `/players/${encodeURIComponent(name)}`)
  }

  /** A page of a player's finished games, the latest first; the next one after the `next` of this one. */
  gamesOf(name: string, after?: string): Promise<ApiGames> {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    return this.#ask('GET', `/players/${encodeURIComponent(name)}/games${query}`)
  }

  /** What the rules say about a position in HFEN. */
  position(position: string, endRule: ApiPosition['endRule'] = 'either'): Promise<ApiPosition> {
    return this.#ask('GET', `/positions?${new URLSearchParams({ position, endRule })}`)
  }

  /** What the engine makes of a position in HFEN; the server's own limits where none are given. */
  analysis(position: string, wish: AnalysisWish = {}): Promise<ApiAnalysis> {
    const { endRule = 'either', nodes, lines } = wish
    const query = new URLSearchParams({ position, endRule })
    if (nodes !== undefined) query.set('nodes', String(nodes))
    if (lines !== undefined) query.set('lines', String(lines))
    return this.#ask('GET', `/positions/analysis?${query}`)
  }

  /** The strongest players at a speed. */
  leaderboard(speed: ApiLeaderboard['speed']): Promise<ApiLeaderboard> {
    return this.#ask('GET', `/leaderboards/${speed}`)
  }

  /** Challenges in the lobby, the newest first. */
  seeks(): Promise<ApiSeeks> {
    return this.#ask('GET', '/seeks')
  }

  /** One's own open challenges, and those that are for oneself alone. */
  challenges(): Promise<ApiChallenges> {
    return this.#ask('GET', '/challenges')
  }

  challenge(offered: OfferedTerms): Promise<ApiChallenge> {
    return this.#ask('POST', '/challenges', offered)
  }

  /** Takes a challenge; gives the id of its game. */
  async accept(challenge: string): Promise<string> {
    const { game } = await this.#ask<{ readonly game: string }>(
      'POST',
      `/challenges/${encodeURIComponent(challenge)}/accept`,
    )
    return game
  }

  async decline(challenge: string): Promise<void> {
    await this.#ask('POST', `/challenges/${encodeURIComponent(challenge)}/decline`)
  }

  async withdraw(challenge: string): Promise<void> {
    await this.#ask('POST', `/challenges/${encodeURIComponent(challenge)}/withdraw`)
  }

  /** Makes a move at a ply, as in `move('…', 0, 'a1c2')`; sent again, it counts once. */
  move(game: string, ply: number, move: string): Promise<ApiOwnGame> {
    return this.#act('PUT', `${pathOf(game)}/moves/${ply}`, { move })
  }

  /** Gives 16 random bytes for the deal, in hexadecimal. */
  share(game: string, share: string): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/share`, { share })
  }

  /** Places all pieces: the values on one's 18 squares. */
  place(game: string, arrangement: string): Promise<ApiOwnGame> {
    return this.#act('PUT', `${pathOf(game)}/arrangement`, { arrangement })
  }

  resign(game: string): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/resign`)
  }

  abort(game: string): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/abort`)
  }

  /** Wins a game that waits for the other player, who has been away for the whole grace meanwhile. */
  claim(game: string): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/claim`)
  }

  offer(game: string, kind: 'draw' | 'takeback' | 'rematch'): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/offers`, { kind })
  }

  answer(
    game: string,
    offer: number,
    answer: 'accept' | 'decline' | 'withdraw',
  ): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/offers/${offer}`, { answer })
  }

  /**
   * What happens to the account, on one line: all that runs and is open first. See `follow` for one that comes back. What
   * was on its way when an answer has told of a later state of its game is left out, so nobody acts on what is over.
   * @param onOpen the account is there from now on
   * @throws LineLost when the line ends or falls silent
   */
  async *events(signal?: AbortSignal, onOpen?: () => void): AsyncGenerator<ApiEvent> {
    const response = await this.#fetch(`${this.#base}/account/events`, {
      headers: this.#headers(),
      ...(signal && { signal }),
    })
    if (!response.ok) throw await errorOf(response)
    if (response.body === null) throw new LineLost('There is no stream.')
    let isOpen = false
    for await (const data of dataOf(response.body, SILENT_MS)) {
      if (!isOpen) onOpen?.()
      isOpen = true
      if (data === undefined) continue
      const event: ApiEvent = JSON.parse(data)
      if (event.type !== 'game' || !this.#isOld(event.game)) yield event
    }
    throw new LineLost('The stream has ended.')
  }

  async #act(method: string, path: string, body?: unknown): Promise<ApiOwnGame> {
    const game = await this.#ask<ApiOwnGame>(method, path, body)
    this.#answered.delete(game.id)
    this.#answered.set(game.id, game.version)
    const [oldest] = this.#answered.keys()
    if (this.#answered.size > MOST_ANSWERED && oldest !== undefined) this.#answered.delete(oldest)
    return game
  }

  #isOld({ id, version }: ApiOwnGame): boolean {
    return version < (this.#answered.get(id) ?? 0)
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    for (let tries = 1; ; tries++) {
      const response = await this.#fetch(this.#base + path, {
        method,
        headers: {
          ...this.#headers(),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (response.ok) return await response.json()
      const error = await errorOf(response)
      // Of what is too much nothing has been done, so it can be asked for again, whatever it was.
      if (error.status !== 429 || tries === MOST_TRIES) throw error
      await pause(error.refusal?.retryAfterMs ?? RETRY_MS)
    }
  }

  #headers(): Record<string, string> {
    return this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` }
  }
}

// --- internal ---

/** Twice as long as the server is silent at most. */
const SILENT_MS = 30_000
const ANSWER_MS = 20_000
const MOST_TRIES = 5
/** Games of which the latest version is remembered. */
const MOST_ANSWERED = 1000
/** Where nothing says how long to wait. */
const RETRY_MS = 2000

function pathOf(game: string): string {
  return `/games/${encodeURIComponent(game)}`
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  return new ApiError(response.status, refusalIn(text))
}

/** What stands before the server may answer with anything. */
function refusalIn(text: string): ApiRefusal | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isRefusal = typeof value === 'object' && value !== null && 'code' in value
    return isRefusal ? (value as ApiRefusal) : undefined
  } catch {
    return undefined
  }
}
