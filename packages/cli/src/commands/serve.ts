import { fileURLToPath } from 'node:url'
import { StartError, type StartErrorCode, startServer } from '@hokito/server'
import { readWhole } from '../arguments.ts'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'

/** Arguments of `serve`; what is absent comes from the environment, then from the defaults. */
export interface ServeArguments {
  readonly host: string | undefined
  readonly port: string | undefined
}

/** `hokito serve`: the site, until it is interrupted. */
export async function runServe(args: ServeArguments, io: Io): Promise<ExitCode> {
  // An empty variable says as little as one that is not there.
  const port = readWhole(args.port ?? (io.env.PORT || DEFAULT_PORT), 'PORT', 0, 65_535)
  const host = args.host ?? (io.env.HOST || DEFAULT_HOST)
  const log = (sentence: string) => io.writeError(`${sentence}\n`)
  const options = { host, port, siteFolder: SITE_FOLDER, log }
  const server = await startServer(options).catch((error: unknown) => {
    if (error instanceof StartError) throw new UserError(START_ERRORS[error.code](host, port))
    throw error
  })
  io.write(`Hokito is served on ${server.url}\n`)
  io.write(
    "Games are kept in each player's browser; this server stores nothing. Ctrl-C stops it.\n",
  )
  await new Promise<void>((resolve) => {
    if (io.interrupted.aborted) resolve()
    io.interrupted.addEventListener('abort', () => resolve())
  })
  await server.close()
  return EXIT.ok
}

// --- internal ---

const DEFAULT_PORT = '3000'
const DEFAULT_HOST = 'localhost'
const SITE_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const START_ERRORS: { readonly [C in StartErrorCode]: (host: string, port: number) => string } = {
  siteMissing: () => 'the site has not been built yet: run npm run build first',
  portTaken: (_, port) =>
    `port ${port} is taken by another program: stop that one, or choose another port, as in PORT=${port + 1} npm start`,
  portForbidden: (_, port) =>
    `this system does not let you use port ${port}: choose one above 1023, as in PORT=3000 npm start`,
  hostUnknown: (host) =>
    `there is no address ${host} on this machine: set HOST to localhost or 0.0.0.0`,
}
