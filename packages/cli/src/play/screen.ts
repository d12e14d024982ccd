import { formatMove, opposite, outcome, score } from '@hokito/rules'
import { drawBoard } from '../board-view.ts'
import { describeCompensation, nameOf } from '../describe.ts'
import { isOver, type TerminalGame, THINKING_MS } from './terminal-game.ts'

/** Draws the board with the points, and the side to move or how the game ended. */
export function showGame({ played, io, computer }: TerminalGame): void {
  const position = played.position()
  const view = {
    hasColor: io.hasColor,
    lastMove: played.lastMove(),
    isFlipped: computer === 'black',
    columns: io.columns(),
  }
  const points = score(position)
  io.write(`${drawBoard(position, view)}\n`)
  const extra = describeCompensation(position.compensation)
  io.write(`Points: Black ${points.black}, White ${points.white}${extra}.${stateOf(played)}\n`)
}

/** The prompt in front of the line that a person types. */
export function promptOf(game: TerminalGame): string {
  return isOver(game) ? 'over> ' : `${nameOf(game.played.position().turn)}> `
}

/** If it is the computer's turn, lets it move and shows the move. */
export async function answer(game: TerminalGame): Promise<void> {
  const { played, engine, io, computer, level } = game
  const position = played.position()
  if (isOver(game) || position.turn !== computer) return
  if (io.isTerminal) io.write('thinking…')
  const limits = level === undefined ? { timeMs: THINKING_MS } : { level }
  const { move } = await engine.search(position, limits, { signal: io.interrupted })
  if (io.isTerminal) io.write(ERASE_LINE)
  if (move === undefined || io.interrupted.aborted) return
  played.play(move)
  io.write(`The computer plays ${formatMove(move)}.\n\n`)
  showGame(game)
}

// --- internal ---

/** Returns to the first column and clears the line. */
const ERASE_LINE = '\r\u001b[K'

function stateOf(played: TerminalGame['played']): string {
  const { ending } = played.record()
  const position = played.position()
  if (ending === undefined) return ` ${nameOf(position.turn)} to move.`
  const result = ending.winner === 'draw' ? 'A draw.' : `${nameOf(ending.winner)} wins.`
  if (ending.kind === 'resigned' && ending.winner !== 'draw') {
    return `\nThe game is over: ${nameOf(opposite(ending.winner))} has resigned. ${result}`
  }
  const stuck = outcome(position)?.stuck.map(nameOf) ?? []
  return `\nThe game is over: ${stuck.join(' and ')} cannot move. ${result}`
}
