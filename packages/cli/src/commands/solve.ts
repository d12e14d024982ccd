import type { SolveGoal, SolveProgress, SolveResult, Verdict } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { type GameOptions, opposite, type Position } from '@hokito/rules'
import { readPosition } from '../arguments.ts'
import { nameOf } from '../describe.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { bigNumber, seconds } from '../numbers.ts'
import { createProgress } from '../progress.ts'

/** Arguments of `solve`. */
export interface SolveArguments {
  readonly position: readonly string[]
  readonly options: GameOptions
  readonly goal: SolveGoal
  /** The time limit. Unlimited if undefined. */
  readonly timeMs: number | undefined
  readonly json: boolean
}

/**
 * `hokito solve`: proves the value of a position. Fails if it is stopped before anything is proved.
 * If it is stopped between verdict and margin, it gives the verdict.
 */
export async function runSolve(args: SolveArguments, io: Io): Promise<ExitCode> {
  const position = readPosition(args.position, args.options)
  const engine = startEngine()
  const progress = createProgress(io)
  const givesUp = args.timeMs === undefined ? [] : [AbortSignal.timeout(args.timeMs)]
  try {
    const result = await engine.solve(position, {
      signal: AbortSignal.any([io.interrupted, ...givesUp]),
      goal: args.goal,
      onProgress: (state) => progress.tell(describeProgress(position, state)),
    })
    progress.clear()
    io.write(args.json ? `${JSON.stringify(factsOf(result))}\n` : describe(position, result))
    return result.solved === undefined ? EXIT.failed : EXIT.ok
  } finally {
    await engine.close()
  }
}

// --- internal ---

/** The facts of a result. The verdict is for the side to move. */
function factsOf({ solved, nodes, elapsedMs }: SolveResult) {
  return {
    verdict: solved?.verdict ?? null,
    margin: solved?.margin ?? null,
    nodes,
    elapsedMs: Math.round(elapsedMs),
  }
}

function describeProgress(
  position: Position,
  { verdict, nodes, elapsedMs }: SolveProgress,
): string {
  const cost = `${seconds(elapsedMs)}, ${bigNumber(nodes)} nodes`
  if (verdict === undefined) return `proving: ${cost}`
  return `${describeVerdict(position, verdict)}; proving by how much: ${cost}`
}

function describe(position: Position, { solved, nodes, elapsedMs }: SolveResult): string {
  const cost = `${seconds(elapsedMs)}, ${bigNumber(nodes)} nodes`
  if (solved === undefined) return `Not proved (${cost}).\n`
  const { verdict, margin } = solved
  const points = verdict === 'draw' || margin === undefined ? '' : ` by ${pointsOf(margin)}`
  return `${describeVerdict(position, verdict)}${points}, proved (${cost}).\n`
}

function pointsOf(margin: number): string {
  const points = Math.abs(margin)
  return points === 1 ? '1 point' : `${points} points`
}

function describeVerdict({ turn }: Position, verdict: Verdict): string {
  if (verdict === 'draw') return 'A draw'
  return `${nameOf(verdict === 'win' ? turn : opposite(turn))} wins`
}
