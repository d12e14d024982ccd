// @ts-check
/** The built server in its own process, for tests and benches. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {Partial<import('@hokito/server').ServerOptions>} Options */

/** Debian's library that shows a process another wall clock; its path differs by architecture. */
export const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file))

/**
 * The environment of a process whose wall clock is set by a file. Without {@link FAKETIME} it has
 * the real one.
 * @param {string} file see {@link wallText}
 * @returns {Record<string, string>}
 */
export function wallFrom(file) {
  if (FAKETIME === undefined) return {}
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

/**
 * What such a file says for a clock ahead of the real one, or behind it if negative.
 * @param {number} seconds
 */
export function wallText(seconds) {
  return `${seconds < 0 ? '' : '+'}${seconds}\n`
}

/** A server that can be stopped, killed and shown another wall clock. */
export class ServerProcess {
  url = ''
  #options
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child

  /**
   * @param {string} folder
   * @param {Options} options
   */
  constructor(folder, options) {
    this.folder = folder
    this.#options = options
  }

  /**
   * In a new folder without data; it is not running yet.
   * @param {Options} [options]
   */
  static async prepare(options = {}) {
    const made = new ServerProcess(await mkdtemp(join(tmpdir(), 'hokito-process-')), options)
    await mkdir(join(made.folder, 'site'))
    await writeFile(join(made.folder, 'site', 'index.html'), '<!doctype html>')
    await made.setWall(0)
    return made
  }

  get databaseFile() {
    return join(this.folder, 'hokito.db')
  }

  /** Resolves when it listens, at its previous address if there was one. */
  async start() {
    const port = this.url === '' ? '0' : new URL(this.url).port
    const child = fork(SERVER, [this.folder, port, JSON.stringify(this.#options)], {
      execArgv: [],
      env: { ...process.env, ...wallFrom(this.#wallFile) },
    })
    this.#child = child
    const [url] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (typeof url !== 'string') throw new Error(`the server ended with ${url}`)
    this.url = url
  }

  /**
   * Sets its wall clock ahead of the real one; behind it if negative. Needs {@link FAKETIME}.
   * @param {number} aheadMs
   */
  async setWall(aheadMs) {
    if (FAKETIME === undefined && aheadMs !== 0) throw new Error('faketime is not installed')
    await writeFile(this.#wallFile, wallText(aheadMs / 1000))
  }

  /**
   * Pauses the process for a while in the middle of its work, like a sleeping machine.
   * @param {number} ms
   */
  async freeze(ms) {
    this.#child?.kill('SIGSTOP')
    await wait(ms)
    this.#child?.kill('SIGCONT')
  }

  async kill() {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  /** Kills it and removes its folder. */
  async close() {
    await this.kill()
    await rm(this.folder, { recursive: true })
  }

  get #wallFile() {
    return join(this.folder, 'wall')
  }
}

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

// --- internal ---

const SERVER = fileURLToPath(new URL('killable-server.mjs', import.meta.url))
