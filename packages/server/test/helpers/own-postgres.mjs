// @ts-check
/** A PostgreSQL only for tests or a campaign, from the programs of this machine. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.mjs'

/**
 * @typedef {object} OwnPostgres
 * @property {string} url
 * @property {() => Promise<void>} start on its existing data
 * @property {() => Promise<void>} stop kills all its processes, like a power cut
 * @property {() => void} stopNow the same, also while this process exits
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
 * @param {{ readonly isDurable: boolean, readonly within?: string }} options `isDurable`: commits
 *   survive a crash; `within`: the folder for its own
 * @returns {Promise<OwnPostgres>}
 */
export async function startPostgres({ isDurable, within = fastFolder() }) {
  const folder = await mkdtemp(join(within, 'hokito-postgres-'))
  const command = await commandIn(folder)
  const run = async (/** @type {string} */ program, /** @type {readonly string[]} */ args) => {
    await promisify(execFile)(...command(program, args), { cwd: folder })
  }
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
  const stopping = ['stop', '--pgdata', data, '--mode', 'immediate']
  const stop = () => run('pg_ctl', stopping)
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
    start,
    stop,
    stopNow: () => void spawnSync(...command('pg_ctl', stopping), { cwd: folder }),
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

/**
 * The commands that run PostgreSQL's programs; if this process is root, as another user, who owns
 * the folder.
 * @param {string} folder
 */
async function commandIn(folder) {
  if (PROGRAMS === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  const programs = PROGRAMS
  const isRoot = userInfo().uid === 0
  if (isRoot) {
    const { stdout } = await promisify(execFile)('id', ['-u', 'postgres'])
    await chown(folder, Number(stdout), -1)
  }
  /**
   * @param {string} program
   * @param {readonly string[]} args
   * @returns {[string, string[]]}
   */
  return (program, args) => {
    const command = [join(programs, program), ...args]
    const asUser = ['--user', 'postgres', '--', ...command]
    return isRoot ? ['/sbin/runuser', asUser] : [command[0] ?? '', command.slice(1)]
  }
}
