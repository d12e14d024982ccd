import { timingSafeEqual } from 'node:crypto'
import {
  healthReplySchema,
  type NotReady,
  notReadyReplySchema,
  readyReplySchema,
} from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Visitors } from '../limiting/visitors.ts'
import { counted } from './counting.ts'
import type { ReadMetrics } from './metrics-listener.ts'
import { jsonRoutesOf, REFUSALS } from './replies.ts'

/** What the routes for whoever runs the server need. */
export interface HealthDependencies {
  readonly visitors: Visitors
  /** Can it serve players: does the database take moves, and is it not stopping? If not, why not? */
  readonly readiness: () => Promise<Result<void, NotReady>>
  /** Does it serve without hearing the other nodes? */
  readonly isDeaf: () => boolean
  readonly readMetrics: ReadMetrics
  /** What a reader of `/metrics` proves itself by; absent, it is not served to the public at all. */
  readonly metricsToken: string | undefined
}

/** `/healthz` (it runs), `/readyz` (send it players), and `/metrics` for whoever has the token. */
export function addHealthRoutes(app: FastifyInstance, dependencies: HealthDependencies): void {
  const { visitors, readiness, isDeaf, readMetrics, metricsToken } = dependencies
  // A balancer looks every second or so, and what else comes from its address must not take that from it.
  const onRequest = counted(visitors, visitors.healthChecks)
  const json = jsonRoutesOf(app)
  const health = { response: { 200: healthReplySchema, ...REFUSALS } }
  json.get('/healthz', { onRequest, schema: health }, async (_, reply) =>
    reply.send({ status: 'ok' }),
  )
  const ready = { 200: readyReplySchema, 503: notReadyReplySchema, '4xx': REFUSALS['4xx'] }
  json.get('/readyz', { onRequest, schema: { response: ready } }, async (_, reply) => {
    const readied = await readiness()
    if (readied.ok) {
      return reply.send({ status: 'ready', ...(isDeaf() && { degraded: 'deaf' as const }) })
    }
    return reply.code(503).send({ status: 'notReady', reason: readied.error })
  })
  if (metricsToken === undefined) return
  app.get('/metrics', { onRequest }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, metricsToken)) return reply.callNotFound()
    const { text, type } = await readMetrics()
    return reply.type(type).send(text)
  })
}

// --- internal ---

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
