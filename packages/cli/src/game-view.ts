import { formatMove, opposite, outcome, score } from '@hokito/rules'
import { drawBoard } from './board-view.ts'
import { nameOf } from './describe.ts'
import { type Game, isOver, THINKING_MS } from './game.ts'

/** Draws the board with the points, and whose turn it is or how the game ended. */
export function showGame({ table, io, computer }: Game): void {
  const position = table.position()
  const view = {
    hasColor: io.hasColor,
    lastMove: table.lastMove(),
    isFlipped: computer === 'black',
    columns: io.columns(),
  }
  const points = score(position)
  io.write(`${drawBoard(position, view)}\n`)
  io.write(`Black ${points.black} points, White ${points.white}.${stateOf(table)}\n`)
}

/** What stands before the line a person types. */
export function promptOf(game: Game): string {
  return isOver(game) ? 'over> ' : `${nameOf(game.table.position().turn)}> `
}

/** Lets the computer move, when it is its turn, and shows what it did. */
export async function answer(game: Game): Promise<void> {
  const { table, engine, io, computer, level } = game
  const position = table.position()
  if (isOver(game) || position.turn !== computer) return
  if (io.isTerminal) io.write('thinking…')
  const limits = level === undefined ? { timeMs: THINKING_MS } : { level }
  const { move } = await engine.search(position, limits, { signal: io.interrupted })
  if (io.isTerminal) io.write(ERASE_LINE)
  if (move === undefined || io.interrupted.aborted) return
  table.play(move)
  io.write(`The computer plays ${formatMove(move)}.\n\n`)
  showGame(game)
}

// --- internal ---

/** Back to the first column, and everything right of it gone. */
const ERASE_LINE = '\r\u001b[K'

function stateOf(table: Game['table']): string {
  const { ending } = table.record()
  const position = table.position()
  if (ending === undefined) return ` ${nameOf(position.turn)} to move.`
  const result = ending.winner === 'draw' ? 'A draw.' : `${nameOf(ending.winner)} wins.`
  if (ending.kind === 'resigned' && ending.winner !== 'draw') {
    return `\nThe game is over: ${nameOf(opposite(ending.winner))} has resigned. ${result}`
  }
  const stuck = outcome(position)?.stuck.map(nameOf) ?? []
  return `\nThe game is over: ${stuck.join(' and ')} cannot move. ${result}`
}
