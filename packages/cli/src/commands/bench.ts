import { startEngine } from '@hokito/engine/node'
import { legalMoves, type Position, parseDeal, play, start } from '@hokito/rules'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { bigNumber, seconds } from '../numbers.ts'
import { createProgress } from '../progress.ts'

/** Arguments of `bench`. */
export interface BenchArguments {
  /** Depth of the search of each position, in plies. */
  readonly depth: number
  readonly json: boolean
}

/**
 * `hokito bench`: searches fixed positions to a fixed depth. The number of nodes is the same on
 * every machine, so it is a signature of the search. The speed depends on the machine.
 */
export async function runBench({ depth, json }: BenchArguments, io: Io): Promise<ExitCode> {
  const engine = startEngine()
  const progress = createProgress(io)
  let nodes = 0
  let elapsedMs = 0
  try {
    const positions = benchPositions()
    for (const [index, position] of positions.entries()) {
      progress.tell(`position ${index + 1} of ${positions.length}`)
      await engine.newGame()
      const { info } = await engine.search(position, { depth }, { signal: io.interrupted })
      if (io.interrupted.aborted) return EXIT.failed
      nodes += info?.nodes ?? 0
      elapsedMs += info?.elapsedMs ?? 0
    }
  } finally {
    progress.clear()
    await engine.close()
  }
  const nodesPerSecond = Math.round((nodes * 1000) / Math.max(1, elapsedMs))
  io.write(
    json
      ? `${JSON.stringify({ depth, nodes, elapsedMs: Math.round(elapsedMs), nodesPerSecond })}\n`
      : `${nodes} nodes to depth ${depth} in ${seconds(elapsedMs)}, ${bigNumber(nodesPerSecond)} a second\n`,
  )
  return EXIT.ok
}

// --- internal ---

const DEALS = ['77.1234567', '16000000.42', '5000000.5000000', 's2417367987991170404826482']

/**
 * Each deal at its start, and at later positions, after moves spread over the list of legal moves.
 */
function benchPositions(): readonly Position[] {
  return DEALS.flatMap((id) => [0, 8, 16].map((plies) => positionAfter(id, plies)))
}

function positionAfter(id: string, plies: number): Position {
  const deal = parseDeal(id)
  if (!deal.ok) throw new Error(`${id} is a deal`)
  let position = start(deal.value, 'either')
  for (let ply = 0; ply < plies; ply++) {
    const moves = legalMoves(position)
    const move = moves[(ply * 7 + 3) % moves.length]
    if (move === undefined) throw new Error(`${id} is over at ply ${ply}`)
    position = play(position, move)
  }
  return position
}
