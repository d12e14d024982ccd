import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServerOptions } from '../../src/index.ts'

/** Debian's library that shows a process another wall clock; its path differs by architecture. */
export const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file))

/**
 * The built server in its own process, which can be stopped, killed and shown another wall clock.
 */
export class ServerProcess {
  readonly folder: string
  url = ''
  readonly #options: Partial<ServerOptions>
  #child: ChildProcess | undefined

  private constructor(folder: string, options: Partial<ServerOptions>) {
    this.folder = folder
    this.#options = options
  }

  /** In a new folder without data; it is not running yet. */
  static async prepare(options: Partial<ServerOptions> = {}): Promise<ServerProcess> {
    const made = new ServerProcess(await mkdtemp(join(tmpdir(), 'hokito-process-')), options)
    await mkdir(join(made.folder, 'site'))
    await writeFile(join(made.folder, 'site', 'index.html'), '<!doctype html>')
    await made.setWall(0)
    return made
  }

  get databaseFile(): string {
    return join(this.folder, 'hokito.db')
  }

  /** Resolves when it listens, at its previous address if there was one. */
  async start(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port
    const child = fork(SERVER, [this.folder, port, JSON.stringify(this.#options)], {
      execArgv: [],
      env: this.#environment(),
    })
    this.#child = child
    const started = await Promise.race([once(child, 'message'), once(child, 'exit')])
    const [url] = started
    if (typeof url !== 'string') throw new Error(`the server ended with ${url}`)
    this.url = url
  }

  /** Sets its wall clock ahead of the real one; behind it if negative. Needs {@link FAKETIME}. */
  async setWall(aheadMs: number): Promise<void> {
    if (FAKETIME === undefined && aheadMs !== 0) throw new Error('faketime is not installed')
    const seconds = aheadMs / 1000
    await writeFile(this.#wallFile, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  }

  /** Pauses the process for a while in the middle of its work, like a sleeping machine. */
  async freeze(ms: number): Promise<void> {
    this.#child?.kill('SIGSTOP')
    await wait(ms)
    this.#child?.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  /** Kills it and removes its folder. */
  async close(): Promise<void> {
    await this.kill()
    await rm(this.folder, { recursive: true })
  }

  get #wallFile(): string {
    return join(this.folder, 'wall')
  }

  #environment(): NodeJS.ProcessEnv {
    if (FAKETIME === undefined) return process.env
    return {
      ...process.env,
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: this.#wallFile,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
  }
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

// --- internal ---

const SERVER = fileURLToPath(new URL('killable-server.mjs', import.meta.url))
