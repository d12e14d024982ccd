import {
  explorerGamesSchema,
  explorerMovesSchema,
  explorerStatisticsSchema,
  explorerWishSchema,
  gameIdSchema,
} from '@hokito/protocol'
import { END_RULES, parsePosition } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ExplorerStore } from '../explorer/explorer-store.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { counted } from './counting.ts'
import { jsonRoutesOf, REFUSALS, refuse } from './replies.ts'

export interface ExplorerRoutesDependencies {
  readonly explorer: ExplorerStore
  readonly visitors: Visitors
}

/**
 * `/api/explorer`: the moves played at a position, finished games by one criterion, and statistics
 * of all games.
 */
export function addExplorerRoutes(
  app: FastifyInstance,
  { explorer, visitors }: ExplorerRoutesDependencies,
): void {
  const onRequest = counted(visitors, visitors.requests, PRICE)
  const json = jsonRoutesOf(app)

  const moves = { response: { 200: explorerMovesSchema, ...REFUSALS } }
  json.get<Query>('/api/explorer/moves', { onRequest, schema: moves }, async (request, reply) => {
    const text = positionSchema.safeParse(request.query.position)
    const endRule = endRuleSchema.safeParse(request.query.endRule)
    if (!text.success || !endRule.success) return refuse(reply, 400, { code: 'badRequest' })
    const position = parsePosition(text.data, endRule.data)
    if (!position.ok) return refuse(reply, 400, { code: 'badRequest' })
    return reply.header('Cache-Control', KEPT).send(await explorer.movesAt(position.value))
  })

  const games = { response: { 200: explorerGamesSchema, ...REFUSALS } }
  json.get<Query>('/api/explorer/games', { onRequest, schema: games }, async (request, reply) => {
    const { after, ...rest } = request.query
    const from = z.optional(gameIdSchema).safeParse(after)
    const wish = explorerWishSchema.safeParse(rest)
    if (!from.success || !wish.success) return refuse(reply, 400, { code: 'badRequest' })
    const page = await explorer.games(wish.data, from.data)
    if (page === undefined) return refuse(reply, 404, { code: 'unknownGame' })
    return reply.header('Cache-Control', KEPT).send(page)
  })

  const statistics = { response: { 200: explorerStatisticsSchema, ...REFUSALS } }
  json.get('/api/explorer/statistics', { onRequest, schema: statistics }, async (_, reply) => {
    return reply.header('Cache-Control', KEPT).send(await explorer.statistics())
  })
}

// --- internal ---

/** Each queries the database. */
const PRICE = 5
/** The same for all clients, and a few seconds late anyway. */
const KEPT = 'public, max-age=5'

const endRuleSchema = z.enum(END_RULES)
/** Longer than any position. */
const positionSchema = z.string().check(z.maxLength(400))

interface Query {
  // An array if a parameter is repeated.
  Querystring: Readonly<Record<string, string | string[] | undefined>>
}
