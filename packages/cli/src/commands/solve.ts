import type { SolveResult } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { type EndRule, opposite, type Position } from '@hokito/rules'
import { readPosition } from '../arguments.ts'
import { nameOf } from '../describe.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { bigNumber, seconds } from '../numbers.ts'
import { createProgress } from '../progress.ts'

/** Arguments of `solve`. */
export interface SolveArguments {
  readonly position: readonly string[]
  readonly endRule: EndRule
  /** When to give up; never if undefined. */
  readonly timeMs: number | undefined
  readonly json: boolean
}

/** `hokito solve`: proves what a position is worth. Fails when it was stopped before it could. */
export async function runSolve(args: SolveArguments, io: Io): Promise<ExitCode> {
  const position = readPosition(args.position, args.endRule)
  const engine = startEngine()
  const progress = createProgress(io)
  const givesUp = args.timeMs === undefined ? [] : [AbortSignal.timeout(args.timeMs)]
  try {
    const result = await engine.solve(position, {
      signal: AbortSignal.any([io.interrupted, ...givesUp]),
      onProgress: ({ nodes, elapsedMs }) =>
        progress.tell(`proving: ${seconds(elapsedMs)}, ${bigNumber(nodes)} nodes`),
    })
    progress.clear()
    io.write(args.json ? `${JSON.stringify(factsOf(result))}\n` : describe(position, result))
    return result.solved === undefined ? EXIT.failed : EXIT.ok
  } finally {
    await engine.close()
  }
}

// --- internal ---

/** The verdict is for the side to move. */
function factsOf({ solved, nodes, elapsedMs }: SolveResult) {
  return {
    verdict: solved?.verdict ?? null,
    margin: solved?.margin ?? null,
    nodes,
    elapsedMs: Math.round(elapsedMs),
  }
}

function describe(position: Position, { solved, nodes, elapsedMs }: SolveResult): string {
  const cost = `${seconds(elapsedMs)}, ${bigNumber(nodes)} nodes`
  if (solved === undefined) return `Not proved (${cost}).\n`
  if (solved.verdict === 'draw') return `A draw, proved (${cost}).\n`
  const winner = solved.verdict === 'win' ? position.turn : opposite(position.turn)
  const margin = solved.margin === undefined ? '' : ` by ${Math.abs(solved.margin)} points`
  return `${nameOf(winner)} wins${margin}, proved (${cost}).\n`
}
