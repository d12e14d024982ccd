import { type Position, parseDeal, start, withEndRule } from '@hokito/rules'
import type { Engine } from '../engine.ts'
import { answerTo, description, introduction, shortened } from './answers.ts'
import {
  DEFAULTS,
  type GoCommand,
  parseGoArguments,
  parseOptionArguments,
  parsePositionArguments,
  type UgiOptions,
} from './arguments.ts'
import { perform } from './perform.ts'

/** What a session needs from outside. */
export interface UgiSessionDependencies {
  readonly engine: Engine
  /** Takes one line of output, without its line break. */
  readonly write: (line: string) => void
  /** What `id name` says. */
  readonly name: string
}

/** A conversation in UGI; docs/notation.md lists its commands. */
export interface UgiSession {
  /** Takes one line of input. It answers at once; what takes long is written when it is there. */
  handle(line: string): void
  /** The input has ended: a search with limits of its own is finished, any other is stopped. */
  end(): void
  /** Settles after `quit` or the end of input, when everything has been written. */
  readonly finished: Promise<void>
}

/**
 * Starts a session. It never fails on account of its input: what it does not understand gets one line
 * `error …` and changes nothing. `go` during a search is such an error; everything else works meanwhile.
 */
export function createUgiSession(dependencies: UgiSessionDependencies): UgiSession {
  return new Session(dependencies)
}

// --- internal ---

interface Running {
  readonly stopped: AbortController
  /** Does it end by itself? */
  readonly isBounded: boolean
  readonly done: Promise<void>
}

class Session implements UgiSession {
  readonly finished: Promise<void>
  readonly #engine: Engine
  readonly #write: (line: string) => void
  readonly #name: string
  #options: UgiOptions = DEFAULTS
  #position = firstPosition()
  #running: Running | undefined
  #isQuitting = false
  #finish: () => void = () => undefined

  /** Commands that are followed by words. */
  readonly #longCommands: ReadonlyMap<string, (words: readonly string[]) => void> = new Map([
    ['position', (words) => this.#setPosition(words)],
    ['go', (words) => this.#go(words)],
    ['setoption', (words) => this.#setOption(words)],
    ['query', (words) => this.#write(answerTo(words, this.#position))],
  ])

  /** Commands that stand alone. */
  readonly #bareCommands: ReadonlyMap<string, () => void> = new Map([
    ['ugi', () => this.#writeAll(introduction(this.#name))],
    ['isready', () => this.#write('readyok')],
    [
      'uginewgame',
      () => void this.#engine.newGame().catch((error: unknown) => this.#report(error)),
    ],
    ['d', () => this.#writeAll(description(this.#position))],
    ['stop', () => this.#running?.stopped.abort()],
    ['quit', () => this.#quit()],
  ])

  constructor({ engine, write, name }: UgiSessionDependencies) {
    this.#engine = engine
    this.#write = write
    this.#name = name
    this.finished = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  handle(line: string): void {
    const [command, ...words] = line.split(/\s+/).filter((word) => word !== '')
    if (command !== undefined && !this.#isQuitting) this.#run(command, words)
  }

  end(): void {
    if (this.#running?.isBounded === false) this.#running.stopped.abort()
    void (this.#running?.done ?? Promise.resolve()).then(this.#finish)
  }

  #run(command: string, words: readonly string[]): void {
    const takeWords = this.#longCommands.get(command)
    if (takeWords !== undefined) return takeWords(words)
    const act = this.#bareCommands.get(command)
    if (act === undefined) return this.#write(`error unknown command ${shortened(command)}`)
    const [extra] = words
    if (extra !== undefined) {
      return this.#write(`error unexpected ${shortened(extra)} after ${command}`)
    }
    act()
  }

  #go(words: readonly string[]): void {
    if (this.#running !== undefined) {
      return this.#write('error a search is running; stop it first')
    }
    const command = parseGoArguments(words, this.#position, this.#options)
    if (!command.ok) return this.#write(`error ${command.error}`)
    const stopped = new AbortController()
    const isBounded = command.value.kind === 'search' && !command.value.isInfinite
    const done = this.#perform(command.value, stopped.signal).finally(() => {
      this.#running = undefined
    })
    this.#running = { stopped, isBounded, done }
  }

  /** Does what takes long. Nothing is written any more once the session has been quit. */
  async #perform(command: GoCommand, signal: AbortSignal): Promise<void> {
    const write = (line: string) => {
      if (!this.#isQuitting) this.#write(line)
    }
    const task = { engine: this.#engine, position: this.#position, signal, write }
    try {
      await perform(command, { ...task, hasLines: this.#options.MultiPV > 1 })
    } catch (error) {
      if (!this.#isQuitting) this.#report(error)
    }
  }

  #setOption(words: readonly string[]): void {
    const before = this.#options
    const changed = parseOptionArguments(words, before)
    if (!changed.ok) return this.#write(`error ${changed.error}`)
    const { Hash, Threads } = changed.value
    if (Hash !== before.Hash || Threads !== before.Threads) {
      const settings = { hashMiB: Hash, threads: Threads }
      this.#engine.configure(settings).catch((error: unknown) => this.#report(error))
    }
    this.#options = changed.value
    this.#position = withEndRule(this.#position, changed.value.EndRule)
  }

  #setPosition(words: readonly string[]): void {
    const set = parsePositionArguments(words, this.#options.EndRule)
    if (set.ok) this.#position = set.value
    else this.#write(`error ${set.error}`)
  }

  #report(error: unknown): void {
    this.#write(`error ${error instanceof Error ? error.message : String(error)}`)
  }

  #writeAll(lines: readonly string[]): void {
    for (const line of lines) this.#write(line)
  }

  #quit(): void {
    this.#isQuitting = true
    this.#running?.stopped.abort()
    this.#finish()
  }
}

/** Before any `position` the deal with number 0 on both sides is set up. */
function firstPosition(): Position {
  const deal = parseDeal('0.0')
  if (!deal.ok) throw new Error('0.0 is a deal')
  return start(deal.value, DEFAULTS.EndRule)
}
