import { formatMove, type Position, parseDeal, start, withEndRule } from '@hokito/rules'
import type { Engine, SearchInfo, SolveProgress } from '../engine.ts'
import {
  answerTo,
  description,
  infoLines,
  introduction,
  shortened,
  solvedLine,
  verdictLine,
} from './answers.ts'
import {
  DEFAULTS,
  type GoCommand,
  parseGoArguments,
  parseOptionArguments,
  parsePositionArguments,
  type UgiOptions,
} from './arguments.ts'

/** What a session needs from outside. */
export interface UgiSessionOptions {
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
export function createUgiSession({ engine, write, name }: UgiSessionOptions): UgiSession {
  let options: UgiOptions = DEFAULTS
  let position = firstPosition()
  let running: Running | undefined
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  function go(words: readonly string[]): void {
    if (running !== undefined) return write('error a search is running; stop it first')
    const command = parseGoArguments(words, position, options)
    if (!command.ok) return write(`error ${command.error}`)
    const stopped = new AbortController()
    const isBounded = command.value.kind === 'search' && !command.value.isInfinite
    const done = perform(command.value, position, stopped.signal)
      .catch((error: unknown) => {
        if (!isQuitting) report(error)
      })
      .finally(() => {
        running = undefined
      })
    running = { stopped, isBounded, done }
  }

  let isQuitting = false
  async function perform(command: GoCommand, from: Position, signal: AbortSignal): Promise<void> {
    switch (command.kind) {
      case 'perft': {
        const count = await engine.perft(from, command.depth, signal)
        if (!isQuitting) write(count === undefined ? 'error perft was stopped' : `nodes ${count}`)
        return
      }
      case 'solve': {
        let isReported = false
        const onProgress = (progress: SolveProgress) => {
          const { verdict } = progress
          if (verdict === undefined || isReported || isQuitting) return
          isReported = true
          write(verdictLine(from, verdict, progress))
        }
        const result = await engine.solve(from, { goal: command.goal, signal, onProgress })
        if (!isQuitting) write(solvedLine(result))
        return
      }
      case 'search': {
        const hasLines = options.MultiPV > 1
        const onInfo = (info: SearchInfo) => {
          if (!isQuitting) for (const line of infoLines(info, hasLines)) write(line)
        }
        const { move } = await engine.search(from, command.limits, { signal, onInfo })
        if (command.isInfinite && move !== undefined) await aborted(signal)
        if (!isQuitting) write(`bestmove ${move === undefined ? 'none' : formatMove(move)}`)
      }
    }
  }

  function setOption(words: readonly string[]): void {
    const changed = parseOptionArguments(words, options)
    if (!changed.ok) return write(`error ${changed.error}`)
    const { Hash, Threads } = changed.value
    if (Hash !== options.Hash || Threads !== options.Threads) {
      engine.configure({ hashMiB: Hash, threads: Threads }).catch(report)
    }
    options = changed.value
    position = withEndRule(position, options.EndRule)
  }

  function setPosition(words: readonly string[]): void {
    const set = parsePositionArguments(words, options.EndRule)
    if (set.ok) position = set.value
    else write(`error ${set.error}`)
  }

  function report(error: unknown): void {
    write(`error ${error instanceof Error ? error.message : String(error)}`)
  }

  function writeAll(lines: readonly string[]): void {
    for (const line of lines) write(line)
  }

  function quit(): void {
    isQuitting = true
    running?.stopped.abort()
    finish()
  }

  const longCommands: ReadonlyMap<string, (words: readonly string[]) => void> = new Map([
    ['position', setPosition],
    ['go', go],
    ['setoption', setOption],
    ['query', (words) => write(answerTo(words, position))],
  ])
  const bareCommands: ReadonlyMap<string, () => void> = new Map([
    ['ugi', () => writeAll(introduction(name))],
    ['isready', () => write('readyok')],
    ['uginewgame', () => void engine.newGame().catch(report)],
    ['d', () => writeAll(description(position))],
    ['stop', () => running?.stopped.abort()],
    ['quit', quit],
  ])

  function run(command: string, words: readonly string[]): void {
    const takeWords = longCommands.get(command)
    if (takeWords !== undefined) return takeWords(words)
    const act = bareCommands.get(command)
    if (act === undefined) return write(`error unknown command ${shortened(command)}`)
    const [extra] = words
    if (extra !== undefined) return write(`error unexpected ${shortened(extra)} after ${command}`)
    act()
  }

  return {
    handle(line) {
      const [command, ...words] = line.split(/\s+/).filter((word) => word !== '')
      if (command !== undefined && !isQuitting) run(command, words)
    },
    end() {
      if (running?.isBounded === false) running.stopped.abort()
      void (running?.done ?? Promise.resolve()).then(finish)
    },
    finished,
  }
}

// --- internal ---

interface Running {
  readonly stopped: AbortController
  /** Does it end by itself? */
  readonly isBounded: boolean
  readonly done: Promise<void>
}

/** Before any `position` the deal with number 0 on both sides is set up. */
function firstPosition(): Position {
  const deal = parseDeal('0.0')
  if (!deal.ok) throw new Error('0.0 is a deal')
  return start(deal.value, DEFAULTS.EndRule)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
