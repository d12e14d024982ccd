import { join, resolve } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import * as z from 'zod'
import { readSender } from './ground/mail-address.ts'
import type { MetricsAddress } from './http/metrics-listener.ts'
import type { MailOptions } from './notify/mail/mailer.ts'
import { PUSH_HOST, PUSH_HOSTS } from './notify/push/push-hosts.ts'

/** What the environment says about how to serve; everything has a default. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Where the database and the secret lie. */
  readonly dataFolder: string
  /** The SQLite file; absent where the database is one of PostgreSQL. */
  readonly databaseFile: string | undefined
  /** The address of a PostgreSQL database, with what it is opened by. */
  readonly databaseUrl: string | undefined
  /** The address of a Redis, where several servers share that database. */
  readonly redisUrl: string | undefined
  readonly secret: string | undefined
  readonly publicUrl: string | undefined
  readonly proxies: number
  readonly logLevel: LogLevel
  /** Where numbers for Prometheus are served apart from the site. */
  readonly metrics: MetricsAddress | undefined
  /** At which levels bots of the house play. */
  readonly houseLevels: readonly number[]
  /** Through which push services players are notified, and to whom those complain. */
  readonly push: { readonly hosts: readonly string[]; readonly contact: string | undefined }
  /** By which server letters to players are sent, and from whom; absent, none are. */
  readonly mail: MailOptions | undefined
  /** What they are read with on the site's own address. */
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
  'badHosts',
  'badContact',
  'badSmtp',
  'badMailFrom',
  'mailNeedsUrl',
  'badDatabase',
  'unencodedAddress',
  'badRedis',
  'redisNeedsPostgres',
  'secretMissing',
] as const
export interface ConfigError {
  readonly variable: string
  readonly code: (typeof CONFIG_ERRORS)[number]
  /** Of `unencodedAddress`: what must be written as `%` and two digits in a name or a password. */
  readonly character?: string
}

/**
 * Reads the settings from the environment: `HOST`, `PORT`, `HOKITO_DATA`, `DATABASE_URL`, `REDIS_URL`,
 * `HOKITO_SECRET`, `HOKITO_URL`, `HOKITO_PROXIES`, `LOG_LEVEL`, `HOKITO_METRICS_HOST`,
 * `HOKITO_METRICS_PORT`, `HOKITO_METRICS_TOKEN`, `HOKITO_HOUSE_BOTS`, `HOKITO_PUSH_HOSTS`,
 * `HOKITO_PUSH_CONTACT`, `HOKITO_SMTP_URL` and `HOKITO_MAIL_FROM`. An empty variable counts as unset. Gives all errors at once.
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
  const secret = read('HOKITO_SECRET', z.string().min(SHORTEST_SECRET).optional(), 'shortSecret')
  const proxies = read('HOKITO_PROXIES', wholeSchema(0, 10).default(0), 'badProxies')
  const logLevel = read('LOG_LEVEL', z.enum(LOG_LEVELS).default('warn'), 'badLogLevel')
  const houseLevels = read('HOKITO_HOUSE_BOTS', levelsSchema, 'badLevels')
  const pushHosts = read('HOKITO_PUSH_HOSTS', hostsSchema, 'badHosts')
  const contact = read('HOKITO_PUSH_CONTACT', contactSchema.optional(), 'badContact')
  const mail = mailOf(given)
  if (!mail.ok) errors.push(...mail.error)
  const metricsPort = read('HOKITO_METRICS_PORT', wholeSchema(0, 65_535).optional(), 'badPort')
  const tokenSchema = z.string().min(SHORTEST_SECRET).optional()
  const metricsToken = read('HOKITO_METRICS_TOKEN', tokenSchema, 'shortToken')
  const dataFolder = resolve(given.HOKITO_DATA ?? DEFAULT_DATA)
  const database = databaseOf(given.DATABASE_URL, dataFolder)
  if (!database.ok) errors.push({ variable: 'DATABASE_URL', ...database.error })
  const redisUrl = read('REDIS_URL', redisSchema.optional(), 'badRedis')
  if (redisUrl !== undefined) {
    // What each server would make for itself is not the same.
    if (given.HOKITO_SECRET === undefined) {
      errors.push({ variable: 'HOKITO_SECRET', code: 'secretMissing' })
    }
    if (database.ok && database.value.databaseUrl === undefined) {
      errors.push({ variable: 'REDIS_URL', code: 'redisNeedsPostgres' })
    }
  }
  if (
    port === undefined ||
    proxies === undefined ||
    logLevel === undefined ||
    houseLevels === undefined ||
    pushHosts === undefined ||
    !database.ok ||
    !mail.ok ||
    errors.length > 0
  ) {
    return err(errors)
  }
  const host = given.HOST ?? DEFAULT_HOST
  const metrics =
    metricsPort === undefined
      ? undefined
      : { host: given.HOKITO_METRICS_HOST ?? DEFAULT_HOST, port: metricsPort }
  const files = { dataFolder, ...database.value, redisUrl, secret }
  const push = { hosts: pushHosts, contact }
  const settings = { publicUrl, proxies, logLevel, houseLevels, push, metrics, metricsToken }
  return ok({ host, port, ...files, ...settings, mail: mail.value })
}

/** Characters of a secret that nobody guesses. */
export const SHORTEST_SECRET = 32

// --- internal ---

const DEFAULT_PORT = 3000
const DEFAULT_HOST = 'localhost'
const DEFAULT_DATA = 'data'
const DEFAULT_LEVELS = '1,3,5,7,9'

function wholeSchema(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
}

/** `0` for none, or levels with commas between them. */
const levelsSchema = z
  .string()
  .default(DEFAULT_LEVELS)
  .refine((text) => text === '0' || /^([1-9]|10)(,([1-9]|10))*$/.test(text))
  .transform((text) => (text === '0' ? [] : [...new Set(text.split(',').map(Number))]))

/** `0` for none, or names of hosts with commas between them. */
const hostsSchema = z
  .string()
  .default(PUSH_HOSTS.join(','))
  .transform((text) => (text === '0' ? [] : text.split(',').map((host) => host.trim())))
  .refine((hosts) => hosts.every((host) => PUSH_HOST.test(host)))

const contactSchema = z.string().regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s/]+.*)$/)

const urlSchema = z.url({ protocol: /^https?$/ })

/** Letters need somebody who sends them, and links in them an address that no visitor chooses. */
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
 * What ends the name and password of a database's address before they are over: the rest of the password
 * would be read as a host, a port or a path, and be shown as one.
 */
function unencodedIn(url: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(url)) return '%'
  if (url.includes('#')) return '#'
  const [, authority = '', path = '', query = ''] =
    /^[^:]+:\/\/([^/?]*)([^?]*)(.*)$/.exec(url) ?? []
  if (authority.split('@').length > 2) return '@'
  if (path.includes('@')) return '/'
  // An `@` may stand in a value there, and never in what is before its `=`.
  const isCutShort = query.split(/[?&]/).some((part) => part.split('=')[0]?.includes('@'))
  return isCutShort ? '?' : undefined
}
