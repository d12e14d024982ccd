import {
  DAILY_LEVELS,
  DAILY_TREE_PLIES,
  dailyMovesSchema,
  dailyTableSchema,
  dailyTryReplySchema,
  dailyTrySchema,
  daySchema,
  type HttpRefusal,
} from '@hokito/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Daily } from '../daily/daily.ts'
import { isOwnOrigin } from '../ground/origin.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { counted } from './counting.ts'
import { jsonRoutesOf, REFUSALS, refuse, refuseForNow } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface DailyRoutesDependencies {
  readonly daily: Daily
  readonly sessions: SessionDependencies
  readonly visitors: Visitors
}

/**
 * `/api/daily`: send a game of the day; read the table of a day and level, and the moves that
 * others played.
 */
export function addDailyRoutes(app: FastifyInstance, dependencies: DailyRoutesDependencies): void {
  const { daily, sessions, visitors } = dependencies
  const onRequest = counted(visitors, visitors.requests, PRICE)
  const recognise = recogniserOf(app, sessions)
  const json = jsonRoutesOf(app)
  app.addHook('onClose', () => daily.close())

  const sent = { 200: dailyTryReplySchema, 202: dailyTryReplySchema, ...REFUSALS }
  json.post('/api/daily', { onRequest, schema: { response: sent } }, async (request, reply) => {
    if (!isOwnOrigin(request.raw, sessions.publicUrl)) {
      return refuse(reply, 403, { code: 'wrongOrigin' })
    }
    reply.header('Cache-Control', 'no-store')
    const attempt = dailyTrySchema.safeParse(request.body)
    if (!attempt.success) return refuse(reply, 400, { code: 'badRequest' })
    const player = await recognise(request.headers.cookie)
    if (player === undefined) return refuse(reply, 401, { code: 'signedOut' })
    const address = visitors.addressOf(request.raw)
    const verdict = await daily.count(attempt.data, { player: player.id, address })
    if (!verdict.ok) return refuseGame(reply, verdict.error)
    return reply.code(verdict.value.status === 'checking' ? 202 : 200).send(verdict.value)
  })

  const table = { response: { 200: dailyTableSchema, ...REFUSALS } }
  json.get<DayAndLevel>('/api/daily/:day', { onRequest, schema: table }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const day = daySchema.safeParse(request.params.day)
    const level = DAILY_LEVELS.find((each) => String(each) === request.query.level)
    if (!day.success || level === undefined) return refuse(reply, 400, { code: 'badRequest' })
    const player = await recognise(request.headers.cookie)
    return reply.send(await daily.table(day.data, level, player?.id))
  })

  const moves = { response: { 200: dailyMovesSchema, ...REFUSALS } }
  json.get<DayAndMoves>(
    '/api/daily/:day/moves',
    { onRequest, schema: moves },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const day = daySchema.safeParse(request.params.day)
      const { after = '' } = request.query
      if (!day.success || typeof after !== 'string' || after.length > LONGEST_AFTER) {
        return refuse(reply, 400, { code: 'badRequest' })
      }
      const player = await recognise(request.headers.cookie)
      const told = await daily.movesAfter(
        day.data,
        after === '' ? [] : after.split(','),
        player?.id,
      )
      return told.ok ? reply.send(told.value) : refuseGame(reply, told.error)
    },
  )
}

// --- internal ---

/** Each queries the database. */
const PRICE = 5
const LONGEST_AFTER = 5 * DAILY_TREE_PLIES

interface DayAndLevel {
  Params: { day: string }
  // An array if the parameter is repeated.
  Querystring: { level?: string | string[] }
}

interface DayAndMoves {
  Params: { day: string }
  Querystring: { after?: string | string[] }
}

function refuseGame(reply: FastifyReply, refusal: HttpRefusal): FastifyReply {
  switch (refusal.code) {
    case 'tooMany':
      return refuseForNow(reply, refusal.retryAfterMs ?? 0)
    case 'busy':
      return refuse(reply, 429, refusal)
    case 'futureDay':
    case 'closedDay':
    case 'notTried':
      return refuse(reply, 403, refusal)
    case 'alreadyTried':
      return refuse(reply, 409, refusal)
    default:
      return refuse(reply, 422, refusal)
  }
}
