import {
  formatMove,
  formatPosition,
  type GameOptions,
  legalMoves,
  movesOf,
  outcome,
  type Position,
  score,
} from '@hokito/rules'
import { readPosition } from '../arguments.ts'
import { drawBoard } from '../board-view.ts'
import { describeCompensation } from '../describe.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { movesByOrigin } from '../move-list.ts'

/** Arguments of `show` and `moves`. */
export interface ShowArguments {
  readonly position: readonly string[]
  readonly options: GameOptions
  readonly json: boolean
}

/** `hokito show`: a position with its board and points. */
export async function runShow(
  { position: words, options, json }: ShowArguments,
  io: Io,
): Promise<ExitCode> {
  const position = readPosition(words, options)
  io.write(json ? `${JSON.stringify(factsOf(position), null, 2)}\n` : describe(position, io))
  return EXIT.ok
}

/** `hokito moves`: the legal moves, sorted by origin. */
export async function runMoves(
  { position: words, options, json }: ShowArguments,
  io: Io,
): Promise<ExitCode> {
  const position = readPosition(words, options)
  const moves = legalMoves(position)
  if (json) {
    io.write(`${JSON.stringify(moves.map(formatMove))}\n`)
    return EXIT.ok
  }
  io.write(movesByOrigin(moves))
  return EXIT.ok
}

// --- internal ---

/** The facts of a position for other programs. */
function factsOf(position: Position) {
  const over = outcome(position)
  return {
    hfen: formatPosition(position),
    endRule: position.endRule,
    compensation: position.compensation,
    turn: position.turn,
    score: score(position),
    moves: legalMoves(position).map(formatMove),
    gameOver: over !== undefined,
    ...(over && { winner: over.winner, stuck: over.stuck }),
  }
}

function describe(position: Position, io: Io): string {
  const points = score(position)
  const over = outcome(position)
  const extra = describeCompensation(position.compensation)
  const count = (color: 'black' | 'white') => movesOf(position, color).length
  const state =
    over === undefined
      ? `${position.turn} to move`
      : `over: ${over.winner === 'draw' ? 'a draw' : `${over.winner} wins`}`
  return [
    drawBoard(position, { hasColor: io.hasColor, columns: io.columns() }),
    '',
    `${formatPosition(position)}`,
    `score  black ${points.black}, white ${points.white}${extra}`,
    `moves  black ${count('black')}, white ${count('white')}`,
    state,
    '',
  ].join('\n')
}
