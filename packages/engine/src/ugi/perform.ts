import { formatMove, type Position } from '@hokito/rules'
import type { Engine, SearchInfo, SolveProgress } from '../engine.ts'
import { infoLines, solvedLine, verdictLine } from './answers.ts'
import type { GoCommand } from './arguments.ts'

/** The input of `go`. */
export interface Task {
  readonly engine: Engine
  readonly position: Position
  readonly signal: AbortSignal
  /** Takes one line of output. */
  readonly write: (line: string) => void
  /** Is more than one line of play wanted? */
  readonly hasLines: boolean
}

/**
 * Performs a `go` and writes its results.
 * @throws Error if the engine fails
 */
export function perform(command: GoCommand, task: Task): Promise<void> {
  switch (command.kind) {
    case 'perft':
      return perft(command, task)
    case 'solve':
      return solve(command, task)
    case 'search':
      return search(command, task)
  }
}

// --- internal ---

type Go<K extends GoCommand['kind']> = Extract<GoCommand, { readonly kind: K }>

async function perft({ depth }: Go<'perft'>, task: Task): Promise<void> {
  const { engine, position, signal, write } = task
  const count = await engine.perft(position, depth, signal)
  write(`nodes ${count ?? 'unknown'}`)
}

async function solve({ goal }: Go<'solve'>, task: Task): Promise<void> {
  const { engine, position, signal, write } = task
  let isReported = false
  const onProgress = (progress: SolveProgress) => {
    const { verdict } = progress
    if (verdict === undefined || isReported) return
    isReported = true
    write(verdictLine(position, verdict, progress))
  }
  write(solvedLine(await engine.solve(position, { goal, signal, onProgress })))
}

async function search({ limits, isInfinite }: Go<'search'>, task: Task): Promise<void> {
  const { engine, position, signal, write, hasLines } = task
  const onInfo = (info: SearchInfo) => {
    for (const line of infoLines(info, hasLines)) write(line)
  }
  let { move } = await engine.search(position, limits, { signal, onInfo })
  // A search that was stopped before it began still owes a move, so it searches one ply.
  if (move === undefined && signal.aborted) {
    const { level } = limits
    const quick = { depth: 1, ...(level !== undefined && { level }) }
    ;({ move } = await engine.search(position, quick, { onInfo }))
  }
  if (isInfinite && move !== undefined) await aborted(signal)
  write(`bestmove ${move === undefined ? 'none' : formatMove(move)}`)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
