import type { Line, SearchInfo, SearchLimits } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { formatMove, type GameOptions, outcome, type Position } from '@hokito/rules'
import { readPosition } from '../arguments.ts'
import { describeValue, nameOf } from '../describe.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { bigNumber, seconds } from '../numbers.ts'
import { cut } from '../progress.ts'

/** Arguments of `analyse`. */
export interface AnalyseArguments {
  readonly position: readonly string[]
  readonly options: GameOptions
  readonly limits: SearchLimits
  /** Memory of the transposition table. The engine's default if undefined. */
  readonly hashMiB: number | undefined
  /** Number of threads that search together. */
  readonly threads: number
  readonly json: boolean
}

/**
 * `hokito analyse`: the best lines of a position. A terminal shows a table that follows the search.
 * Other output gets the last table, or with `json` a line of JSON for each finished depth and one
 * for the move.
 */
export async function runAnalyse(args: AnalyseArguments, io: Io): Promise<ExitCode> {
  const position = readPosition(args.position, args.options)
  const view = args.json
    ? jsonView(io)
    : io.isTerminal
      ? liveView(position, io)
      : lastView(position, io)
  if (outcome(position) !== undefined) {
    view.over()
    return EXIT.ok
  }
  const engine = startEngine()
  try {
    const { hashMiB, threads } = args
    await engine.configure({ threads, ...(hashMiB !== undefined && { hashMiB }) })
    const { move, info } = await engine.search(position, args.limits, {
      signal: io.interrupted,
      onInfo: view.info,
    })
    view.done(move === undefined ? undefined : formatMove(move), info)
    return move === undefined ? EXIT.failed : EXIT.ok
  } finally {
    await engine.close()
  }
}

// --- internal ---

/** One line of a search as a row, such as `1  +8  b3b5 c5c3 d3c4`. */
function formatLine({ value, moves }: Line, index: number): string {
  const rank = String(index + 1).padStart(2)
  return `${rank}  ${describeValue(value).padEnd(9)} ${moves.map(formatMove).join(' ')}`
}

interface View {
  readonly info: (info: SearchInfo) => void
  readonly done: (move: string | undefined, info: SearchInfo | undefined) => void
  /** Called if the game was over before it was searched. */
  readonly over: () => void
}

function jsonView(io: Io): View {
  const write = (value: unknown) => io.write(`${JSON.stringify(value)}\n`)
  return {
    info: ({ lines, elapsedMs, ...figures }) =>
      write({
        type: 'info',
        ...figures,
        elapsedMs: Math.round(elapsedMs),
        lines: lines.map(({ value, moves }) => ({ value, moves: moves.map(formatMove) })),
      }),
    done: (move) => write({ type: 'done', move: move ?? null }),
    over: () => write({ type: 'done', move: null }),
  }
}

function lastView(position: Position, io: Io): View {
  return {
    info: () => undefined,
    done: (_, info) => {
      if (info !== undefined) io.write(`${tableOf(position, info).join('\n')}\n`)
    },
    over: () => io.write('The game is over; there is nothing to analyse.\n'),
  }
}

function liveView(position: Position, io: Io): View {
  let height = 0
  const show = (info: SearchInfo) => {
    const rows = tableOf(position, info).map((row) => cut(row, io.columns()))
    const back = height === 0 ? '' : `\u001b[${height}A\r`
    io.write(`${back}${rows.map((row) => `${row}\u001b[K\n`).join('')}\u001b[J`)
    height = rows.length
  }
  return {
    info: show,
    done: (_, info) => {
      if (info !== undefined) show(info)
    },
    over: () => io.write('The game is over; there is nothing to analyse.\n'),
  }
}

function tableOf(position: Position, info: SearchInfo): readonly string[] {
  const { depth, nodes, elapsedMs, hashPermille, lines } = info
  const speed = (nodes * 1000) / Math.max(1, elapsedMs)
  return [
    `${nameOf(position.turn)} to move; values are points for ${nameOf(position.turn)}`,
    ...lines.map(formatLine),
    `depth ${depth}, ${seconds(elapsedMs)}, ${bigNumber(nodes)} nodes, ${bigNumber(speed)} a second, table ${Math.round(hashPermille / 10)}% full`,
  ]
}
