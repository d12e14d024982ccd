import { timingSafeEqual } from 'node:crypto'
import type { Result } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Visitors } from '../limiting/visitors.ts'
import { counted } from './counting.ts'
import type { ReadMetrics } from './metrics-listener.ts'

/** What the routes for whoever runs the server need. */
export interface HealthDoors {
  readonly visitors: Visitors
  /** Can it serve players: does the database take moves, and is it not stopping? If not, why not? */
  readonly readiness: () => Promise<Result<void, string>>
  readonly readMetrics: ReadMetrics
  /** What a reader of `/metrics` proves itself by; absent, it is not served to the public at all. */
  readonly metricsToken: string | undefined
}

/** `/healthz` (it runs), `/readyz` (send it players), and `/metrics` for whoever has the token. */
export function addHealthRoutes(app: FastifyInstance, doors: HealthDoors): void {
  const { visitors, readiness, readMetrics, metricsToken } = doors
  const onRequest = counted(visitors, visitors.requests)
  app.get('/healthz', { onRequest }, async () => ({ status: 'ok' }))
  app.get('/readyz', { onRequest }, async (_, reply) => {
    const readied = await readiness()
    if (readied.ok) return { status: 'ready' }
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
