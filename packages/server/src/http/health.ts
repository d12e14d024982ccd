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

export interface HealthDependencies {
  readonly visitors: Visitors
  /**
   * Can it serve players: does the database accept moves, and is it not stopping? If not, why not?
   */
  readonly readiness: () => Promise<Result<void, NotReady>>
  /** Does this node serve players without hearing the other nodes? */
  readonly isDeaf: () => boolean
  readonly readMetrics: ReadMetrics
  /** The bearer token for `/metrics`; if absent, it is not served to the public at all. */
  readonly metricsToken: string | undefined
}

/** `/healthz` (it runs), `/readyz` (send it players), and `/metrics` for clients with the token. */
export function addHealthRoutes(app: FastifyInstance, dependencies: HealthDependencies): void {
  const { visitors, readiness, isDeaf, readMetrics, metricsToken } = dependencies
  // A load balancer checks about every second, and other requests from its address must not use up
  // its limit.
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
