// @ts-check
/** A PostgreSQL server of the campaign's own, which it may kill. */
import { chmodSync } from 'node:fs'
import pg from 'pg'
import { startPostgres } from '../../packages/server/test/helpers/own-postgres.mjs'

/** @typedef {import('../../packages/server/test/helpers/own-postgres.mjs').OwnPostgres} OwnPostgres */

export class Postgres {
  #own
  #atExit = () => this.#own.stopNow()

  /** @param {OwnPostgres} own */
  constructor(own) {
    this.#own = own
    // Runs before the folder with its data is removed.
    process.prependOnceListener('exit', this.#atExit)
  }

  /**
   * Starts a new one, with an empty database.
   * @param {string} folder
   */
  static async start(folder) {
    // The user that runs PostgreSQL must be able to enter the folder.
    chmodSync(folder, 0o755)
    return new Postgres(await startPostgres({ isDurable: true, within: folder }))
  }

  get port() {
    return Number(new URL(this.#own.url).port)
  }

  /**
   * The address of the database through a port on this machine: its own or that of a relay.
   * @param {number} [port]
   */
  url(port = this.port) {
    const url = new URL(this.#own.url)
    url.port = String(port)
    return url.href
  }

  /** Starts it on its existing data. */
  begin() {
    return this.#own.start()
  }

  /** Stops it as a crash would: it writes nothing more and does not notify its clients. */
  kill() {
    return this.#own.stop()
  }

  /** Stops it for good. */
  close() {
    process.off('exit', this.#atExit)
    this.#own.stopNow()
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
}

// --- internal ---

const INT8 = 20

/** @type {import('pg').CustomTypesConfig['getTypeParser']} */
function parserOf(oid, ...rest) {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, ...rest)
}
