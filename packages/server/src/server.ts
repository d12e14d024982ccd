import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { buildApp, entryFile } from './app.ts'
import { type Chance, SYSTEM_CHANCE } from './chance.ts'
import type { LogLevel } from './config.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { createLogger } from './log.ts'
import { type Database, IN_MEMORY, openDatabase } from './store/database.ts'

/** Where to listen, what to serve and where to keep it. */
export interface ServerOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly siteFolder: string
  /** The SQLite file; absent, everything is forgotten when the server stops. */
  readonly databaseFile?: string | undefined
  /** What sessions are hashed with; absent, they end with the server. */
  readonly secret?: string | undefined
  /** The address that people open, such as `https://hokito.example`; absent, whatever they ask for. */
  readonly publicUrl?: string | undefined
  /** How many proxies stand before it, whose word on address and protocol is taken. */
  readonly proxies?: number
  /** What is told on standard error, a JSON line each; silence if absent. */
  readonly logLevel?: LogLevel
  /** Told instead of standard error. */
  readonly logger?: Logger
  readonly limits?: Partial<Limits>
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number
  readonly chance?: Chance
}

/** A running server. */
export interface RunningServer {
  /** The address a person opens. */
  readonly url: string
  /** Stops taking connections, lets what was accepted reach the disk, and closes. */
  close(): Promise<void>
}

/** Why a server cannot start, as something its owner can mend. */
export const START_ERRORS = [
  'siteMissing',
  'portTaken',
  'portForbidden',
  'hostUnknown',
  'databaseUnusable',
] as const
export type StartErrorCode = (typeof START_ERRORS)[number]

/** Thrown by {@link startServer}: a code for what is wrong with its surroundings. */
export class StartError extends Error {
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/**
 * Serves the site and the games until it is closed.
 * @throws StartError when the site is not built, or the port, host or database cannot be used
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, siteFolder } = options
  await access(entryFile(siteFolder)).catch((cause: unknown) => {
    throw new StartError('siteMissing', cause)
  })
  const database = await open(options.databaseFile ?? IN_MEMORY)
  try {
    const { app, online } = await buildApp({ ...withDefaults(options), siteFolder, database })
    try {
      await online.start()
      await app.listen({ host, port })
    } catch (cause) {
      await online.close()
      await app.close()
      throw startErrorOf(cause)
    }
    return {
      url: urlOf(host, app.server.address()),
      close: async () => {
        await online.close()
        // What is being answered may finish; a connection that only stays open may not hold us up.
        const impatience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
        await app.close()
        clearTimeout(impatience)
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

// --- internal ---

/** How long answers that are on their way may take once the server stops. */
const PATIENCE_MS = 3000

const CODES: ReadonlyMap<unknown, StartErrorCode> = new Map([
  ['EADDRINUSE', 'portTaken'],
  ['EACCES', 'portForbidden'],
  ['ENOTFOUND', 'hostUnknown'],
  ['EAI_AGAIN', 'hostUnknown'],
  ['EADDRNOTAVAIL', 'hostUnknown'],
])

function withDefaults(options: ServerOptions) {
  return {
    secret: options.secret ?? randomBytes(32).toString('hex'),
    publicUrl: options.publicUrl,
    proxies: options.proxies ?? 0,
    logger: options.logger ?? createLogger(options.logLevel ?? 'silent'),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    now: options.now ?? Date.now,
    chance: options.chance ?? SYSTEM_CHANCE,
  }
}

async function open(file: string): Promise<Database> {
  try {
    return await openDatabase(file)
  } catch (cause) {
    throw new StartError('databaseUnusable', cause)
  }
}

function startErrorOf(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? CODES.get(cause.code) : undefined
  return code === undefined ? cause : new StartError(code, cause)
}

/** An address that works in a browser: "every interface" is reached as localhost. */
function urlOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' && address !== null ? address.port : ''
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
