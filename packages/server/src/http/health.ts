import { timingSafeEqual } from 'node:crypto'
import {
  healthReplySchema,
  type NotReady,
  notReadyReplySchema,
  readyReplySchema,
} from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import type { ReadMetrics } from './metrics-listener.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered } from './outcome.ts'

export interface HealthDependencies {
  /**
   * Can it serve players: does the database accept moves, and is it not stopping? If not, why not?
   */
  readonly readiness: () => Promise<Result<void, NotReady>>
  /** Does this node serve players without hearing the other nodes? */
  readonly isDeaf: () => boolean
  readonly readMetrics: ReadMetrics
  /** The bearer token for `/metrics`; if absent, it is not served to the public at all. */
  readonly metricsToken?: string | undefined
}

const COMMON = {
  asker: 'anyone',
  // A load balancer checks about every second, and other requests from its address must not use up
  // its limit.
  bucket: 'healthChecks',
  price: 1,
} as const

/** It runs. */
const health = operation({
  ...COMMON,
  path: '/healthz',
  answer: jsonBy(healthReplySchema),
  handle: async () => answered({ status: 'ok' as const }),
})

/** Send it players. */
const ready = operation({
  ...COMMON,
  path: '/readyz',
  answer: jsonBy(readyReplySchema, { 503: notReadyReplySchema }),
  handle: async (_, __, { readiness, isDeaf }: HealthDependencies) => {
    const readied = await readiness()
    if (readied.ok) {
      const degraded = isDeaf() && { degraded: 'deaf' as const }
      return answered({ status: 'ready' as const, ...degraded })
    }
    return answered({ status: 'notReady' as const, reason: readied.error }, { status: 503 })
  },
})

/** Numbers for clients with the token. */
const metrics = operation({
  ...COMMON,
  path: '/metrics',
  answer: { type: 'text/plain' },
  isServed: ({ metricsToken }: HealthDependencies) => metricsToken !== undefined,
  handle: async (_, { request }, { metricsToken = '', readMetrics }: HealthDependencies) => {
    if (!isBearer(request.headers.authorization, metricsToken)) return { kind: 'notFound' }
    const { text, type } = await readMetrics()
    return { kind: 'file', content: text, type }
  },
})

export const HEALTH_OPERATIONS: readonly PageOperation<HealthDependencies>[] = [
  health,
  ready,
  metrics,
]

// --- internal ---

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
