// @ts-check
/**
 * A Redis server of the campaign's own, which it may kill. It stores nothing, so it is empty after
 * each start.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { freePort } from '../../packages/server/test/helpers/free-port.mjs'
import { comesTrue } from '../attack/wait.mjs'

export class Redis {
  port
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child
  #atExit = () => void this.#child?.kill('SIGKILL')

  /** @param {number} port */
  constructor(port) {
    this.port = port
    process.prependOnceListener('exit', this.#atExit)
  }

  /** Starts a new one. */
  static async start() {
    const redis = new Redis(await freePort())
    await redis.begin()
    return redis
  }

  /**
   * Its address through a port on this machine: its own or that of a relay.
   * @param {number} [port]
   */
  url(port = this.port) {
    return `redis://127.0.0.1:${port}`
  }

  async begin() {
    const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    this.#child = spawn('redis-server', ['--port', String(this.port), ...settings], {
      cwd: '/tmp',
      stdio: 'ignore',
    })
    const failed = once(this.#child, 'error').then(([error]) => {
      throw new Error('Redis is not installed: apt-get install redis-server', { cause: error })
    })
    const answers = comesTrue(() => isOpen(this.port), START_MS)
    if (!(await Promise.race([answers, failed]))) throw new Error('Redis did not start')
  }

  async kill() {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  /** Stops it for good. */
  async close() {
    process.off('exit', this.#atExit)
    await this.kill()
  }
}

// --- internal ---

const START_MS = 10_000

/**
 * Does anything listen on this port?
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isOpen(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    const say = (/** @type {boolean} */ answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => say(true))
    socket.once('error', () => say(false))
  })
}
