import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { LogLevel } from './config.ts'
import { type Chance, SYSTEM_CHANCE } from './ground/chance.ts'
import { ServerClock } from './ground/clock.ts'
import { DEFAULT_LIMITS, type Limits } from './ground/limits.ts'
import { DEFAULT_RHYTHM, type Rhythm } from './ground/rhythm.ts'
import {
  listenForMetrics,
  type MetricsAddress,
  type MetricsListener,
} from './http/metrics-listener.ts'
import { entryFile } from './http/site.ts'
import { createLogger } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { MailOptions } from './notify/mail/mailer.ts'
import type { PushOptions } from './notify/push/push.ts'
import type { Online } from './online.ts'
import { StartError, startErrorOf, startErrorOfDatabase } from './start-error.ts'
import { type Database, IN_MEMORY, openDatabase } from './store/database.ts'
import { isTransferUnfinished } from './store/facts.ts'
import { SecretDiffersError } from './store/shared-database.ts'
import type { OnTrouble } from './store/trouble.ts'

/** Where to listen, what to serve and where to keep it. */
export interface ServerOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly siteFolder: string
  /** The SQLite file; without it and an address, everything is forgotten when the server stops. */
  readonly databaseFile?: string | undefined
  /** The address of a PostgreSQL database, which is used instead of a file. */
  readonly databaseUrl?: string | undefined
  /**
   * The address of a Redis, by which several servers on the same PostgreSQL database hear of each other; each
   * of them has it, and the same secret.
   */
  readonly redisUrl?: string | undefined
  /**
   * What sessions are hashed with; absent, they end with the server. A function is asked once nobody
   * else can use the database any more.
   */
  readonly secret?: string | (() => Promise<string>) | undefined
  /** The address that people open, such as `https://hokito.example`; absent, whatever they ask for. */
  readonly publicUrl?: string | undefined
  /** How many proxies stand before it, whose word on address and protocol is taken. */
  readonly proxies?: number
  /** What is logged to standard error, a JSON line each; silence if absent. */
  readonly logLevel?: LogLevel
  /** Logs there instead of standard error. */
  readonly logger?: Logger
  readonly limits?: Partial<Limits>
  readonly rhythm?: Partial<Rhythm>
  /** Where `/metrics` is served; absent, nowhere, unless there is a token for it. */
  readonly metrics?: MetricsAddress | undefined
  /** Serves `/metrics` with the site too, to whoever sends this as a bearer token. */
  readonly metricsToken?: string | undefined
  /** Absent, a clock of the system's time, or of the time of the machine on which PostgreSQL runs. */
  readonly clock?: ServerClock
  readonly chance?: Chance
  /** At which levels, from 1 to 10, bots of the house play; absent, at none. */
  readonly houseLevels?: readonly number[]
  /** Through which push services players are notified who have no page open; absent, nobody is. */
  readonly push?: PushOptions
  /** By which server letters to accounts are sent, with `publicUrl`; absent, none are. */
  readonly mail?: MailOptions | undefined
}

/** A running server. */
export interface RunningServer {
  /** The address a person opens. */
  readonly url: string
  /** Where its numbers are read, if on an address of their own. */
  readonly metricsUrl: string | undefined
  /** Stops taking connections, lets what was accepted reach the disk, and closes. */
  close(): Promise<void>
}

/**
 * Serves the site and the games until it is closed. In this order: the database is locked, then opened,
 * the port and the one for metrics are taken, and only then anything is written about games, so that a
 * start that fails has changed nothing for a server that runs. Until then it answers, and lets no sockets
 * in.
 * @throws StartError when the site is not built, or the port, host, database or metrics address cannot be
 *   used
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, siteFolder } = options
  await access(entryFile(siteFolder)).catch((cause: unknown) => {
    throw new StartError('siteMissing', { cause })
  })
  const logger = options.logger ?? createLogger(options.logLevel ?? 'silent')
  const metrics = createMetrics()
  const database = await open(options, { logger, metrics })
  const settings = { ...withDefaults(options, database), logger, metrics }
  try {
    if (await isTransferUnfinished(database.db)) throw new StartError('transferUnfinished')
    const secret = await secretOf(options)
    await database.shared?.agreeOn(secret)
    const { app, online } = await buildApp({ ...settings, secret, siteFolder, database })
    let listener: MetricsListener | undefined
    try {
      await app.listen({ host, port })
      listener = options.metrics && (await openMetrics(options.metrics, online))
      await online.start()
    } catch (cause) {
      await listener?.close()
      await stop(app, online)
      throw startErrorOf(cause)
    }
    return {
      url: urlOf(host, app.server.address()),
      metricsUrl: listener && urlOf(options.metrics?.host ?? host, listener.address),
      close: async () => {
        await listener?.close()
        await stop(app, online)
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    if (error instanceof SecretDiffersError) throw new StartError('secretDiffers', { cause: error })
    throw error
  }
}

// --- internal ---

/** How long answers that are on their way may take once the server stops. */
const PATIENCE_MS = 3000

async function stop(app: FastifyInstance, online: Online): Promise<void> {
  // First, so that a balancer takes whoever comes back to another node.
  const closed = new Promise<void>((resolve) => app.server.close(() => resolve()))
  await online.close()
  // What is being answered may finish; a connection that only stays open may not hold us up.
  const impatience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  await Promise.all([app.close(), closed])
  clearTimeout(impatience)
}

function withDefaults(options: ServerOptions, { time, shared }: Database) {
  return {
    publicUrl: options.publicUrl,
    redisUrl: options.redisUrl,
    metricsToken: options.metricsToken,
    proxies: options.proxies ?? 0,
    houseLevels: options.houseLevels ?? [],
    push: options.push,
    mail: options.mail,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    rhythm: { ...DEFAULT_RHYTHM, ...options.rhythm },
    clock: options.clock ?? new ServerClock(time, shared !== undefined),
    chance: options.chance ?? SYSTEM_CHANCE,
  }
}

async function secretOf({ secret }: ServerOptions): Promise<string> {
  if (secret === undefined) return randomBytes(32).toString('hex')
  return typeof secret === 'string' ? secret : secret()
}

async function open(
  { databaseFile, databaseUrl, redisUrl }: ServerOptions,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): Promise<Database> {
  try {
    if (databaseUrl !== undefined) {
      // Loaded where it is used: most servers are on SQLite.
      const { openPostgres } = await import('./store/postgres.ts')
      const onTrouble: OnTrouble = (kind, error) => {
        metrics.troubles.inc({ kind })
        logger.warn({ kind, err: error }, 'trouble with the database')
      }
      return await openPostgres(databaseUrl, onTrouble, redisUrl !== undefined)
    }
    if (redisUrl !== undefined) throw new StartError('redisNeedsPostgres')
    const database = await openDatabase(databaseFile ?? IN_MEMORY)
    for (const exposed of database.exposed) {
      logger.warn({ file: exposed }, 'others on this machine can read this file')
    }
    return database
  } catch (error) {
    if (error instanceof StartError) throw error
    throw await startErrorOfDatabase(error, databaseFile)
  }
}

async function openMetrics(
  address: MetricsAddress,
  { readMetrics }: Online,
): Promise<MetricsListener> {
  try {
    return await listenForMetrics(address, readMetrics)
  } catch (cause) {
    throw new StartError('metricsUnusable', { cause })
  }
}

/** An address that works in a browser: "every interface" is reached as localhost. */
function urlOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' && address !== null ? address.port : ''
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
