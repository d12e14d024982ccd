// @ts-check
/** A PostgreSQL only for the tests, from the programs of this machine. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * @typedef {object} OwnPostgres
 * @property {string} url
 * @property {() => Promise<void>} crash kills all its processes, like a power cut; then restarts it
 * @property {() => Promise<void>} remove stops it and deletes its data
 */

const ALL_VERSIONS = '/usr/lib/postgresql'

/** Debian has a folder for each version, and none of them is on the path. */
const PROGRAMS = (existsSync(ALL_VERSIONS) ? readdirSync(ALL_VERSIONS) : [])
  .map((version) => join(ALL_VERSIONS, version, 'bin'))
  .find((folder) => existsSync(join(folder, 'initdb')))

/** Are PostgreSQL's programs installed? */
export const HAS_POSTGRES = PROGRAMS !== undefined

/** Commits without waiting for the disk: the tests are about the server, not about the disk. */
const VOLATILE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Starts one with an empty database, on a free port of this machine.
 * @param {{ readonly isDurable: boolean }} options `isDurable`: commits survive a crash
 * @returns {Promise<OwnPostgres>}
 */
export async function startPostgres({ isDurable }) {
  const folder = await mkdtemp(join(fastFolder(), 'hokito-postgres-'))
  const run = await runnerIn(folder)
  const port = await freePort()
  const data = join(folder, 'data')
  const settings = [
    'listen_addresses=127.0.0.1',
    'max_connections=400',
    ...(isDurable ? [] : VOLATILE),
  ]
  const options = [`-p ${port} -k ${folder}`, ...settings.map((setting) => `-c ${setting}`)].join(
    ' ',
  )
  const start = () =>
    run('pg_ctl', [
      'start',
      '--pgdata',
      data,
      '--wait',
      '--log',
      join(folder, 'log'),
      '--options',
      options,
    ])
  const stop = () => run('pg_ctl', ['stop', '--pgdata', data, '--mode', 'immediate'])
  await run('initdb', [
    '--pgdata',
    data,
    '--username',
    'hokito',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--no-sync',
  ])
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

/**
 * The folder for temporary data of tests: in memory if there is room, so that they do not wait for
 * a disk.
 * @returns {string}
 */
export function fastFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > NEEDED_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    // Not every system has one.
    return tmpdir()
  }
}

// --- internal ---

const IN_MEMORY = '/dev/shm'
/** Twice the size of the databases of all tests that run at the same time. */
const NEEDED_BYTES = 2e9

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/**
 * Runs PostgreSQL's programs; if this process is root, as another user, who owns the folder.
 * @param {string} folder
 */
async function runnerIn(folder) {
  const programs = PROGRAMS ?? ''
  const isRoot = userInfo().uid === 0
  if (isRoot) {
    const { stdout } = await promisify(execFile)('id', ['-u', 'postgres'])
    await chown(folder, Number(stdout), -1)
  }
  /**
   * @param {string} program
   * @param {readonly string[]} args
   */
  return async (program, args) => {
    const command = [join(programs, program), ...args]
    const [file = '', ...rest] = isRoot
      ? ['/sbin/runuser', '--user', 'postgres', '--', ...command]
      : command
    await promisify(execFile)(file, rest, { cwd: folder })
  }
}
