import {
  END_RULES,
  formatMove,
  formatPosition,
  legalMoves,
  outcome,
  type Position,
  parseDeal,
  score,
  start,
  withEndRule,
} from '@hokito/rules'
import type { Evaluation, Solved } from '../evaluation.ts'
import type { Engine, SearchInfo } from '../limits.ts'
import {
  type GoCommand,
  parseGoArguments,
  parseOptionArguments,
  parsePositionArguments,
  SPINS,
  type UgiOptions,
} from './arguments.ts'
import { drawBoard } from './draw.ts'

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
        if (!isQuitting) write(`error ${error instanceof Error ? error.message : String(error)}`)
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
        const { solved, nodes, elapsedMs } = await engine.solve(from, { signal })
        const isProved = solved !== undefined && !(signal.aborted && solved.margin === undefined)
        if (isQuitting) return
        if (!isProved) return write('solved unknown')
        const margin = solved.margin ?? '?'
        const time = Math.round(elapsedMs)
        return write(`solved ${solved.verdict} margin ${margin} nodes ${nodes} time ${time}`)
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

  function quit(): void {
    isQuitting = true
    running?.stopped.abort()
    finish()
  }

  function run(command: string, words: readonly string[]): void {
    const extra = words[0]
    switch (command) {
      case 'position':
        return setPosition(words)
      case 'go':
        return go(words)
      case 'setoption':
        return setOption(words)
      case 'query':
        return query(words, position, write)
    }
    if (!BARE_COMMANDS.has(command)) return write(`error unknown command ${shortened(command)}`)
    if (extra !== undefined) return write(`error unexpected ${shortened(extra)} after ${command}`)
    switch (command) {
      case 'ugi':
        for (const line of introduction(name)) write(line)
        return
      case 'isready':
        return write('readyok')
      case 'uginewgame':
        return void engine.newGame().catch(report)
      case 'd':
        for (const line of description(position)) write(line)
        return
      case 'stop':
        return running?.stopped.abort()
      case 'quit':
        return quit()
    }
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

const BARE_COMMANDS: ReadonlySet<string> = new Set([
  'ugi',
  'isready',
  'uginewgame',
  'd',
  'stop',
  'quit',
])

const DEFAULTS: UgiOptions = {
  EndRule: 'either',
  Hash: SPINS.Hash.default,
  Threads: SPINS.Threads.default,
  Level: SPINS.Level.default,
  MultiPV: SPINS.MultiPV.default,
}

/** Before any `position` the deal with number 0 on both sides is set up. */
function firstPosition(): Position {
  const deal = parseDeal('0.0')
  if (!deal.ok) throw new Error('0.0 is a deal')
  return start(deal.value, DEFAULTS.EndRule)
}

function introduction(name: string): readonly string[] {
  const spins = Object.entries(SPINS).map(
    ([option, spin]) =>
      `option name ${option} type spin default ${spin.default} min ${spin.min} max ${spin.max}`,
  )
  const rules = END_RULES.map((rule) => `var ${rule}`).join(' ')
  return [
    `id name ${name}`,
    'id author the Hokito contributors',
    `option name EndRule type combo default ${DEFAULTS.EndRule} ${rules}`,
    ...spins,
    'ugiok',
  ]
}

function description(position: Position): readonly string[] {
  const points = score(position)
  const moves = legalMoves(position).map(formatMove).sort()
  return [
    ...drawBoard(position),
    `hfen ${formatPosition(position)}`,
    `score ${points.black} ${points.white}`,
    ['moves', ...moves].join(' '),
    `gameover ${outcome(position) !== undefined}`,
  ]
}

function query(words: readonly string[], position: Position, write: (line: string) => void): void {
  const [what, extra] = words
  if (extra !== undefined) return write(`error unexpected ${shortened(extra)} after query ${what}`)
  const over = outcome(position)
  switch (what) {
    case 'gameover':
      return write(`response ${over !== undefined}`)
    case 'p1turn':
      return write(`response ${position.turn === 'black'}`)
    case 'result':
      return write(`response ${over === undefined ? 'none' : RESULTS[over.winner]}`)
    default:
      return write('error query is followed by gameover, p1turn or result')
  }
}

const RESULTS = { black: 'p1win', white: 'p2win', draw: 'draw' } as const

function infoLines(info: SearchInfo, hasLines: boolean): readonly string[] {
  const { depth, nodes, elapsedMs, hashPermille } = info
  const time = Math.round(elapsedMs)
  const speed = Math.round((nodes * 1000) / Math.max(1, elapsedMs))
  return info.lines.map(({ value, moves }, index) => {
    const line = hasLines ? ` multipv ${index + 1}` : ''
    const counts = `nodes ${nodes} nps ${speed} time ${time} hashfull ${hashPermille}`
    const pv = moves.map(formatMove).join(' ')
    return `info depth ${depth}${line} score ${formatValue(value)} ${counts} pv ${pv}`
  })
}

function formatValue(value: Evaluation | Solved): string {
  // A rounded small loss must not read as minus nothing.
  return value.kind === 'estimate'
    ? `points ${Math.round(value.points) || 0}`
    : `solved ${value.verdict}`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function shortened(word: string): string {
  return word.length <= 40 ? word : `${word.slice(0, 39)}…`
}
