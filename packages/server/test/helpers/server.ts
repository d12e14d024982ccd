import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import {
  type Rhythm,
  type RunningServer,
  ServerClock,
  type ServerOptions,
  type Source,
  SYSTEM_TIME,
  startServer,
  type TimeSource,
} from '../../src/index.ts'
import type { Tables } from '../../src/store/schema.ts'
import { createTestDatabase } from './postgres.ts'
import { inStore } from './stored.ts'

/** A server for tests with a clock that tests can put forward, and a folder of its own. */
export interface TestServer {
  readonly url: string
  /** Where its metrics are, if the options gave them an address. */
  readonly metricsUrl: string | undefined
  readonly folder: string
  readonly databaseFile: string
  /** Where commands find its database, beside it. */
  readonly source: Source
  /** Reads or changes what it has stored, past the server. */
  inStore<T>(task: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Lets time pass in which the server serves. */
  advance(milliseconds: number): void
  /** Stops it and starts another on the same data, that long later by the server's clock, after a task in between. */
  restart(downMs?: number, whileDown?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** What a test may decide. Its clock is made anew with each start. */
export type TestOptions = Partial<Omit<ServerOptions, 'clock'>> & {
  /** What the clock reads; absent, the system's time. */
  readonly time?: TimeSource
}

/** Do test servers keep their games in PostgreSQL, whose columns hold nothing but what they are for? */
export const ON_POSTGRES = process.env.HOKITO_TEST_STORE !== undefined

/** Does each of them share it with others that might be there? Then it takes a moment to know that nobody is. */
export const IS_SHARED = process.env.HOKITO_TEST_STORE === 'shared'

export const REDIS_URL = process.env.HOKITO_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

/** Tests come from one address, and are more than come from any. */
export const UNLIMITED_ADDRESS = {
  guestsPerMinute: 10_000,
  guestsPerDay: 10_000,
  signUpsPerHour: 10_000,
  tournamentsPerDay: 10_000,
  signInsPerHour: 10_000,
  mailAsksPerHour: 10_000,
  mailsToDomainPerHour: 10_000,
  mailAccountAgeMs: 0,
  requestsPerMinute: 10_000,
  healthChecksPerMinute: 10_000,
  handshakesPerMinute: 10_000,
  connectionsPerAddress: 10_000,
  addressShare: 10_000,
} as const

/** For tests that wait until the server has done by itself what it does every few seconds. */
export const OFTEN: Rhythm = {
  ordersMs: 100,
  eraseMs: 100,
  tournamentsMs: 100,
  tournamentsReadMs: 100,
  roundPauseMs: 0,
  exploreMs: 100,
  remindMs: 100,
  lettersMs: 100,
}

/** Waits until a server that does things so often has had several times for each, one after the other. */
export function severalRounds(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1200))
}

/** Starts a server on a database of its own: a file, or PostgreSQL where `HOKITO_TEST_STORE` says so. */
export async function startTestServer({
  time = SYSTEM_TIME,
  ...options
}: TestOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-server-'))
  const siteFolder = join(folder, 'site')
  await mkdir(siteFolder)
  await writeFile(
    join(siteFolder, 'index.html'),
    '<!doctype html><html><head><title>site</title></head><body></body></html>',
  )
  await writeFile(
    join(siteFolder, 'embed.html'),
    '<!doctype html><html><head><title>embed</title></head><body></body></html>',
  )
  const databaseFile = join(folder, 'hokito.db')
  const isOnPostgres =
    ON_POSTGRES && options.databaseFile === undefined && options.databaseUrl === undefined
  const made = isOnPostgres ? await createTestDatabase() : undefined
  const redisUrl = options.redisUrl ?? (IS_SHARED && isOnPostgres ? REDIS_URL : undefined)
  let ahead = 0
  let held: number | undefined
  const source = {
    wall: () => time.wall() + ahead,
    monotonic: () => (held ?? time.monotonic()) + ahead,
  }
  let clock = new ServerClock(source)
  const start = (port: number): Promise<RunningServer> => {
    clock = new ServerClock(source, redisUrl !== undefined)
    return startServer({
      host: '127.0.0.1',
      port,
      siteFolder,
      databaseFile,
      databaseUrl: made?.url,
      redisUrl,
      secret: 's'.repeat(32),
      clock,
      limits: UNLIMITED_ADDRESS,
      ...options,
    })
  }
  let server = await start(0)
  return {
    url: server.url,
    get metricsUrl() {
      return server.metricsUrl
    },
    folder,
    databaseFile,
    source: { databaseFile, databaseUrl: made?.url },
    inStore: (task) => inStore({ databaseFile, databaseUrl: made?.url }, task),
    advance: (milliseconds) => {
      // In steps: a clock that nobody looks at for longer was away, and stands. A year has many of them, and
      // the system's time is slow to ask for.
      held = time.monotonic()
      for (let left = milliseconds; left > 0; left -= STEP_MS) {
        clock.now()
        ahead += Math.min(left, STEP_MS)
      }
      held = undefined
      clock.now()
    },
    restart: async (downMs = 0, whileDown = async () => undefined) => {
      await server.close()
      await whileDown()
      ahead += downMs
      server = await start(Number(new URL(server.url).port))
    },
    close: async () => {
      await server.close()
      await made?.drop()
      await rm(folder, { recursive: true })
    },
  }
}

// --- internal ---

const STEP_MS = 500
