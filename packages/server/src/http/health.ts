import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

/** What the routes for whoever runs the server need. */
export interface HealthDoors {
  readonly metrics: Metrics
  /** Can it serve players: is the database there, and is it not stopping? */
  readonly isReady: () => Promise<boolean>
  readonly gamesLoaded: () => number
}

/** `/healthz` (it runs), `/readyz` (send it players) and `/metrics` (for Prometheus). */
export function addHealthRoutes(app: FastifyInstance, doors: HealthDoors): void {
  const { metrics, isReady, gamesLoaded } = doors
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    if (await isReady()) return { status: 'ready' }
    return reply.code(503).send({ status: 'notReady' })
  })
  app.get('/metrics', async (_, reply) => {
    metrics.games.set(gamesLoaded())
    reply.header('Content-Type', metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
