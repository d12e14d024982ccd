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
import { dataOf, within } from './sse.ts'

/** The server, and the account to act for. */
export interface ClientOptions {
  /** The address of the site, such as `https://hokito.example`. */
  readonly server: string
  /** A token of an account. Without one the server replies only to public requests. */
  readonly token?: string
  /** Used in place of the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Once it aborts, requests that the rate limit refuses are not repeated. */
  readonly signal?: AbortSignal
}

/** The terms of an offer, and the player to whom it is made. */
export interface OfferedTerms {
  readonly terms: ApiChallenge['terms']
  readonly color?: ApiChallenge['color']
  /** Is everyone to see it in the lobby? */
  readonly isListed?: boolean
  /** The name of the bot to which it is addressed. */
  readonly opponent?: string
}

/** Limits of an analysis. */
export interface AnalysisWish {
  readonly endRule?: ApiAnalysis['endRule']
  /** The points that White gets at the end. */
  readonly compensation?: number
  /** Number of positions to search. */
  readonly nodes?: number
  /** Number of best moves to report separately. */
  readonly lines?: number
}

/**
 * The API of a server. Methods throw an {@link ApiError} if the server refuses. They retry requests
 * that the rate limit refused, when the server says. Types come from the server's own schemas.
 * Newer servers may send further fields, which the client accepts.
 */
export class HokitoClient {
  readonly #base: string
  readonly #token: string | undefined
  readonly #fetch: typeof fetch
  readonly #signal: AbortSignal | undefined
  /** The version of each game in its latest reply. */
  readonly #answered = new Map<string, number>()

  constructor({ server, token, fetch: asks = fetch, signal }: ClientOptions) {
    this.#base = `${server.replace(/\/+$/, '')}/api/v1`
    this.#token = token
    this.#fetch = asks
    this.#signal = signal
  }

  /** The account of the token, and what the token allows. */
  account(): Promise<ApiAccount> {
    return this.#ask('GET', '/account')
  }

  /** Turns the account into a bot for good. */
  becomeBot(): Promise<ApiAccount> {
    return this.#ask('POST', '/account/bot')
  }

  /** The public view of a game. Anyone who knows its id may see it. */
  game(id: string): Promise<ApiGame> {
    return this.#ask('GET', `/games/${encodeURIComponent(id)}`)
  }

  player(name: string): Promise<ApiPlayer> {
    return this.#ask('GET', `/players/${encodeURIComponent(name)}`)
  }

  /**
   * A page of a player's finished games, latest first. For the next page, pass `next` of this one.
   */
  gamesOf(name: string, after?: string): Promise<ApiGames> {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    return this.#ask('GET', `/players/${encodeURIComponent(name)}/games${query}`)
  }

  /** The facts about a position in HFEN that follow from the rules. */
  position(
    position: string,
    endRule: ApiPosition['endRule'] = 'either',
    compensation = 0,
  ): Promise<ApiPosition> {
    const query = new URLSearchParams({ position, endRule })
    if (compensation > 0) query.set('compensation', String(compensation))
    return this.#ask('GET', `/positions?${query}`)
  }

  /** The engine's analysis of a position in HFEN, within the server's own limits unless given. */
  analysis(position: string, wish: AnalysisWish = {}): Promise<ApiAnalysis> {
    const { endRule = 'either', compensation = 0, nodes, lines } = wish
    const query = new URLSearchParams({ position, endRule })
    if (compensation > 0) query.set('compensation', String(compensation))
    if (nodes !== undefined) query.set('nodes', String(nodes))
    if (lines !== undefined) query.set('lines', String(lines))
    return this.#ask('GET', `/positions/analysis?${query}`)
  }

  /** The strongest players at a speed. */
  leaderboard(speed: ApiLeaderboard['speed']): Promise<ApiLeaderboard> {
    return this.#ask('GET', `/leaderboards/${speed}`)
  }

  /** Challenges in the lobby, newest first. */
  seeks(): Promise<ApiSeeks> {
    return this.#ask('GET', '/seeks')
  }

  /** The account's own open challenges, and those addressed to it. */
  challenges(): Promise<ApiChallenges> {
    return this.#ask('GET', '/challenges')
  }

  challenge(offered: OfferedTerms): Promise<ApiChallenge> {
    return this.#ask('POST', '/challenges', offered)
  }

  /** Accepts a challenge. Returns the id of its game. */
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

  /** Makes a move at a ply, as in `move('…', 0, 'a1c2')`. A repeated call counts once. */
  move(game: string, ply: number, move: string): Promise<ApiOwnGame> {
    return this.#act('PUT', `${pathOf(game)}/moves/${ply}`, { move })
  }

  /** Sends 16 random bytes for the deal, in hexadecimal. */
  share(game: string, share: string): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/share`, { share })
  }

  /** Places all pieces: the values on the account's 18 squares. */
  place(game: string, arrangement: string): Promise<ApiOwnGame> {
    return this.#act('PUT', `${pathOf(game)}/arrangement`, { arrangement })
  }

  /** Names what White gets, from 0 to 40 in halves. The other player then chooses a side. */
  divide(game: string, compensation: number): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/compensation`, { compensation })
  }

  /** Chooses a side for the points that the other player has named. */
  choose(game: string, color: 'black' | 'white'): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/side`, { color })
  }

  resign(game: string): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/resign`)
  }

  abort(game: string): Promise<ApiOwnGame> {
    return this.#act('POST', `${pathOf(game)}/abort`)
  }

  /** Claims a win because the opponent has been away for the whole grace period. */
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
   * Events of the account over one connection, beginning with all running games and open
   * challenges. Use `follow` to reconnect after a loss. A state of a game that is older than the
   * latest reply about that game is left out, so that the caller does not act on it.
   * @param onOpen called when the connection is open, so that the account counts as online
   * @throws LineLost when the connection ends or falls silent
   */
  async *events(signal?: AbortSignal, onOpen?: () => void): AsyncGenerator<ApiEvent> {
    const body = await this.#open('/account/events', signal)
    let isOpen = false
    for await (const data of dataOf(body, SILENT_MS)) {
      if (!isOpen) onOpen?.()
      isOpen = true
      if (data === undefined) continue
      const event: ApiEvent = JSON.parse(data)
      if (event.type !== 'game' || !this.#isOld(event.game)) yield event
    }
    throw new LineLost('The server closed the stream.')
  }

  /** The body of a stream whose headers have arrived. */
  async #open(path: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const opening = new AbortController()
    const signals = signal === undefined ? [opening.signal] : [opening.signal, signal]
    const asked = { headers: this.#headers(), signal: AbortSignal.any(signals) }
    try {
      const response = await within(SILENT_MS, this.#fetch(this.#base + path, asked))
      if (!response.ok) throw await within(SILENT_MS, errorOf(response))
      if (response.body === null) throw new LineLost('The server sent no events.')
      return response.body
    } catch (error) {
      opening.abort()
      throw error
    }
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
      // A request over the rate limit had no effect, so repeating it is always safe.
      if (error.status !== 429 || tries === MOST_TRIES) throw error
      await pause(error.refusal?.retryAfterMs ?? RETRY_MS, this.#signal)
      if (this.#signal?.aborted === true) throw error
    }
  }

  #headers(): Record<string, string> {
    return this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` }
  }
}

// --- internal ---

/** Twice the longest silence of the server. */
const SILENT_MS = 30_000
const ANSWER_MS = 20_000
const MOST_TRIES = 5
/** Number of games whose latest version is remembered. */
const MOST_ANSWERED = 1000
/** The pause before a retry if the server names none. */
const RETRY_MS = 2000

function pathOf(game: string): string {
  return `/games/${encodeURIComponent(game)}`
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  return new ApiError(response.status, refusalIn(text))
}

/** The refusal in a reply. A proxy in front of the server may send anything else. */
function refusalIn(text: string): ApiRefusal | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isRefusal = typeof value === 'object' && value !== null && 'code' in value
    return isRefusal ? (value as ApiRefusal) : undefined
  } catch {
    return undefined
  }
}
