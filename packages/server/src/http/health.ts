import type { Result } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

/** What the routes for whoever runs the server need. */
export interface HealthDoors {
  readonly metrics: Metrics
  /** Can it serve players: does the database take moves, and is it not stopping? If not, why not? */
  readonly readiness: () => Promise<Result<void, string>>
  readonly gamesLoaded: () => number
}

/** `/healthz` (it runs), `/readyz` (send it players) and `/metrics` (for Prometheus). */
export function addHealthRoutes(app: FastifyInstance, doors: HealthDoors): void {
  const { metrics, readiness, gamesLoaded } = doors
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const readied = await readiness()
    if (readied.ok) return { status: 'ready' }
    return reply.code(503).send({ status: 'notReady', reason: readied.error })
  })
  app.get('/metrics', async (_, reply) => {
    metrics.games.set(gamesLoaded())
    reply.header('Content-Type', metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
