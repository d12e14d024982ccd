import { startEngine } from '@hokito/engine/node'
import { type EndRule, formatMove, legalMoves, play } from '@hokito/rules'
import { readPosition } from '../arguments.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'

/** Arguments of `perft`. */
export interface PerftArguments {
  readonly depth: number
  readonly position: readonly string[]
  readonly endRule: EndRule
  readonly divide: boolean
  readonly json: boolean
}

/** `hokito perft`: the number of move sequences of a length. */
export async function runPerft(args: PerftArguments, io: Io): Promise<ExitCode> {
  const words = args.position.length === 0 ? ['0.0'] : args.position
  const position = readPosition(words, { endRule: args.endRule, compensation: 0 })
  const engine = startEngine()
  try {
    const counts: Record<string, number> = {}
    let total: number | undefined = 0
    if (args.divide && args.depth > 0) {
      for (const move of legalMoves(position)) {
        const count = await engine.perft(play(position, move), args.depth - 1, io.interrupted)
        if (count === undefined) return interrupted(io)
        counts[formatMove(move)] = count
        total += count
        if (!args.json) io.write(`${formatMove(move)}: ${count}\n`)
      }
    } else {
      total = await engine.perft(position, args.depth, io.interrupted)
      if (total === undefined) return interrupted(io)
    }
    if (args.json) {
      io.write(`${JSON.stringify({ nodes: total, ...(args.divide && { moves: counts }) })}\n`)
    } else io.write(`nodes ${total}\n`)
    return EXIT.ok
  } finally {
    await engine.close()
  }
}

// --- internal ---

function interrupted(io: Io): ExitCode {
  io.writeError('hokito: interrupted\n')
  return EXIT.failed
}
