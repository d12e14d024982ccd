import {
  explorerGamesSchema,
  explorerMovesSchema,
  explorerStatisticsSchema,
  explorerWishSchema,
  gameIdSchema,
  textSchema,
} from '@hokito/protocol'
import { END_RULES, parsePosition } from '@hokito/rules'
import * as z from 'zod/mini'
import type { ExplorerStore } from '../explorer/explorer-store.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

export interface ExplorerDependencies {
  readonly explorer: ExplorerStore
}

const COMMON = {
  asker: 'anyone',
  // The same for all clients, and a few seconds late anyway.
  cache: 'public, max-age=5',
  // Each queries the database.
  price: 5,
} as const

/** Longer than any position. */
const LONGEST_POSITION = 400

const movesAtPosition = operation({
  ...COMMON,
  path: '/api/explorer/moves',
  parameters: {
    position: { schema: textSchema(LONGEST_POSITION) },
    endRule: { schema: z.enum(END_RULES) },
  },
  answer: jsonBy(explorerMovesSchema),
  handle: async ({ position: text, endRule }, _, { explorer }: ExplorerDependencies) => {
    const position = parsePosition(text, endRule)
    if (!position.ok) return refused({ code: 'badRequest' })
    return answered(await explorer.movesAt(position.value))
  },
})

const finishedGames = operation({
  ...COMMON,
  path: '/api/explorer/games',
  parameters: { after: { schema: z.optional(gameIdSchema) } },
  query: explorerWishSchema,
  answer: jsonBy(explorerGamesSchema),
  handle: async ({ after }, { query: wish }, { explorer }: ExplorerDependencies) => {
    const page = await explorer.games(wish, after)
    return page === undefined ? refused({ code: 'unknownGame' }) : answered(page)
  },
})

const statistics = operation({
  ...COMMON,
  path: '/api/explorer/statistics',
  answer: jsonBy(explorerStatisticsSchema),
  handle: async (_, __, { explorer }: ExplorerDependencies) =>
    answered(await explorer.statistics()),
})

/**
 * The moves played at a position, finished games by one criterion, and statistics of all games.
 */
export const EXPLORER_OPERATIONS: readonly PageOperation<ExplorerDependencies>[] = [
  movesAtPosition,
  finishedGames,
  statistics,
]
