import { access } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { buildApp, entryFile } from './app.ts'

/** Where to listen and what to serve. */
export interface ServerOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly siteFolder: string
  /** Told about failures while it runs, a sentence each; silence if absent. */
  readonly log?: (sentence: string) => void
}

/** A running server. */
export interface RunningServer {
  /** The address a person opens. */
  readonly url: string
  /** Stops taking connections and waits for those that are open. */
  close(): Promise<void>
}

/** Why a server cannot start, as something its owner can mend. */
export const START_ERRORS = ['siteMissing', 'portTaken', 'portForbidden', 'hostUnknown'] as const
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
 * Serves the site until it is closed.
 * @throws StartError when the site is not built, or the port or host cannot be used
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, siteFolder, log = () => undefined } = options
  await access(entryFile(siteFolder)).catch((cause: unknown) => {
    throw new StartError('siteMissing', cause)
  })
  const app = await buildApp({ siteFolder, log })
  try {
    await app.listen({ host, port })
  } catch (cause) {
    await app.close()
    throw startErrorOf(cause)
  }
  const address = app.server.address()
  return { url: urlOf(host, address), close: () => app.close() }
}

// --- internal ---

const CODES: ReadonlyMap<unknown, StartErrorCode> = new Map([
  ['EADDRINUSE', 'portTaken'],
  ['EACCES', 'portForbidden'],
  ['ENOTFOUND', 'hostUnknown'],
  ['EAI_AGAIN', 'hostUnknown'],
  ['EADDRNOTAVAIL', 'hostUnknown'],
])

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
