import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
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
import type { Online } from './online/online.ts'
import { StartError, startErrorOf, startErrorOfDatabase } from './start-error.ts'
import { type Database, IN_MEMORY, openDatabase } from './store/database.ts'
import { isTransferUnfinished } from './store/facts.ts'
import { SecretDiffersError } from './store/shared-database.ts'
import type { OnTrouble } from './store/trouble.ts'

/** The address to listen on, the site to serve and the place of the data. */
export interface ServerOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** The folder with the built site; may be relative to the working folder. */
  readonly siteFolder: string
  /**
   * The SQLite file; without it and without an address, the server forgets everything when it
   * stops.
   */
  readonly databaseFile?: string | undefined
  /** The address of a PostgreSQL database, used instead of a file. */
  readonly databaseUrl?: string | undefined
  /**
   * The address of a Redis, through which several servers on the same PostgreSQL database send each
   * other hints. All of them need the same address and the same secret.
   */
  readonly redisUrl?: string | undefined
  /**
   * The name of this server among those that share its database, by which the load balancer leads
   * the socket of a page to it; without it, no page is asked to come.
   */
  readonly node?: string | undefined
  /**
   * The key with which sessions are hashed; if absent, sessions end with the server. A function is
   * called once this server has locked the database.
   */
  readonly secret?: string | (() => Promise<string>) | undefined
  /**
   * The address that people open, such as `https://hokito.example`; if absent, the host of each
   * request.
   */
  readonly publicUrl?: string | undefined
  /** Number of proxies in front of the server whose forwarded address and protocol we trust. */
  readonly proxies?: number
  /** The level of the log on standard error, one JSON line each; silent if absent. */
  readonly logLevel?: LogLevel
  /** Logs there instead of to standard error. */
  readonly logger?: Logger
  readonly limits?: Partial<Limits>
  readonly rhythm?: Partial<Rhythm>
  /** The separate address of `/metrics`; if absent, it is served only with a token. */
  readonly metrics?: MetricsAddress | undefined
  /** Also serves `/metrics` with the site, to clients that send this bearer token. */
  readonly metricsToken?: string | undefined
  /**
   * If absent, a clock of the system's time, or of the time of the machine that runs PostgreSQL.
   */
  readonly clock?: ServerClock
  readonly chance?: Chance
  /** The levels from 1 to 10 at which house bots play; none if absent. */
  readonly houseLevels?: readonly number[]
  /** The hour in UTC, from 0 to 23, at which the arena of the day starts; none if absent. */
  readonly arenaHour?: number | undefined
  /** The push services for players who have no page open; if absent, no one is notified. */
  readonly push?: PushOptions
  /** The mail server for e-mails to accounts, needs `publicUrl`; if absent, none are sent. */
  readonly mail?: MailOptions | undefined
}

/** A running server. */
export interface RunningServer {
  /** The address that people open. */
  readonly url: string
  /** The address of its metrics, if separate. */
  readonly metricsUrl: string | undefined
  /** Stops accepting connections, writes everything accepted to the disk, and closes. */
  close(): Promise<void>
}

/**
 * Serves the site and the games until closed. It first locks the database, then opens it, then
 * takes its port and the metrics port. Only then does it write anything about games, so that a
 * failed start changes nothing for a server that is running. Until then it answers requests but
 * accepts no sockets.
 * @throws StartError when the site is not built, or the port, host, database or metrics address
 * cannot be used
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port } = options
  const siteFolder = resolve(options.siteFolder)
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

/** The time allowed for answers in progress once the server stops. */
const PATIENCE_MS = 3000

async function stop(app: FastifyInstance, online: Online): Promise<void> {
  // First, so that a load balancer sends returning clients to another node.
  const closed = new Promise<void>((resolve) => app.server.close(() => resolve()))
  await online.close()
  // Answers in progress may finish; idle connections must not delay the stop.
  const impatience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  await Promise.all([app.close(), closed])
  clearTimeout(impatience)
}

function withDefaults(options: ServerOptions, { time, shared }: Database) {
  return {
    publicUrl: options.publicUrl,
    redisUrl: options.redisUrl,
    node: options.node,
    metricsToken: options.metricsToken,
    proxies: options.proxies ?? 0,
    houseLevels: options.houseLevels ?? [],
    arenaHour: options.arenaHour,
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
      // Loaded on demand: most servers use SQLite.
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

/** An address that works in a browser: "every interface" becomes localhost. */
function urlOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' && address !== null ? address.port : ''
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
