import { connect } from 'node:net'
import { describe, type SuiteAPI } from 'vitest'
import { createTestDatabase, isPostgresThere, type TestDatabase } from './postgres.ts'
import { REDIS_URL, startTestServer, type TestOptions, type TestServer } from './server.ts'
import { openWire, type Wire } from './wire.ts'

/** Several servers on one database, each with a line of its own to Redis. */
export interface Club {
  readonly database: TestDatabase
  readonly nodes: readonly Node[]
  close(): Promise<void>
}

export interface Node extends TestServer {
  /** Its line to Redis. */
  readonly redis: Wire
  /** What `/readyz` says. */
  readiness(): Promise<unknown>
}

/** Starts so many, and waits until they hear each other. */
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

/** Resolves when a node hears all others that are there. */
export async function untilItHears({ readiness }: Node): Promise<void> {
  const deadline = performance.now() + 20_000
  while (JSON.stringify(await readiness()) !== '{"status":"ready"}') {
    if (performance.now() > deadline) throw new Error('never: a node hears the others')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** `describe` for what needs PostgreSQL and Redis: skipped, and fails where `CI` is true, without them. */
export const describeOnNodes: SuiteAPI['skip'] = describe.skipIf(
  process.env.CI !== 'true' && !((await isPostgresThere()) && (await isRedisThere())),
)

// --- internal ---

function isRedisThere(): Promise<boolean> {
  const { hostname, port } = new URL(REDIS_URL)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || 6379, timeout: 60_000 })
    const say = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => say(true))
    socket.once('error', () => say(false))
    socket.once('timeout', () => say(false))
  })
}
