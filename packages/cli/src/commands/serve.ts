import { fileURLToPath } from 'node:url'
import {
  type Config,
  type ConfigError,
  type Holder,
  readConfig,
  type SecretError,
  type Source,
  StartError,
  type StartErrorCode,
  secretOf,
  startServer,
} from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { OPEN_FILES_OF_SERVER, openFilesAllowed } from '../open-files.ts'

/** Arguments of `serve`. Absent ones come from the environment, then from the defaults. */
export interface ServeArguments {
  readonly host: string | undefined
  readonly port: string | undefined
  readonly data: string | undefined
}

/** `hokito serve`: serves the site and its games until it is interrupted. */
export async function runServe(args: ServeArguments, io: Io): Promise<ExitCode> {
  const config = configOf(args, io.env)
  warnOfFewFiles(io)
  const server = await start(config)
  io.write(`Hokito is served on ${server.url}\n`)
  io.write(`Online games are kept in ${nameOfDatabase(config)}\nPress Ctrl-C to stop.\n`)
  await new Promise<void>((resolve) => {
    if (io.interrupted.aborted) resolve()
    io.interrupted.addEventListener('abort', () => resolve())
  })
  const isInTime = await within(STOP_MS, server.close())
  if (!isInTime) io.writeError('hokito: some connections did not close in time\n')
  return isInTime ? EXIT.ok : EXIT.failed
}

/**
 * The server's settings from options and environment, for every command that uses its data.
 * @throws UserError that names each invalid setting
 */
export function configOf({ host, port, data }: Partial<ServeArguments>, env: Io['env']): Config {
  const given = {
    ...env,
    ...(host !== undefined && { HOST: host }),
    ...(port !== undefined && { PORT: port }),
    ...(data !== undefined && { HOKITO_DATA: data, DATABASE_URL: '' }),
  }
  const config = readConfig(given)
  if (config.ok) return config.value
  const named = config.error.map((error) => ({ ...error, variable: nameOf(error.variable, port) }))
  throw new UserError(named.map((error) => CONFIG_ERRORS[error.code](error)).join('\n'), EXIT.usage)
}

/**
 * A database by its address, in the form of `DATABASE_URL`.
 * @param option the option that gave the address
 * @throws UserError that says what is wrong with it
 */
export function databaseOf(option: string, address: string): Source {
  const config = readConfig({ DATABASE_URL: address === '' ? ' ' : address })
  if (config.ok) return config.value
  const sentences = config.error.map((error) =>
    CONFIG_ERRORS[error.code]({ ...error, variable: option }),
  )
  throw new UserError(sentences.join('\n'), EXIT.usage)
}

/** The location of the games, without the secret parts of an address. */
export function nameOfDatabase({ databaseFile, databaseUrl }: Source): string {
  if (databaseUrl === undefined) return String(databaseFile)
  const { protocol, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${host}${pathname}`
}

/** The process that holds a database, as the subject of a sentence. */
export function nameOfHolder(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process'
  const since = holder.startedAt.slice(0, 'YYYY-MM-DDThh:mm'.length).replace('T', ' ')
  return `process ${holder.pid} (running since ${since} UTC)`
}

// --- internal ---

const SITE_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const STOP_MS = 10_000
const ENOUGH_OPEN_FILES = 1024

const FILE_ERRORS: { readonly [code: string]: (folder: string) => string } = {
  EACCES: (folder) => `the folder ${folder} cannot be written to: ${OTHER_FOLDER}`,
  EPERM: (folder) => `the folder ${folder} cannot be written to: ${OTHER_FOLDER}`,
  EROFS: (folder) =>
    `the folder ${folder} is on a read-only disk: set HOKITO_DATA to another folder`,
  ENOSPC: (folder) => `the disk that holds ${folder} is full: ${FREE_SPACE}`,
  EDQUOT: (folder) => `this user's share of the disk that holds ${folder} is full: ${FREE_SPACE}`,
  EMFILE: () => TOO_FEW_FILES,
}

const OTHER_FOLDER = 'give this user permission, or set HOKITO_DATA to another folder'
const FREE_SPACE = 'free some space, then start again'
const TOO_FEW_FILES =
  'this system does not let the server open enough files: run `ulimit -n 4096` first'

async function start(config: Config) {
  const { dataFolder } = config
  try {
    const secret = () => readSecret(config)
    return await startServer({ ...config, siteFolder: SITE_FOLDER, secret })
  } catch (error) {
    if (error instanceof StartError) throw new UserError(sentenceOfStart(error, config))
    if (!isFileError(error)) throw error
    const sentence = FILE_ERRORS[error.code ?? '']
    throw new UserError(
      sentence === undefined
        ? `the folder ${dataFolder} cannot be used (${error.code}): set HOKITO_DATA to another one`
        : sentence(dataFolder),
    )
  }
}

/** Most systems allow thousands. A server with too few will eventually turn pages away. */
function warnOfFewFiles(io: Io): void {
  const allowed = openFilesAllowed()
  if (allowed === undefined || allowed >= ENOUGH_OPEN_FILES) return
  io.writeError(
    `hokito: only ${allowed} open files are allowed here, enough for about ${allowed - OPEN_FILES_OF_SERVER} pages at once: for more, run \`ulimit -n 65536\` first\n`,
  )
}

function sentenceOfStart({ code, cause, holder }: StartError, config: Config): string {
  const sentence = START_ERRORS[code]({ ...config, database: nameOfDatabase(config), holder })
  // The system's message helps if the error can have many causes.
  return HAS_MANY_CAUSES.has(code) && cause instanceof Error
    ? `${sentence} (${cause.message})`
    : sentence
}

async function readSecret(config: Config): Promise<string> {
  const secret = await secretOf(config)
  if (secret.ok) return secret.value
  throw new UserError(sentenceOfSecret(secret.error))
}

function sentenceOfSecret({ file, length }: SecretError): string {
  const state = length === 0 ? 'is empty' : `has only ${length} characters`
  return `${file} ${state}; a secret needs at least 32 characters: restore the file that you keep with your backups; if you delete it instead, everyone comes back as a new guest`
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error
}

/** Waits for work, but not forever. Returns whether it finished in time. */
async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** The name of a setting as it was given: its option, or its variable in the environment. */
function nameOf(variable: string, port: string | undefined): string {
  return variable === 'PORT' && port !== undefined ? '--port' : variable
}

type Circumstances = Config & {
  /** Its name without secrets. */
  readonly database: string
  readonly holder: Holder | undefined
}

const REDIS_NEEDS_POSTGRES =
  'REDIS_URL is for several servers on one PostgreSQL database: set DATABASE_URL to that database, or leave REDIS_URL out'

const HAS_MANY_CAUSES: ReadonlySet<StartErrorCode> = new Set([
  'databaseUnusable',
  'databaseUnreachable',
  'databaseTooOld',
])

const START_ERRORS: { readonly [C in StartErrorCode]: (found: Circumstances) => string } = {
  siteMissing: () => 'the site has not been built yet: run npm run build first',
  portTaken: ({ port }) =>
    `port ${port} is already in use: stop the program that uses it, or choose another port, as in PORT=${port + 1} npm start`,
  portForbidden: ({ port }) =>
    `this system does not let you use port ${port}: choose one above 1023, as in PORT=3000 npm start`,
  hostUnknown: ({ host }) =>
    `this machine has no address ${host}: set HOST to localhost or 0.0.0.0`,
  databaseInUse: ({ database, databaseFile, holder }) =>
    `${nameOfHolder(holder)} is using ${database}: stop it first, or set ${databaseFile === undefined ? 'DATABASE_URL to another database; servers that share one all need REDIS_URL' : 'HOKITO_DATA to another folder'}`,
  databaseHasTwoNames: ({ database }) =>
    `${database} has a second name (a hard link), through which another process could damage it: copy it to a file of its own`,
  databaseReadOnly: ({ database }) =>
    `${database} or its folder cannot be written to: ${OTHER_FOLDER}`,
  databaseLocked: ({ database }) =>
    `another program is writing to ${database}: stop it, then start again`,
  metricsUnusable: ({ metrics }) =>
    `${metrics?.host}:${metrics?.port} cannot be used for metrics: set HOKITO_METRICS_HOST and HOKITO_METRICS_PORT to a free address`,
  databaseUnusable: ({ database, databaseFile }) =>
    databaseFile === undefined
      ? `${database} cannot be used: make sure that it exists, and that the user in DATABASE_URL may create tables in it`
      : `${database} cannot be opened as a database: make sure that it can be read and written, or set HOKITO_DATA to another folder`,
  databaseUnreachable: ({ database }) =>
    `${database} does not answer: make sure that PostgreSQL is running there and accepts connections from here`,
  databaseTooOld: ({ database }) => `${database} is too old: PostgreSQL 15 or newer is needed`,
  newerSchema: ({ database }) => `${database} is from a newer version of Hokito: use that version`,
  otherNodesRunning: ({ database }) =>
    `other servers on ${database} run an older version that cannot run beside this one: stop all of them, then start this one`,
  transferUnfinished: ({ database }) =>
    `${database} is only partly filled: finish hokito migrate-store first`,
  redisNeedsPostgres: () => REDIS_NEEDS_POSTGRES,
  secretDiffers: ({ database }) =>
    `other servers on ${database} have another HOKITO_SECRET: give all of them the same one`,
  diskFull: ({ database }) => `the disk that holds ${database} is full: ${FREE_SPACE}`,
  tooFewFiles: () => TOO_FEW_FILES,
}

const CONFIG_ERRORS: {
  readonly [C in ConfigError['code']]: (error: ConfigError) => string
} = {
  badPort: ({ variable }) => `${variable} must be a whole number from 0 to 65535`,
  badUrl: ({ variable }) =>
    `${variable} must be the address that people open, such as https://hokito.example`,
  shortSecret: ({ variable }) =>
    `${variable} must have at least 32 characters; if you leave it out, one is created and kept with the data`,
  shortToken: ({ variable }) =>
    `${variable} must have at least 32 characters; if you leave it out, nobody can read the metrics at the public address`,
  badProxies: ({ variable }) =>
    `${variable} must be the number of proxies in front of the server, from 0 to 10`,
  badLogLevel: ({ variable }) => `${variable} must be silent, error, warn, info or debug`,
  badLevels: ({ variable }) =>
    `${variable} must be 0 for none, or levels from 1 to 10 such as 1,3,5`,
  badHour: ({ variable }) =>
    `${variable} must be off for no arena, or its hour in UTC from 0 to 23`,
  badHosts: ({ variable }) =>
    `${variable} must be 0 for none, or names of hosts such as fcm.googleapis.com,*.push.apple.com`,
  badContact: ({ variable }) =>
    `${variable} must be an address such as mailto:me@hokito.example or https://hokito.example`,
  badSmtp: ({ variable }) =>
    `${variable} must be the address of a mail server, as in smtp://name:password@mail.example:587 or smtps://name:password@mail.example`,
  badMailFrom: ({ variable }) =>
    `${variable} must be the sender of e-mails, such as Hokito <hokito@hokito.example>; with HOKITO_SMTP_URL it must be given`,
  mailNeedsUrl: ({ variable }) =>
    `${variable} is missing: with HOKITO_SMTP_URL it must be given, as links in e-mails lead there`,
  badDatabase: ({ variable }) =>
    `${variable} must be sqlite: followed by a file, as in sqlite:./hokito.db, or the address of a PostgreSQL database, as in postgres://hokito@localhost/hokito`,
  badRedis: ({ variable }) =>
    `${variable} must be the address of a Redis, as in redis://localhost:6379`,
  badNode: ({ variable }) =>
    `${variable} must be the name of this server in the load balancer, of up to 32 small letters, digits and hyphens`,
  redisNeedsPostgres: () => REDIS_NEEDS_POSTGRES,
  secretMissing: ({ variable }) =>
    `${variable} is missing: servers that share a database by REDIS_URL need the same one, of at least 32 characters`,
  unencodedAddress: ({ variable, character = '' }) =>
    `${variable} has a ${character} in its user name or password: write it as %${character.charCodeAt(0).toString(16).toUpperCase()}`,
}
