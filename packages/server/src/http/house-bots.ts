import { houseBotsReplySchema, type PlayerId, SPEEDS, type Speed } from '@hokito/protocol'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { HouseBot } from '../bots/house-accounts.ts'
import type { HouseBots } from '../bots/house-bots.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { cardOf } from '../ratings/rating.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { counted } from './counting.ts'
import { jsonRoutesOf, REFUSALS, refuse } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface HouseBotsRouteDependencies {
  readonly sessions: SessionDependencies
  readonly houseBots: Pick<HouseBots, 'all'>
  readonly ratings: Ratings
  readonly visitors: Visitors
}

/**
 * `GET /api/bots?speed=<speed>`: the house bots with their ratings, and the one closest to the
 * asker's strength.
 */
export function addHouseBotsRoute(
  app: FastifyInstance,
  { sessions, houseBots, ratings, visitors }: HouseBotsRouteDependencies,
): void {
  const onRequest = counted(visitors, visitors.requests, PRICE)
  const recognise = recogniserOf(app, sessions)
  const schema = { response: { 200: houseBotsReplySchema, ...REFUSALS } }
  jsonRoutesOf(app).get('/api/bots', { onRequest, schema }, async (request, reply) => {
    const query = querySchema.safeParse(request.query)
    if (!query.success) return refuse(reply, 400, { code: 'badRequest' })
    reply.header('Cache-Control', 'no-store')
    const { speed } = query.data
    const bots = []
    for (const { card, level } of houseBots.all) {
      bots.push({ ...card, level, rating: cardOf(await ratings.of(card.id, speed)) })
    }
    const player = await recognise(request.headers.cookie)
    const strength = await strengthOf(player?.id, speed, ratings)
    const suggested = nearestTo(strength, houseBots.all)
    return { bots, ...(suggested && { suggested: suggested.card.id }) }
  })
}

// --- internal ---

/** It queries the rating of each bot. */
const PRICE = 5

const querySchema = z.strictObject({ speed: z._default(z.enum(SPEEDS), 'fast') })

/** For players of unknown strength: a level that is fun to begin with. */
const UNKNOWN_STRENGTH = 1150

/**
 * The approximate strengths of the levels, on the scale of players' ratings, which begin at 1500.
 */
const STRENGTHS = [800, 950, 1150, 1250, 1400, 1500, 1700, 1850, 2050, 2200]

async function strengthOf(
  player: PlayerId | undefined,
  speed: Speed,
  ratings: Ratings,
): Promise<number> {
  if (player === undefined) return UNKNOWN_STRENGTH
  const { value, isProvisional } = cardOf(await ratings.of(player, speed))
  return isProvisional ? UNKNOWN_STRENGTH : value
}

function nearestTo(strength: number, bots: readonly HouseBot[]): HouseBot | undefined {
  const distance = ({ level }: HouseBot) => Math.abs((STRENGTHS[level - 1] ?? 0) - strength)
  return bots.toSorted((one, other) => distance(one) - distance(other))[0]
}
