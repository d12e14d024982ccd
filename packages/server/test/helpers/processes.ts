import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Holder, ServerOptions } from '../../src/index.ts'

/** A process's report of its start: its address, or why it failed. */
export interface Started {
  readonly url?: string
  readonly code?: string
  readonly holder?: Holder
}

/** A server in its own process, or a process that failed to start one. */
export interface ServerProcess extends Started {
  readonly child: ChildProcess
  /** Everything on standard error so far. */
  log(): string
  /** Sends a message and returns the answer; see `start.mjs`. */
  ask(message: 'again' | 'forget' | 'stop' | Partial<ServerOptions>): Promise<Started>
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** The result of a command of the command line. */
export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** A new folder with a site in `site` and an empty `data`. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-process-'))
  for (const name of ['site', 'data']) await mkdir(join(folder, name))
  await writeFile(
    join(folder, 'site', 'index.html'),
    '<!doctype html><html><head><title>site</title></head><body></body></html>',
  )
  return folder
}

/** By default a free port and the folder's database. */
export function optionsIn(
  folder: string,
  options: Partial<ServerOptions> = {},
): Partial<ServerOptions> {
  return {
    host: '127.0.0.1',
    port: 0,
    siteFolder: join(folder, 'site'),
    databaseFile: join(folder, 'data', 'hokito.db'),
    secret: 's'.repeat(32),
    logLevel: 'error',
    limits: LIFTED,
    ...options,
  }
}

/** Starts a server in its own process, by default on a free port and the folder's database. */
export async function startProcess(
  folder: string,
  options: Partial<ServerOptions> = {},
  { execArgv = [], ...run }: { execArgv?: readonly string[]; execPath?: string } = {},
): Promise<ServerProcess> {
  const child = fork(START, [JSON.stringify(optionsIn(folder, options))], {
    ...run,
    execArgv: [...execArgv],
    silent: true,
  })
  let log = ''
  child.stderr?.on('data', (piece) => {
    log += String(piece)
  })
  const [started]: Started[] = await Promise.race([
    once(child, 'message') as Promise<Started[]>,
    once(child, 'exit').then(() => [{ code: `died: ${log}` }]),
  ])
  return {
    ...started,
    child,
    log: () => log,
    ask: async (message) => {
      child.send(message)
      const [answer] = (await once(child, 'message')) as Started[]
      return answer ?? {}
    },
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

/** Runs `hokito` as people do, until it ends. */
export async function runHokito(args: readonly string[], options: SpawnOptions = {}): Promise<Ran> {
  const child = spawnHokito(args, options)
  const ran = { out: '', error: '' }
  child.stdout?.on('data', (piece) => {
    ran.out += String(piece)
  })
  child.stderr?.on('data', (piece) => {
    ran.error += String(piece)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...ran }
}

/**
 * Starts `hokito`; the tests' own environment does not tell it where its data are.
 * @param through the words of a command that runs the one after them
 */
export function spawnHokito(
  args: readonly string[],
  options: SpawnOptions = {},
  through: readonly string[] = [],
): ChildProcess {
  const { HOKITO_DATA, DATABASE_URL, HOKITO_SECRET, ...inherited } = process.env
  const env = { ...inherited, PORT: '0', HOST: '127.0.0.1', ...options.env }
  const [command = '', ...rest] = [...through, process.execPath, HOKITO, ...args]
  return spawn(command, rest, { ...options, env })
}

// --- internal ---

const START = fileURLToPath(new URL('start.mjs', import.meta.url))
const HOKITO = fileURLToPath(new URL('../../../cli/bin/hokito.mjs', import.meta.url))

const LIFTED = {
  guestsPerMinute: 10_000,
  guestsPerDay: 10_000,
  requestsPerMinute: 10_000,
  connectionsPerAddress: 10_000,
  burst: 1000,
  perSecond: 1000,
}
