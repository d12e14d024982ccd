import { join, resolve } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import * as z from 'zod'
import { readSender } from './ground/mail-address.ts'
import { NODE_NAME } from './ground/node-paths.ts'
import type { MetricsAddress } from './http/metrics-listener.ts'
import type { MailOptions } from './notify/mail/mailer.ts'
import { PUSH_HOST, PUSH_HOSTS } from './notify/push/push-hosts.ts'

/** The settings of the server from the environment; every setting has a default. */
export interface Config {
  readonly host: string
  readonly port: number
  /** The folder of the database and the secret. */
  readonly dataFolder: string
  /** The SQLite file; absent if the database is PostgreSQL. */
  readonly databaseFile: string | undefined
  /** The address of a PostgreSQL database, with its credentials. */
  readonly databaseUrl: string | undefined
  /** The address of a Redis, if several servers share that database. */
  readonly redisUrl: string | undefined
  /** The name by which the load balancer leads pages to this one of several servers. */
  readonly node: string | undefined
  readonly secret: string | undefined
  readonly publicUrl: string | undefined
  readonly proxies: number
  readonly logLevel: LogLevel
  /** The separate address on which metrics for Prometheus are served. */
  readonly metrics: MetricsAddress | undefined
  /** The levels at which house bots play. */
  readonly houseLevels: readonly number[]
  /** The hour in UTC at which the arena of the day starts; absent if there is none. */
  readonly arenaHour: number | undefined
  /** The push services that may notify players, and the contact given to those services. */
  readonly push: { readonly hosts: readonly string[]; readonly contact: string | undefined }
  /** The mail server and sender for e-mails to players; if absent, none are sent. */
  readonly mail: MailOptions | undefined
  /** The token for reading metrics on the site's own address. */
  readonly metricsToken: string | undefined
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Why a setting cannot be used. */
export const CONFIG_ERRORS = [
  'badPort',
  'badUrl',
  'shortSecret',
  'shortToken',
  'badProxies',
  'badLogLevel',
  'badLevels',
  'badHour',
  'badHosts',
  'badContact',
  'badSmtp',
  'badMailFrom',
  'mailNeedsUrl',
  'badDatabase',
  'unencodedAddress',
  'badRedis',
  'badNode',
  'redisNeedsPostgres',
  'secretMissing',
] as const
export interface ConfigError {
  readonly variable: string
  readonly code: (typeof CONFIG_ERRORS)[number]
  /** For `unencodedAddress`: the character in a name or password that must be percent-encoded. */
  readonly character?: string
}

/**
 * Reads the settings from the environment: `HOST`, `PORT`, `HOKITO_DATA`, `DATABASE_URL`,
 * `REDIS_URL`, `HOKITO_NODE`, `HOKITO_SECRET`, `HOKITO_URL`, `HOKITO_PROXIES`, `LOG_LEVEL`,
 * `HOKITO_METRICS_HOST`, `HOKITO_METRICS_PORT`, `HOKITO_METRICS_TOKEN`, `HOKITO_HOUSE_BOTS`,
 * `HOKITO_DAILY_ARENA`, `HOKITO_PUSH_HOSTS`, `HOKITO_PUSH_CONTACT`, `HOKITO_SMTP_URL` and
 * `HOKITO_MAIL_FROM`. An empty variable counts as unset. Returns all errors together.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): Result<Config, readonly ConfigError[]> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const errors: ConfigError[] = []
  const read = <T>(variable: string, schema: z.ZodType<T>, code: ConfigError['code']) => {
    const parsed = schema.safeParse(given[variable])
    if (parsed.success) return parsed.data
    errors.push({ variable, code })
    return undefined
  }
  const port = read('PORT', wholeSchema(0, 65_535).default(DEFAULT_PORT), 'badPort')
  const publicUrl = read('HOKITO_URL', urlSchema.optional(), 'badUrl')
  const secret = read('HOKITO_SECRET', secretSchema, 'shortSecret')
  const proxies = read('HOKITO_PROXIES', wholeSchema(0, 10).default(0), 'badProxies')
  const logLevel = read('LOG_LEVEL', z.enum(LOG_LEVELS).default('warn'), 'badLogLevel')
  const houseLevels = read('HOKITO_HOUSE_BOTS', levelsSchema, 'badLevels')
  const arena = read('HOKITO_DAILY_ARENA', hourSchema, 'badHour')
  const pushHosts = read('HOKITO_PUSH_HOSTS', hostsSchema, 'badHosts')
  const contact = read('HOKITO_PUSH_CONTACT', contactSchema.optional(), 'badContact')
  const mail = mailOf(given)
  if (!mail.ok) errors.push(...mail.error)
  const metricsPort = read('HOKITO_METRICS_PORT', wholeSchema(0, 65_535).optional(), 'badPort')
  const metricsToken = read('HOKITO_METRICS_TOKEN', secretSchema, 'shortToken')
  const dataFolder = resolve(given.HOKITO_DATA ?? DEFAULT_DATA)
  const database = databaseOf(given.DATABASE_URL, dataFolder)
  if (!database.ok) errors.push({ variable: 'DATABASE_URL', ...database.error })
  const redisUrl = read('REDIS_URL', redisSchema.optional(), 'badRedis')
  const node = read('HOKITO_NODE', z.string().regex(NODE_NAME).optional(), 'badNode')
  if (redisUrl !== undefined) {
    const isEmbedded = database.ok && database.value.databaseUrl === undefined
    errors.push(...sharingErrors(given, isEmbedded))
  }
  if (
    port === undefined ||
    proxies === undefined ||
    logLevel === undefined ||
    houseLevels === undefined ||
    arena === undefined ||
    pushHosts === undefined ||
    !database.ok ||
    !mail.ok ||
    errors.length > 0
  ) {
    return err(errors)
  }
  const { HOST: host = DEFAULT_HOST, HOKITO_METRICS_HOST: metricsHost = DEFAULT_HOST } = given
  return ok({
    ...{ host, port, publicUrl, proxies, logLevel, houseLevels, metricsToken },
    ...{ dataFolder, ...database.value, redisUrl, node, secret, mail: mail.value },
    arenaHour: arena === 'off' ? undefined : arena,
    push: { hosts: pushHosts, contact },
    metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
  })
}

/** The minimum length of a secret that cannot be guessed, in characters. */
export const SHORTEST_SECRET = 32

// --- internal ---

/** What keeps servers with a Redis from sharing their work. */
function sharingErrors(
  given: Readonly<Record<string, string | undefined>>,
  isEmbedded: boolean,
): readonly ConfigError[] {
  const errors: ConfigError[] = []
  // Otherwise each server would generate a different secret.
  if (given.HOKITO_SECRET === undefined) {
    errors.push({ variable: 'HOKITO_SECRET', code: 'secretMissing' })
  }
  if (isEmbedded) errors.push({ variable: 'REDIS_URL', code: 'redisNeedsPostgres' })
  return errors
}

const DEFAULT_PORT = 3000
const DEFAULT_HOST = 'localhost'
const DEFAULT_DATA = 'data'
const DEFAULT_LEVELS = '1,3,5,7,9'
/** The evening in Europe, and noon or the afternoon in America. */
const DEFAULT_ARENA_HOUR = 18

function wholeSchema(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
}

/** `0` for none, or levels separated by commas. */
const levelsSchema = z
  .string()
  .default(DEFAULT_LEVELS)
  .refine((text) => text === '0' || /^([1-9]|10)(,([1-9]|10))*$/.test(text))
  .transform((text) => (text === '0' ? [] : [...new Set(text.split(',').map(Number))]))

/** `off` for no arena, or an hour in UTC. */
const hourSchema = z.union([z.literal('off'), wholeSchema(0, 23)]).default(DEFAULT_ARENA_HOUR)

/** `0` for none, or host names separated by commas. */
const hostsSchema = z
  .string()
  .default(PUSH_HOSTS.join(','))
  .transform((text) => (text === '0' ? [] : text.split(',').map((host) => host.trim())))
  .refine((hosts) => hosts.every((host) => PUSH_HOST.test(host)))

const contactSchema = z.string().regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s/]+.*)$/)

const secretSchema = z.string().min(SHORTEST_SECRET).optional()

const urlSchema = z.url({ protocol: /^https?$/ })

/** E-mails need a sender, and their links need an address that no visitor can choose. */
function mailOf({
  HOKITO_SMTP_URL: url,
  HOKITO_MAIL_FROM: from,
  HOKITO_URL: publicUrl,
}: Readonly<Record<string, string | undefined>>): Result<
  MailOptions | undefined,
  readonly ConfigError[]
> {
  if (url === undefined) return ok(undefined)
  const errors: ConfigError[] = []
  const character = unencodedIn(url)
  if (character !== undefined) {
    errors.push({ variable: 'HOKITO_SMTP_URL', code: 'unencodedAddress', character })
  } else if (!SMTP_URL.safeParse(url).success) {
    errors.push({ variable: 'HOKITO_SMTP_URL', code: 'badSmtp' })
  }
  const sender = readSender(from ?? '')
  if (sender === undefined) errors.push({ variable: 'HOKITO_MAIL_FROM', code: 'badMailFrom' })
  if (publicUrl === undefined) errors.push({ variable: 'HOKITO_URL', code: 'mailNeedsUrl' })
  return errors.length > 0 || sender === undefined ? err(errors) : ok({ url, from: sender })
}

const SMTP_URL = z.url({ protocol: /^smtps?$/, hostname: /./ })

const redisSchema = z.url({ protocol: /^rediss?$/ })

function databaseOf(
  url: string | undefined,
  dataFolder: string,
): Result<Pick<Config, 'databaseFile' | 'databaseUrl'>, Omit<ConfigError, 'variable'>> {
  const inFile = (databaseFile: string) => ok({ databaseFile, databaseUrl: undefined })
  if (url === undefined) return inFile(join(dataFolder, 'hokito.db'))
  if (/^postgres(ql)?:/.test(url)) {
    const character = unencodedIn(url)
    if (character !== undefined) return err({ code: 'unencodedAddress', character })
    if (!URL.canParse(url)) return err({ code: 'badDatabase' })
    return ok({ databaseFile: undefined, databaseUrl: url })
  }
  const [, file] = /^(?:sqlite|file):(?:\/\/)?(.+)$/.exec(url) ?? []
  return file === undefined ? err({ code: 'badDatabase' }) : inFile(resolve(file))
}

/**
 * The unencoded character that ends the name and password of a database's address too early. The
 * rest of the password would be parsed, and displayed, as a host, a port or a path.
 */
function unencodedIn(url: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(url)) return '%'
  if (url.includes('#')) return '#'
  const [, authority = '', path = '', query = ''] =
    /^[^:]+:\/\/([^/?]*)([^?]*)(.*)$/.exec(url) ?? []
  if (authority.split('@').length > 2) return '@'
  if (path.includes('@')) return '/'
  // In a query, an `@` may appear in a value, but never in the name before `=`.
  const isCutShort = query.split(/[?&]/).some((part) => part.split('=')[0]?.includes('@'))
  return isCutShort ? '?' : undefined
}
