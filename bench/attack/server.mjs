// @ts-check
/**
 * The server of any checkout, in a process of its own, on data of its own, with its default limits.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {{
 *   checkout: string,
 *   data: string,
 *   port?: string,
 *   heapMb?: number,
 *   descriptors?: number | undefined,
 *   env?: Record<string, string>,
 * }} ServerOptions `descriptors`: the most files and sockets that it may have open
 */

/** A folder that is removed when this process ends. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hokito-attack-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Runs `hokito` of a checkout.
 * @param {Pick<ServerOptions, 'checkout' | 'data' | 'heapMb' | 'descriptors' | 'env'>} options
 * @param {readonly string[]} words
 */
export function hokito({ checkout, data, heapMb = HEAP_MB, descriptors, env = {} }, words) {
  const command = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    join(checkout, 'packages', 'cli', 'bin', 'hokito.mjs'),
    ...words,
  ]
  const bounded = ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', ...command]
  const [name = '', ...args] = descriptors === undefined ? command : bounded
  return spawn(name, args, {
    cwd: data,
    env: { ...process.env, LOG_LEVEL: 'error', ...env, HOST: '127.0.0.1', HOKITO_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A running server, its output, and its resource use. */
export class Server {
  /** The latest part of its standard error. */
  errors = ''
  /** How many lines it logged as errors. */
  errorCount = 0
  #child
  #isStopping = false
  #peakMb = 0
  /** @type {NodeJS.Timeout} */
  #sampling
  #kill = () => void this.#child.kill('SIGKILL')

  /**
   * @param {ServerOptions} options
   * @param {ReturnType<typeof hokito>} child
   * @param {string} url
   */
  constructor(options, child, url) {
    this.options = options
    this.url = url
    this.#child = child
    child.stderr.on('data', (part) => {
      this.errors = (this.errors + part).slice(-ERRORS_KEPT)
      this.errorCount += String(part).split('"level":50').length - 1
    })
    this.#sampling = setInterval(() => this.memoryMb(), SAMPLE_MS)
    this.#sampling.unref()
    process.once('exit', this.#kill)
  }

  /**
   * Starts a server.
   * @param {ServerOptions} options
   * @returns {Promise<Server>}
   * @throws Error with the server's output if it does not start
   */
  static async start(options) {
    const child = hokito({ ...options, env: { ...options.env, PORT: options.port ?? '0' } }, [
      'serve',
    ])
    let said = ''
    child.stderr.on('data', (part) => {
      said += part
    })
    const url = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        reject(new Error(`did not start in ${START_MS / 1000} s: ${said}`))
      }, START_MS)
      let out = ''
      child.stdout.on('data', (part) => {
        out += part
        const [, found] = /served on (http\S+)/.exec(out) ?? []
        if (found === undefined) return
        clearTimeout(timer)
        resolve(found)
      })
      child.once('exit', (code, signal) => {
        clearTimeout(timer)
        reject(new Error(`did not start (${code ?? signal}): ${said.trim().slice(0, 300)}`))
      })
    })
    return new Server(options, child, url)
  }

  /** Did it end by itself? */
  get hasCrashed() {
    return !this.#isStopping && !this.#isRunning
  }

  /** Its memory at the moment, in megabytes. */
  memoryMb() {
    const now = this.#isRunning ? residentMb(this.#child.pid ?? 0) : 0
    this.#peakMb = Math.max(this.#peakMb, now)
    return now
  }

  /** The most memory since the last call, in megabytes. */
  takePeakMb() {
    const peak = Math.max(this.#peakMb, this.memoryMb())
    this.#peakMb = 0
    return peak
  }

  /** @param {NodeJS.Signals} name */
  signal(name) {
    this.#child.kill(name)
  }

  /**
   * Ends it, by default without warning.
   * @param {NodeJS.Signals} [name]
   */
  async stop(name = 'SIGKILL') {
    this.#isStopping = true
    clearInterval(this.#sampling)
    process.off('exit', this.#kill)
    if (!this.#isRunning) return
    const exit = once(this.#child, 'exit')
    this.#child.kill(name)
    await exit
  }

  /**
   * Starts another server on the same data and port, after this one has ended.
   * @returns {Promise<Server>}
   */
  async again() {
    await this.stop()
    return Server.start({ ...this.options, port: new URL(this.url).port })
  }

  get #isRunning() {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }
}

// --- internal ---

const HEAP_MB = 512
const START_MS = 120_000
const SAMPLE_MS = 250
const ERRORS_KEPT = 4000

/**
 * Resident memory in megabytes; 0 on systems that do not report it.
 * @param {number} pid
 */
function residentMb(pid) {
  try {
    const [, kilobytes = '0'] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}
