import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Config,
  type ConfigFault,
  readConfig,
  StartError,
  type StartErrorCode,
  secretOf,
  startServer,
} from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'

/** Arguments of `serve`; what is absent comes from the environment, then from the defaults. */
export interface ServeArguments {
  readonly host: string | undefined
  readonly port: string | undefined
  readonly data: string | undefined
}

/** `hokito serve`: the site and the games, until it is interrupted. */
export async function runServe(args: ServeArguments, io: Io): Promise<ExitCode> {
  const config = configOf(args, io.env)
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

// --- internal ---

const SITE_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const STOP_MS = 10_000

async function start(config: Config) {
  const { host, port, databaseFile, dataFolder, publicUrl, proxies, logLevel } = config
  try {
    await mkdir(dirname(databaseFile), { recursive: true })
    const secret = await secretOf(config)
    return await startServer({
      host,
      port,
      siteFolder: SITE_FOLDER,
      databaseFile,
      secret,
      publicUrl,
      proxies,
      logLevel,
    })
  } catch (error) {
    if (error instanceof StartError) throw new UserError(START_ERRORS[error.code](config))
    if (!isFileError(error)) throw error
    throw new UserError(
      `the folder ${dataFolder} cannot be written (${error.code}): set HOKITO_DATA to one that can`,
    )
  }
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

const START_ERRORS: { readonly [C in StartErrorCode]: (config: Config) => string } = {
  siteMissing: () => 'the site has not been built yet: run npm run build first',
  portTaken: ({ port }) =>
    `port ${port} is taken by another program: stop that one, or choose another port, as in PORT=${port + 1} npm start`,
  portForbidden: ({ port }) =>
    `this system does not let you use port ${port}: choose one above 1023, as in PORT=3000 npm start`,
  hostUnknown: ({ host }) =>
    `there is no address ${host} on this machine: set HOST to localhost or 0.0.0.0`,
  databaseUnusable: ({ databaseFile }) =>
    `${databaseFile} cannot be opened as a database: see that it can be read and written, or set HOKITO_DATA to another folder`,
}

const CONFIG_FAULTS: {
  readonly [C in ConfigFault['code']]: (fault: ConfigFault) => string
} = {
  badPort: ({ variable }) => `${variable} is a whole number from 0 to 65535`,
  badUrl: ({ variable }) =>
    `${variable} must be the address that people open, such as https://hokito.example`,
  shortSecret: ({ variable }) =>
    `${variable} must have at least 32 characters; without it one is made and kept with the data`,
  badProxies: ({ variable }) =>
    `${variable} must be the number of proxies before the server, from 0 to 10`,
  badLogLevel: ({ variable }) => `${variable} must be silent, error, warn, info or debug`,
  badDatabase: ({ variable }) => `${variable} must be sqlite: and a file, as in sqlite:./hokito.db`,
  postgresNotYet: ({ variable }) =>
    `${variable} names a PostgreSQL database, which this version cannot use yet: leave it out for SQLite`,
}
