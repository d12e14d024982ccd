import { describe, type SuiteAPI } from 'vitest'
import { createTestDatabase, type TestDatabase } from './postgres.ts'
import { startTestServer, type TestOptions, type TestServer } from './server.ts'
import { isPostgresThere, isRedisThere, REDIS_URL } from './services.mjs'
import { openWire, type Wire } from './wire.ts'

/** Several servers on one database, each with its own wire to Redis. */
export interface Club {
  readonly database: TestDatabase
  readonly nodes: readonly Node[]
  close(): Promise<void>
}

export interface Node extends TestServer {
  /** Its wire to Redis. */
  readonly redis: Wire
  /** The answer of `/readyz`. */
  readiness(): Promise<unknown>
}

/** Starts this many nodes, and waits until they hear each other. */
export async function startClub(count = 2, options: TestOptions = {}): Promise<Club> {
  const database = await createTestDatabase()
  const nodes: Node[] = []
  for (let started = 0; started < count; started++) {
    nodes.push(await startNode(database, options))
  }
  await Promise.all(nodes.map(untilItHears))
  return {
    database,
    nodes,
    close: async () => {
      for (const node of nodes) await node.close()
      await database.drop()
    },
  }
}

export async function startNode(database: TestDatabase, options: TestOptions = {}): Promise<Node> {
  const redis = await openWire(REDIS_URL)
  const where = { databaseUrl: database.url, redisUrl: redis.url }
  const server = await startTestServer({ ...where, ...options }).catch(async (error: unknown) => {
    await redis.close()
    throw error
  })
  let isClosed = false
  return {
    ...server,
    redis,
    readiness: async () => (await fetch(`${server.url}/readyz`)).json(),
    close: async () => {
      if (isClosed) return
      isClosed = true
      redis.mend()
      await server.close()
      await redis.close()
    },
  }
}

/** Resolves when a node hears all other nodes. */
export async function untilItHears({ readiness }: Node): Promise<void> {
  const deadline = performance.now() + 20_000
  while (JSON.stringify(await readiness()) !== '{"status":"ready"}') {
    if (performance.now() > deadline) throw new Error('never: a node hears the others')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * `describe` for tests that need PostgreSQL and Redis: without them they are skipped, or fail if
 * `CI` is true.
 */
export const describeOnNodes: SuiteAPI['skip'] = describe.skipIf(
  process.env.CI !== 'true' && !((await isPostgresThere()) && (await isRedisThere())),
)
