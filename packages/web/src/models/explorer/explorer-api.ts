import {
  type ExplorerGames,
  type ExplorerStatistics,
  type ExplorerWish,
  explorerGamesSchema,
  explorerStatisticsSchema,
  type GameId,
} from '@hokito/protocol'

/**
 * A page of games; `unknown` if no player has that name, or no layout that number; undefined
 * without an answer.
 */
export type FoundGames = ExplorerGames | 'unknown' | undefined

/** Requests to the server about all finished public games. */
export interface ExplorerApi {
  games(wish: ExplorerWish, after: GameId | undefined): Promise<FoundGames>
  /** Undefined without an answer. */
  statistics(): Promise<ExplorerStatistics | undefined>
}

/** Asks the server that served this page. */
export const EXPLORER_API: ExplorerApi = {
  games: async (wish, after) => {
    const query = new URLSearchParams({ ...wish, ...(after !== undefined && { after }) })
    const response = await ask(`/api/explorer/games?${query}`)
    // A malformed player name, layout or length is treated as one that finds nothing.
    if (response?.status === 404 || response?.status === 400) return 'unknown'
    return explorerGamesSchema.safeParse(await bodyOf(response)).data
  },
  statistics: async () =>
    explorerStatisticsSchema.safeParse(await bodyOf(await ask('/api/explorer/statistics'))).data,
}

// --- internal ---

/** The server answers sooner, and nobody waits longer. */
const ANSWER_MS = 10_000

async function ask(path: string): Promise<Response | undefined> {
  try {
    return await fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) })
  } catch {
    // No network: the page says so and offers to ask again.
    return undefined
  }
}

async function bodyOf(response: Response | undefined): Promise<unknown> {
  if (response?.ok !== true) return undefined
  try {
    return await response.json()
  } catch {
    // Something else has answered, such as a hotel's network: that counts as no answer.
    return undefined
  }
}
