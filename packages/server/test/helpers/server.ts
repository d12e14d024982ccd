import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, type ServerOptions, startServer } from '../../src/index.ts'

/** A server for tests with a clock that tests can put forward, and a folder of its own. */
export interface TestServer {
  readonly url: string
  readonly folder: string
  readonly databaseFile: string
  /** Puts the server's clock forward. */
  advance(milliseconds: number): void
  /** Stops it and starts another on the same data, that long later by the server's clock. */
  restart(downMs?: number): Promise<void>
  close(): Promise<void>
}

/** Starts a server on a database file of its own. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-server-'))
  const siteFolder = join(folder, 'site')
  await mkdir(siteFolder)
  await writeFile(
    join(siteFolder, 'index.html'),
    '<!doctype html><html><head><title>site</title></head><body></body></html>',
  )
  const databaseFile = join(folder, 'hokito.db')
  let ahead = 0
  const start = (port: number): Promise<RunningServer> =>
    startServer({
      host: 'localhost',
      port,
      siteFolder,
      databaseFile,
      secret: 's'.repeat(32),
      now: () => Date.now() + ahead,
      limits: {
        guestsPerMinute: 10_000,
        guestsPerDay: 10_000,
        requestsPerMinute: 10_000,
        connectionsPerAddress: 10_000,
      },
      ...options,
    })
  let server = await start(0)
  return {
    url: server.url,
    folder,
    databaseFile,
    advance: (milliseconds) => {
      ahead += milliseconds
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
