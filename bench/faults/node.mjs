// @ts-check
/**
 * One node in a process of its own, with its own connections to PostgreSQL and Redis and its own
 * wall clock.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../packages/server/test/helpers/free-port.mjs'
import { wallFrom, wallText } from '../../packages/server/test/helpers/server-process.mjs'
import { wait } from '../attack/wait.mjs'
import { Relay } from './relay.mjs'

/**
 * @typedef {{
 *   name: string,
 *   folder: string,
 *   siteFolder: string,
 *   broken: string | undefined,
 *   postgres: import('./postgres.mjs').Postgres,
 *   redis: import('./redis.mjs').Redis,
 * }} Setting
 */

export class Node {
  name
  url
  postgres
  redis
  /** How often it ended by itself. */
  crashes = 0
  /** How often it did not end properly when asked to. */
  badEnds = 0
  #setting
  /** @type {string | undefined} */
  #change
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child
  /** Should it run? */
  #isWanted = false
  /** @type {Promise<void> | undefined} */
  #beginning
  /** @type {WeakSet<import('node:child_process').ChildProcess>} */
  #killed = new WeakSet()
  #logged = 0
  #atExit = () => void this.#child?.kill('SIGKILL')

  /**
   * @param {Setting} setting
   * @param {number} port
   * @param {{ postgres: Relay, redis: Relay }} lines
   */
  constructor(setting, port, { postgres, redis }) {
    this.name = setting.name
    this.url = `http://127.0.0.1:${port}`
    this.postgres = postgres
    this.redis = redis
    this.#setting = setting
    this.#change = setting.broken
    process.prependOnceListener('exit', this.#atExit)
  }

  /** @param {Setting} setting */
  static async start(setting) {
    const lines = {
      postgres: await Relay.open(setting.postgres.port),
      redis: await Relay.open(setting.redis.port),
    }
    mkdirSync(join(setting.folder, setting.name))
    const node = new Node(setting, await freePort(), lines)
    node.skew(0)
    await node.begin()
    return node
  }

  /**
   * Runs it, unless it already runs. If it does not start, tries again and again until it is
   * killed. Resolves when it runs. Faults may overlap, so several may want it to run again.
   */
  begin() {
    this.#isWanted = true
    this.#beginning ??= this.#spawnUntilUp().finally(() => {
      this.#beginning = undefined
    })
    return this.#beginning
  }

  async kill() {
    this.#isWanted = false
    const child = this.#child
    if (child !== undefined && isRunning(child)) {
      const exit = once(child, 'exit')
      this.#killed.add(child)
      child.kill('SIGKILL')
      await exit
    }
    await this.#beginning
  }

  /**
   * Stops it as systemd and containers do.
   * @param {string} [change] the change it gets when it starts again
   */
  async end(change) {
    this.#isWanted = false
    const child = this.#child
    this.#change = change ?? this.#change
    if (child === undefined || !isRunning(child)) return
    const exit = once(child, 'exit')
    this.#killed.add(child)
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
    const [code] = await exit
    clearTimeout(timer)
    if (code !== 0) this.badEnds++
  }

  stop() {
    this.#child?.kill('SIGSTOP')
  }

  resume() {
    this.#child?.kill('SIGCONT')
  }

  /**
   * Sets its wall clock ahead of the real one, or behind it if negative.
   * @param {number} seconds
   */
  skew(seconds) {
    writeFileSync(this.#clockFile, wallText(seconds))
  }

  /** Its own readiness report; undefined if it does not answer. */
  async readiness() {
    try {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
      return JSON.stringify(await answer.json())
    } catch {
      // The node is down, which is a valid answer.
      return undefined
    }
  }

  /** Stops it for good. */
  async close() {
    process.off('exit', this.#atExit)
    await this.kill()
    await this.postgres.close()
    await this.redis.close()
  }

  get #clockFile() {
    return join(this.#setting.folder, this.name, 'clock')
  }

  async #spawnUntilUp() {
    while (this.#isWanted && !(this.#child && isRunning(this.#child))) {
      if (!(await this.#spawn())) await wait(RETRY_MS)
    }
  }

  /** @returns {Promise<boolean>} whether it runs */
  async #spawn() {
    const { siteFolder } = this.#setting
    const change = this.#change
    const child = fork(SERVE, change === undefined ? [siteFolder] : [siteFolder, change], {
      execArgv: ['--max-old-space-size=256'],
      env: this.#environment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    child.stderr?.on('data', (part) => this.#log(part))
    const exit = once(child, 'exit')
    const isUp = await Promise.race([
      once(child, 'message').then(() => true),
      exit.then(() => false),
    ])
    if (isUp) void exit.then(() => this.#end(child))
    return isUp
  }

  /** @param {import('node:child_process').ChildProcess} child */
  #end(child) {
    if (!this.#killed.has(child)) {
      this.crashes++
      this.#log(`${this.name} has ended by itself\n`)
    }
    if (this.#isWanted) void this.begin()
  }

  /** @param {string | Buffer} text */
  #log(text) {
    if (this.#logged > MOST_LOGGED) return
    this.#logged += text.length
    appendFileSync(join(this.#setting.folder, `${this.name}.log`), text)
  }

  #environment() {
    const { folder, postgres, redis } = this.#setting
    return {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: new URL(this.url).port,
      HOKITO_DATA: join(folder, this.name),
      DATABASE_URL: postgres.url(this.postgres.port),
      REDIS_URL: redis.url(this.redis.port),
      HOKITO_SECRET: 's'.repeat(32),
      LOG_LEVEL: 'warn',
      ...wallFrom(this.#clockFile),
    }
  }
}

// --- internal ---

const SERVE = fileURLToPath(new URL('serve.mjs', import.meta.url))
const RETRY_MS = 200
/** The least time that systemd and containers wait. */
const END_MS = 10_000
const PATIENCE_MS = 3000
const MOST_LOGGED = 10_000_000

/** @param {import('node:child_process').ChildProcess} child */
function isRunning({ exitCode, signalCode }) {
  return exitCode === null && signalCode === null
}
