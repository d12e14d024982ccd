import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import * as z from 'zod'

/** What the environment says about how to serve; everything has a default. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Where the database and the secret lie. */
  readonly dataFolder: string
  readonly databaseFile: string
  readonly secret: string | undefined
  readonly publicUrl: string | undefined
  readonly proxies: number
  readonly logLevel: LogLevel
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Why a setting cannot be used. */
export const CONFIG_FAULTS = [
  'badPort',
  'badUrl',
  'shortSecret',
  'badProxies',
  'badLogLevel',
  'badDatabase',
  'postgresNotYet',
] as const
export interface ConfigFault {
  readonly variable: string
  readonly code: (typeof CONFIG_FAULTS)[number]
}

/**
 * Reads the settings from the environment: `HOST`, `PORT`, `HOKITO_DATA`, `DATABASE_URL`,
 * `HOKITO_SECRET`, `HOKITO_URL`, `HOKITO_PROXIES` and `LOG_LEVEL`. An empty variable says as little as
 * one that is not there. Gives all faults at once.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): Result<Config, readonly ConfigFault[]> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const faults: ConfigFault[] = []
  const read = <T>(variable: string, schema: z.ZodType<T>, code: ConfigFault['code']) => {
    const parsed = schema.safeParse(given[variable])
    if (parsed.success) return parsed.data
    faults.push({ variable, code })
    return undefined
  }
  const port = read('PORT', wholeSchema(0, 65_535).default(DEFAULT_PORT), 'badPort')
  const publicUrl = read('HOKITO_URL', urlSchema.optional(), 'badUrl')
  const secret = read('HOKITO_SECRET', z.string().min(SHORTEST_SECRET).optional(), 'shortSecret')
  const proxies = read('HOKITO_PROXIES', wholeSchema(0, 10).default(0), 'badProxies')
  const logLevel = read('LOG_LEVEL', z.enum(LOG_LEVELS).default('warn'), 'badLogLevel')
  const dataFolder = resolve(given.HOKITO_DATA ?? DEFAULT_DATA)
  const database = databaseFileOf(given.DATABASE_URL, dataFolder)
  if (!database.ok) faults.push({ variable: 'DATABASE_URL', code: database.error })
  if (
    port === undefined ||
    proxies === undefined ||
    logLevel === undefined ||
    !database.ok ||
    faults.length > 0
  ) {
    return err(faults)
  }
  const host = given.HOST ?? DEFAULT_HOST
  const databaseFile = database.value
  return ok({ host, port, dataFolder, databaseFile, secret, publicUrl, proxies, logLevel })
}

/** The secret that was given, or the one that lies with the data; made and kept on the first start. */
export async function secretOf({ secret, dataFolder }: Config): Promise<string> {
  if (secret !== undefined) return secret
  await mkdir(dataFolder, { recursive: true })
  const file = join(dataFolder, 'secret')
  const known = await readSecret(file)
  if (known !== undefined) return known
  const own = `${file}.${randomBytes(8).toString('hex')}`
  await writeFile(own, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // A file gets its name with all that is in it, and only one can: first starts at the same time agree.
    await link(own, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(own)
  }
  const made = await readSecret(file)
  if (made === undefined) throw new Error(`${file} has gone as soon as it was made`)
  return made
}

// --- internal ---

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const DEFAULT_PORT = 3000
const DEFAULT_HOST = 'localhost'
const DEFAULT_DATA = 'data'
const SHORTEST_SECRET = 32

function wholeSchema(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
}

const urlSchema = z.url({ protocol: /^https?$/ })

function databaseFileOf(
  url: string | undefined,
  dataFolder: string,
): Result<string, ConfigFault['code']> {
  if (url === undefined) return ok(join(dataFolder, 'hokito.db'))
  if (/^postgres(ql)?:/.test(url)) return err('postgresNotYet')
  const [, file] = /^(?:sqlite|file):(?:\/\/)?(.+)$/.exec(url) ?? []
  return file === undefined ? err('badDatabase') : ok(resolve(file))
}
