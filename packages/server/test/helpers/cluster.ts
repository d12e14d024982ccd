import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A PostgreSQL of its own, which a test can kill. */
export interface Cluster {
  readonly url: string
  /** Ends all its processes at once, as a power cut would, and starts it again. */
  crash(): Promise<void>
  /** Stops it and removes all that it holds. */
  remove(): Promise<void>
}

const ALL_VERSIONS = '/usr/lib/postgresql'

/** Can a test start one: are PostgreSQL's programs there? */
export const CAN_START_CLUSTER: boolean = folderOfPrograms() !== undefined

/** Starts one with an empty database, on a free port. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-cluster-'))
  const run = await runnerIn(folder)
  const port = await freePort()
  const data = join(folder, 'data')
  await run('initdb', [
    '--pgdata',
    data,
    '--username',
    'hokito',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
  ])
  const start = () =>
    run('pg_ctl', [
      ...['start', '--pgdata', data, '--wait', '--log', join(folder, 'log')],
      ...['--options', `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder}`],
    ])
  const stop = () => run('pg_ctl', ['stop', '--pgdata', data, '--mode', 'immediate'])
  await start()
  return {
    url: `postgres://hokito@127.0.0.1:${port}/postgres`,
    crash: async () => {
      await stop()
      await start()
    },
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

// --- internal ---

type Run = (program: string, args: readonly string[]) => Promise<void>

function folderOfPrograms(): string | undefined {
  // Debian has a folder for each version, and puts none of them on the path.
  const all = existsSync(ALL_VERSIONS) ? readdirSync(ALL_VERSIONS) : []
  return all
    .map((version) => join(ALL_VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** Runs PostgreSQL's programs as the user to whom the folder is given. */
async function runnerIn(folder: string): Promise<Run> {
  const programs = folderOfPrograms() ?? ''
  if (userInfo().uid !== 0) {
    return async (program, args) => {
      await promisify(execFile)(join(programs, program), [...args], { cwd: folder })
    }
  }
  const { stdout } = await promisify(execFile)('id', ['-u', 'postgres'])
  await chown(folder, Number(stdout), -1)
  return async (program, args) => {
    const all = ['--user', 'postgres', '--', join(programs, program), ...args]
    await promisify(execFile)('/sbin/runuser', all, { cwd: folder })
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
