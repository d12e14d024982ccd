import { writeFile } from 'node:fs/promises'
import {
  COLORS,
  destinations,
  formatMove,
  formatRecord,
  formatSquare,
  legalMoves,
  type Move,
  opposite,
  ownerOf,
  type Position,
  parseMove,
  parseSquare,
  pathsOf,
  scoreParts,
} from '@hokito/rules'
import { describeCompensation, describeRefusal, describeValue, nameOf } from '../describe.ts'
import { movesByOrigin } from '../move-list.ts'
import { describeSystemError } from '../system-error.ts'
import { showGame } from './screen.ts'
import { isOver, type TerminalGame, THINKING_MS } from './terminal-game.ts'

/** Executes a typed line: a move, or one of the words that `help` lists. */
export async function handleLine(game: TerminalGame, line: string): Promise<'quit' | undefined> {
  const [word = '', ...rest] = line.trim().split(/\s+/)
  if (word === '') return undefined
  if (QUIT.has(word.toLowerCase())) return 'quit'
  const handle = Object.hasOwn(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : undefined
  if (handle === undefined) playMove(game, line.trim())
  else await handle(game, rest.join(' '))
  return undefined
}

/** The words and moves that begin with the typed text. */
export function completeWord({ played }: TerminalGame, typed: string): readonly string[] {
  const words = [...Object.keys(WORDS), 'quit', ...legalMoves(played.position()).map(formatMove)]
  return words.filter((word) => word.startsWith(typed.trimStart()))
}

// --- internal ---

const HELP = `Type a move as its two squares, such as c2d4. Other words:
  moves           list all moves          score         show where the points are
  moves <square>  where a piece can land  board         draw the board again
  hint            suggest a move          save <file>   save the game as HGN
  undo, redo      take back, play again   save! <file>  the same, replacing the file
  resign          give up the game        quit          leave`

const QUIT: ReadonlySet<string> = new Set(['quit', 'exit', 'q'])

type Handler = (game: TerminalGame, argument: string) => void | Promise<void>

const WORDS: Readonly<Record<string, Handler>> = {
  help: ({ io }) => io.write(`${HELP}\n`),
  board: showGame,
  moves: listMoves,
  score: tellScore,
  undo: (game) => takeBack(game, 'undo'),
  redo: (game) => takeBack(game, 'redo'),
  hint: giveHint,
  save: (game, file) => saveGame(game, file, false),
  'save!': (game, file) => saveGame(game, file, true),
  resign: resignGame,
}

function playMove(game: TerminalGame, text: string): void {
  const { io, played, computer } = game
  const move = parseMove(text.toLowerCase().replace(/[\s-]/g, ''))
  if (!move.ok) {
    const shown = text.length <= 40 ? text : `${text.slice(0, 39)}…`
    return io.write(`"${shown}" is neither a move such as c2d4 nor a word I know; try help.\n`)
  }
  if (isOver(game)) return io.write('The game is over; undo takes a move back, quit leaves.\n')
  const before = played.position()
  const tried = played.play(move.value)
  if (!tried.ok) {
    return io.write(`Not possible: ${describeRefusal(tried.error, move.value, before)}.\n`)
  }
  // The computer's reply shows a board of its own. Only one at a time fits on the screen.
  if (computer === undefined || isOver(game)) showGame(game)
}

function listMoves({ io, played }: TerminalGame, argument: string): void {
  const position = played.position()
  if (argument === '') return io.write(movesByOrigin(legalMoves(position)))
  const square = parseSquare(argument)
  if (!square.ok)
    return io.write(`"${argument.slice(0, 40)}" is not a square; squares are a1 to f6.\n`)
  const stack = position.board[square.value]
  if (stack === undefined) return io.write(`There is nothing on ${argument}.\n`)
  const squares = destinations(position, square.value).map(formatSquare)
  const whose =
    ownerOf(stack) === position.turn
      ? ''
      : `${nameOf(ownerOf(stack))}'s, and it is ${nameOf(position.turn)}'s turn: `
  io.write(`${whose}${squares.length === 0 ? 'no moves' : squares.join(' ')}\n`)
}

function tellScore({ io, played }: TerminalGame): void {
  const position = played.position()
  const parts = scoreParts(position)
  for (const color of COLORS) {
    const sum = parts[color].reduce((total, { points }) => total + points, 0)
    const terms = parts[color].map(
      ({ square, value, height, points }) => `${formatSquare(square)} ${value}×${height}=${points}`,
    )
    const extra = color === 'white' ? describeCompensation(position.compensation) : ''
    io.write(`${nameOf(color)} ${sum}${extra}: ${terms.join(', ')}\n`)
  }
}

function takeBack(game: TerminalGame, which: 'undo' | 'redo'): void {
  const own = game.computer === undefined ? undefined : opposite(game.computer)
  if (game.played[which](own)) showGame(game)
  else game.io.write(`There is nothing to ${which}.\n`)
}

async function giveHint(game: TerminalGame): Promise<void> {
  const { io, played, engine } = game
  if (isOver(game)) return io.write('The game is over.\n')
  const position = played.position()
  const limits = { timeMs: THINKING_MS }
  const { move, info } = await engine.search(position, limits, { signal: io.interrupted })
  if (move === undefined) return io.write('There is no hint.\n')
  const value = info?.lines[0]?.value
  const worth = value === undefined ? '' : `, worth ${describeValue(value)} to you`
  io.write(`Hint: ${formatMove(move)} (${wayOf(position, move)})${worth}.\n`)
}

/** One way to make a move, as the squares it touches. */
function wayOf(position: Position, move: Move): string {
  const [path = []] = pathsOf(position, move)
  return [move.from, ...path.map(({ to }) => to)].map(formatSquare).join('–')
}

async function saveGame(
  { io, played }: TerminalGame,
  file: string,
  mayReplace: boolean,
): Promise<void> {
  if (file === '') return io.write('save needs a file name, as in: save game.hgn\n')
  try {
    await writeFile(file, formatRecord(played.record()), { flag: mayReplace ? 'w' : 'wx' })
    io.write(`Saved as ${file}.\n`)
  } catch (error) {
    const code: unknown = Object(error).code
    io.write(
      code === 'EEXIST'
        ? `${file} already exists; save! ${file} replaces it.\n`
        : `${file} cannot be written: ${describeSystemError(error)}\n`,
    )
  }
}

function resignGame(game: TerminalGame): void {
  const { played, computer, io } = game
  if (isOver(game)) return io.write('The game is over.\n')
  const loser = computer === undefined ? played.position().turn : opposite(computer)
  played.resign(loser)
  io.write(`${nameOf(loser)} resigns; ${nameOf(opposite(loser))} wins.\n`)
}
