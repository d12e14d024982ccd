// @ts-check
/** A PostgreSQL server of the campaign's own, which it may kill. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.mjs'
import { execute } from './execute.mjs'

export class Postgres {
  port
  #folder
  #atExit = () => this.#ctl(['--mode', 'immediate', 'stop'])

  /**
   * @param {string} folder
   * @param {number} port
   */
  constructor(folder, port) {
    this.#folder = folder
    this.port = port
    // Runs before the folder with its data is removed.
    process.prependOnceListener('exit', this.#atExit)
  }

  /**
   * Starts a new one, with an empty database.
   * @param {string} folder
   */
  static async start(folder) {
    const data = join(folder, 'postgres')
    mkdirSync(data)
    // The user that runs PostgreSQL must be able to enter the folder.
    chmodSync(folder, 0o755)
    if (isRoot) execFileSync('chown', [USER, data])
    await execute(...asUser('initdb', ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8']))
    const postgres = new Postgres(data, await freePort())
    await postgres.begin()
    return postgres
  }

  get database() {
    return 'postgres'
  }

  /**
   * The address of the database through a port on this machine: its own or that of a relay.
   * @param {number} [port]
   */
  url(port = this.port) {
    return `postgres://${USER}@127.0.0.1:${port}/${this.database}`
  }

  /** Starts it on its existing data. */
  async begin() {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100`
    const log = join(this.#folder, 'log')
    await execute(
      ...asUser('pg_ctl', [
        '-D',
        this.#folder,
        '-w',
        '-t',
        '60',
        '-l',
        log,
        '-o',
        options,
        'start',
      ]),
    )
  }

  /** Stops it as a crash would: it writes nothing more and does not notify its clients. */
  async kill() {
    await execute(...asUser('pg_ctl', ['-D', this.#folder, '-w', '-m', 'immediate', 'stop']))
  }

  /** Stops it for good. */
  close() {
    process.off('exit', this.#atExit)
    this.#ctl(['--mode', 'immediate', 'stop'])
  }

  /**
   * Runs several queries on a separate connection; all answers are from the same moment.
   * @param {readonly string[]} texts
   * @returns {Promise<any[][]>}
   */
  async rows(texts) {
    const client = new pg.Client({
      connectionString: this.url(),
      types: { getTypeParser: parserOf },
    })
    await client.connect()
    try {
      await client.query('begin isolation level repeatable read')
      const answers = []
      for (const text of texts) answers.push((await client.query(text)).rows)
      return answers
    } finally {
      await client.end()
    }
  }

  /** @param {readonly string[]} words */
  #ctl(words) {
    const [name, args] = asUser('pg_ctl', ['-D', this.#folder, '-w', ...words])
    spawnSync(name, args, { stdio: 'ignore', cwd: '/' })
  }
}

// --- internal ---

const USER = 'postgres'
const isRoot = process.getuid?.() === 0
const INT8 = 20

/** @type {import('pg').CustomTypesConfig['getTypeParser']} */
function parserOf(oid, ...rest) {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, ...rest)
}

/**
 * The command for a PostgreSQL program, which refuses to run as root.
 * @param {string} name
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function asUser(name, args) {
  const program = join(binaries(), name)
  return isRoot ? ['runuser', ['-u', USER, '--', program, ...args]] : [program, args]
}

/** Debian keeps them out of PATH, in a folder for each version. */
function binaries() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Number.isInteger) : []
  const newest = Math.max(...versions)
  if (Number.isFinite(newest)) return join(root, String(newest), 'bin')
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (status !== 0) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return stdout.trim()
}
