import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type RunningServer,
  ServerClock,
  type ServerOptions,
  SYSTEM_TIME,
  startServer,
  type TimeSource,
} from '../../src/index.ts'

/** A server for tests with a clock that tests can put forward, and a folder of its own. */
export interface TestServer {
  readonly url: string
  /** Where its metrics are, if the options gave them an address. */
  readonly metricsUrl: string | undefined
  readonly folder: string
  readonly databaseFile: string
  /** Lets time pass in which the server serves. */
  advance(milliseconds: number): void
  /** Stops it and starts another on the same data, that long later by the server's clock. */
  restart(downMs?: number): Promise<void>
  close(): Promise<void>
}

/** What a test may decide. Its clock is made anew with each start. */
export type TestOptions = Partial<Omit<ServerOptions, 'clock'>> & {
  /** What the clock reads; absent, the system's time. */
  readonly time?: TimeSource
}

/** Tests come from one address, and are more than come from any. */
export const UNLIMITED_ADDRESS = {
  guestsPerMinute: 10_000,
  guestsPerDay: 10_000,
  requestsPerMinute: 10_000,
  handshakesPerMinute: 10_000,
  connectionsPerAddress: 10_000,
  addressShare: 10_000,
} as const

/** Starts a server on a database file of its own. */
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
  const databaseFile = join(folder, 'hokito.db')
  let ahead = 0
  const source = { wall: () => time.wall() + ahead, monotonic: () => time.monotonic() + ahead }
  let clock = new ServerClock(source)
  const start = (port: number): Promise<RunningServer> => {
    clock = new ServerClock(source)
    return startServer({
      host: 'localhost',
      port,
      siteFolder,
      databaseFile,
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
    advance: (milliseconds) => {
      // In steps: a clock that nobody looks at for longer was away, and stands.
      for (let left = milliseconds; left > 0; left -= STEP_MS) {
        clock.now()
        ahead += Math.min(left, STEP_MS)
      }
      clock.now()
    },
    restart: async (downMs = 0) => {
      await server.close()
      ahead += downMs
      server = await start(Number(new URL(server.url).port))
    },
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

// --- internal ---

const STEP_MS = 500
