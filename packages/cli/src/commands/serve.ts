import { fileURLToPath } from 'node:url'
import {
  type Config,
  type ConfigFault,
  type Holder,
  readConfig,
  type SecretFault,
  StartError,
  type StartErrorCode,
  secretOf,
  startServer,
} from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { OPEN_FILES_OF_SERVER, openFilesAllowed } from '../open-files.ts'

/** Arguments of `serve`; what is absent comes from the environment, then from the defaults. */
export interface ServeArguments {
  readonly host: string | undefined
  readonly port: string | undefined
  readonly data: string | undefined
}

/** `hokito serve`: the site and the games, until it is interrupted. */
export async function runServe(args: ServeArguments, io: Io): Promise<ExitCode> {
  const config = configOf(args, io.env)
  warnOfFewFiles(io)
  const server = await start(config)
  io.write(`Hokito is served on ${server.url}\n`)
  io.write(`Online games are kept in ${config.databaseFile}\nCtrl-C stops it.\n`)
  await new Promise<void>((resolve) => {
    if (io.interrupted.aborted) resolve()
    io.interrupted.addEventListener('abort', () => resolve())
  })
  const isInTime = await within(STOP_MS, server.close())
  if (!isInTime) io.writeError('hokito: some connections did not close in time\n')
  return isInTime ? EXIT.ok : EXIT.failed
}

/**
 * The settings of the server by options and environment, for every command that touches its data.
 * @throws UserError that names each setting that cannot be used
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
  throw new UserError(
    config.error.map((fault) => CONFIG_FAULTS[fault.code](fault)).join('\n'),
    EXIT.usage,
  )
}

/** Who has a database, as the subject of a sentence. */
export function nameOfHolder(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process'
  const since = holder.startedAt.slice(0, 'YYYY-MM-DDThh:mm'.length).replace('T', ' ')
  return `process ${holder.pid} (since ${since} UTC)`
}

// --- internal ---

const SITE_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const STOP_MS = 10_000
const ENOUGH_OPEN_FILES = 1024

const FILE_ERRORS: { readonly [code: string]: (folder: string) => string } = {
  EACCES: (folder) => `the folder ${folder} may not be written: ${OTHER_FOLDER}`,
  EPERM: (folder) => `the folder ${folder} may not be written: ${OTHER_FOLDER}`,
  EROFS: (folder) => `the folder ${folder} is on a disk that is read-only: ${OTHER_FOLDER}`,
  ENOSPC: (folder) => `the disk of ${folder} is full: make room, then start again`,
  EDQUOT: (folder) => `the disk of ${folder} is full for this user: make room, then start again`,
  EMFILE: () => TOO_FEW_FILES,
}

const OTHER_FOLDER = 'give this user the right to, or set HOKITO_DATA to another folder'
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

/** Most systems allow thousands; a server that is short of them turns pages away one day. */
function warnOfFewFiles(io: Io): void {
  const allowed = openFilesAllowed()
  if (allowed === undefined || allowed >= ENOUGH_OPEN_FILES) return
  io.writeError(
    `hokito: only ${allowed} files may be open at once here, enough for about ${allowed - OPEN_FILES_OF_SERVER} pages: run \`ulimit -n 65536\` first for more\n`,
  )
}

function sentenceOfStart({ code, cause, holder }: StartError, config: Config): string {
  const sentence = START_ERRORS[code]({ ...config, holder })
  // What the system said helps where it can be one of many things.
  return code === 'databaseUnusable' && cause instanceof Error
    ? `${sentence} (${cause.message})`
    : sentence
}

async function readSecret(config: Config): Promise<string> {
  const secret = await secretOf(config)
  if (secret.ok) return secret.value
  throw new UserError(sentenceOfSecret(secret.error))
}

function sentenceOfSecret({ file, length }: SecretFault): string {
  const state = length === 0 ? 'is empty' : `has only ${length} characters`
  return `${file} ${state}, and needs 32: put back the one you keep with your backups, or delete it, and all players come as new guests`
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error
}

/** Waits for work, but not for ever; says whether it was done in time. */
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

type Circumstances = Config & { readonly holder: Holder | undefined }

const START_ERRORS: { readonly [C in StartErrorCode]: (found: Circumstances) => string } = {
  siteMissing: () => 'the site has not been built yet: run npm run build first',
  portTaken: ({ port }) =>
    `port ${port} is taken by another program: stop that one, or choose another port, as in PORT=${port + 1} npm start`,
  portForbidden: ({ port }) =>
    `this system does not let you use port ${port}: choose one above 1023, as in PORT=3000 npm start`,
  hostUnknown: ({ host }) =>
    `there is no address ${host} on this machine: set HOST to localhost or 0.0.0.0`,
  databaseInUse: ({ databaseFile, holder }) =>
    `${nameOfHolder(holder)} keeps its games in ${databaseFile}: stop it first, or set HOKITO_DATA to another folder`,
  databaseHasTwoNames: ({ databaseFile }) =>
    `${databaseFile} has a second name (a hard link), by which another process could spoil it: copy it to a file of its own`,
  databaseReadOnly: ({ databaseFile }) =>
    `${databaseFile} or its folder may not be written: ${OTHER_FOLDER}`,
  databaseLocked: ({ databaseFile }) =>
    `another program writes to ${databaseFile}: end it, then start again`,
  metricsUnusable: ({ metrics }) =>
    `${metrics?.host}:${metrics?.port} cannot be used for metrics: set HOKITO_METRICS_HOST and HOKITO_METRICS_PORT to an address that is free`,
  databaseUnusable: ({ databaseFile }) =>
    `${databaseFile} cannot be opened as a database: see that it can be read and written, or set HOKITO_DATA to another folder`,
  diskFull: ({ databaseFile }) =>
    `the disk of ${databaseFile} is full: make room, then start again`,
  tooFewFiles: () => TOO_FEW_FILES,
}

const CONFIG_FAULTS: {
  readonly [C in ConfigFault['code']]: (fault: ConfigFault) => string
} = {
  badPort: ({ variable }) => `${variable} is a whole number from 0 to 65535`,
  badUrl: ({ variable }) =>
    `${variable} must be the address that people open, such as https://hokito.example`,
  shortSecret: ({ variable }) =>
    `${variable} must have at least 32 characters; without it one is made and kept with the data`,
  shortToken: ({ variable }) =>
    `${variable} must have at least 32 characters; without it the public cannot read the metrics`,
  badProxies: ({ variable }) =>
    `${variable} must be the number of proxies before the server, from 0 to 10`,
  badLogLevel: ({ variable }) => `${variable} must be silent, error, warn, info or debug`,
  badDatabase: ({ variable }) => `${variable} must be sqlite: and a file, as in sqlite:./hokito.db`,
  postgresNotYet: ({ variable }) =>
    `${variable} names a PostgreSQL database, which this version cannot use yet: leave it out for SQLite`,
}
