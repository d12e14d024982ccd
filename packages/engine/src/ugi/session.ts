import { type Position, parseDeal, start, withCompensation, withEndRule } from '@hokito/rules'
import type { Engine, EngineSettings } from '../engine.ts'
import { answerTo, description, introduction } from './answers.ts'
import {
  DEFAULTS,
  isBounded,
  parseGoArguments,
  parseOptionArguments,
  parsePositionArguments,
  shortened,
  type UgiOptions,
} from './arguments.ts'
import { perform } from './perform.ts'

/** The dependencies of a session. */
export interface UgiSessionDependencies {
  readonly engine: Engine
  /** Takes one line of output, without its line break. */
  readonly write: (line: string) => void
  /** The name that `id name` reports. */
  readonly name: string
}

/** A conversation in UGI; docs/notation.md lists its commands. */
export interface UgiSession {
  /**
   * Takes one line of input and returns immediately; results of long work are written when they are
   * ready.
   */
  handle(line: string): void
  /**
   * Settles when another line may come: immediately, unless very many commands wait for the engine.
   */
  room(): Promise<void>
  /**
   * The input has ended: work that ends by itself is finished, and a search without limits is
   * stopped.
   */
  end(): void
  /** Settles after `quit` or the end of input, when all output has been written. */
  readonly finished: Promise<void>
}

/**
 * Starts a session. Its input never makes it fail: an invalid line gets one line `error …` and
 * changes nothing.
 *
 * Commands take effect in the order of their lines. A `go` uses the position and options set before
 * it, begins when all earlier work is done, and gets exactly one answer, whatever stops it.
 */
export function createUgiSession(dependencies: UgiSessionDependencies): UgiSession {
  return new Session(dependencies)
}

// --- internal ---

/**
 * The most commands that wait for the engine. A script of any length can be piped in, because
 * `room` holds it back. `quit` still ends a session immediately: a search that is stopped before it
 * begins takes a fraction of a millisecond.
 */
const MOST_TASKS = 1000

/** Work for the engine: it is running, or waits for its turn. */
interface Task {
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
  #options: Omit<UgiOptions, 'Hash' | 'Threads'> = DEFAULTS
  /** What the engine really has: it may have refused what was requested. */
  #settings: EngineSettings = { hashMiB: DEFAULTS.Hash, threads: DEFAULTS.Threads }
  #position = firstPosition()
  /** In the order of their lines; the first one is running. */
  readonly #tasks: Task[] = []
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
    ['uginewgame', () => this.#change(() => this.#engine.newGame())],
    ['d', () => this.#writeAll(description(this.#position))],
    ['stop', () => this.#stop(this.#tasks)],
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

  async room(): Promise<void> {
    for (;;) {
      const [first] = this.#tasks
      // Only a further line of input can stop work without limits.
      if (this.#tasks.length < MOST_TASKS || first?.isBounded === false) return
      await first?.done
    }
  }

  end(): void {
    this.#stop(this.#tasks.filter(({ isBounded }) => !isBounded))
    this.#finishLast()
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
    const command = parseGoArguments(words, this.#position, this.#options)
    if (!command.ok) return this.#write(`error ${command.error}`)
    const task = {
      engine: this.#engine,
      position: this.#position,
      write: this.#write,
      hasLines: this.#options.MultiPV > 1,
    }
    this.#enqueue(isBounded(command.value), (signal) => perform(command.value, { ...task, signal }))
  }

  #setOption(words: readonly string[]): void {
    const changed = parseOptionArguments(words)
    if (!changed.ok) return this.#write(`error ${changed.error}`)
    const { Hash, Threads, ...others } = changed.value
    if (Hash !== undefined) this.#configure({ hashMiB: Hash })
    if (Threads !== undefined) this.#configure({ threads: Threads })
    this.#options = { ...this.#options, ...others }
    const { EndRule, Compensation } = this.#options
    this.#position = withCompensation(withEndRule(this.#position, EndRule), Compensation)
  }

  #configure(changed: Partial<EngineSettings>): void {
    this.#change(async () => {
      const { hashMiB, threads } = this.#settings
      const settings = { hashMiB, threads, ...changed }
      // Changing them would clear the tables.
      if (settings.hashMiB === hashMiB && settings.threads === threads) return
      await this.#engine.configure(settings)
      this.#settings = settings
    })
  }

  #setPosition(words: readonly string[]): void {
    const set = parsePositionArguments(words, this.#options)
    if (set.ok) this.#position = set.value
    else this.#write(`error ${set.error}`)
  }

  /** Changes the engine after all earlier work; does nothing once the session has quit. */
  #change(change: () => Promise<void>): void {
    this.#enqueue(true, async () => {
      if (!this.#isQuitting) await change()
    })
  }

  #enqueue(isBounded: boolean, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#tasks.length >= MOST_TASKS)
      return this.#write(`error ${MOST_TASKS} commands are waiting already`)
    const stopped = new AbortController()
    const done = this.#last()
      .then(() => work(stopped.signal))
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#tasks.shift())
    this.#tasks.push({ stopped, isBounded, done })
  }

  /** Settles when all work requested so far is done. */
  #last(): Promise<void> {
    return this.#tasks.at(-1)?.done ?? Promise.resolve()
  }

  #stop(tasks: readonly Task[]): void {
    for (const { stopped } of tasks) stopped.abort()
  }

  #report(error: unknown): void {
    this.#write(`error ${error instanceof Error ? error.message : String(error)}`)
  }

  #writeAll(lines: readonly string[]): void {
    for (const line of lines) this.#write(line)
  }

  #quit(): void {
    this.#isQuitting = true
    this.#stop(this.#tasks)
    this.#finishLast()
  }

  #finishLast(): void {
    void this.#last().then(this.#finish)
  }
}

/** Before any `position`, the deal with number 0 on both sides is set up. */
function firstPosition(): Position {
  const deal = parseDeal('0.0')
  if (!deal.ok) throw new Error('0.0 is a deal')
  return start(deal.value, DEFAULTS.EndRule, DEFAULTS.Compensation)
}
