import {
  type ExplorerGames,
  type ExplorerStatistics,
  type ExplorerWish,
  explorerGamesSchema,
  explorerStatisticsSchema,
  type GameId,
} from '@hokito/protocol'
import { readAnswer, readReply } from '../device/ask.ts'

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
    return readReply(`/api/explorer/games?${query}`, (answer, { status }) =>
      // A malformed player name, layout or length is treated as one that finds nothing.
      status === 404 || status === 400 ? 'unknown' : explorerGamesSchema.safeParse(answer).data,
    )
  },
  statistics: async () =>
    explorerStatisticsSchema.safeParse(await readAnswer('/api/explorer/statistics')).data,
}
