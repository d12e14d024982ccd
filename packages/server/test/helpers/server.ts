import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
import { openDatabase } from '../../src/store/database.ts'
import type { Tables } from '../../src/store/schema.ts'
import { createTestDatabase } from './postgres.ts'
import { REDIS_URL } from './services.mjs'
import { inStore } from './stored.ts'

/** A test server with its own folder and a clock that tests can put forward. */
export interface TestServer {
  readonly url: string
  /** The address of its metrics, if the options set one. */
  readonly metricsUrl: string | undefined
  readonly folder: string
  readonly databaseFile: string
  /** The source by which commands find its database. */
  readonly source: Source
  /** Reads or changes its database, bypassing the server. */
  inStore<T>(task: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Lets time pass while the server is serving. */
  advance(milliseconds: number): void
  /**
   * Stops it, runs a task, and starts another on the same data, that much later by the server's
   * clock.
   */
  restart(downMs?: number, whileDown?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** The options of a test. Each start makes a new clock. */
export type TestOptions = Partial<Omit<ServerOptions, 'clock'>> & {
  /** The source of the clock's time; the system's time if absent. */
  readonly time?: TimeSource
}

/** Do test servers keep their games in PostgreSQL, whose columns enforce their types? */
export const ON_POSTGRES = process.env.HOKITO_TEST_STORE !== undefined

/**
 * Does each of them share it with possible other nodes? Then it takes a moment to know that there
 * are none.
 */
export const IS_SHARED = process.env.HOKITO_TEST_STORE === 'shared'

/** All tests come from one address, and send more than any real address. */
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

/** For tests that wait for tasks that the server normally runs every few seconds. */
export const OFTEN: Rhythm = {
  ordersMs: 100,
  eraseMs: 100,
  tournamentsMs: 100,
  tournamentsReadMs: 100,
  roundPauseMs: 0,
  exploreMs: 100,
  remindMs: 100,
  lettersMs: 100,
  exhibitionMs: 20,
}

/** Waits until a server with this rhythm has run each task several times, one after the other. */
export function severalRounds(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1200))
}

/** Starts a server on its own database: a file, or PostgreSQL if `HOKITO_TEST_STORE` is set. */
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
  const isOwn = options.databaseFile === undefined && options.databaseUrl === undefined
  const isOnPostgres = ON_POSTGRES && isOwn
  const made = isOnPostgres ? await createTestDatabase() : undefined
  if (isOwn && !isOnPostgres) await writeFile(databaseFile, await emptyDatabase(), { mode: 0o600 })
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
      // In steps: if the clock is not read for longer than a step, it assumes an outage and stands
      // still. A year has many steps, and reading the system's time is slow.
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

let empty: Promise<Buffer> | undefined

/** A file with the current schema, made once in a process: making one takes four times a copy. */
function emptyDatabase(): Promise<Buffer> {
  empty ??= makeEmptyDatabase()
  return empty
}

async function makeEmptyDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-empty-'))
  const file = join(folder, 'hokito.db')
  await (await openDatabase(file)).close()
  const content = await readFile(file)
  await rm(folder, { recursive: true })
  return content
}
