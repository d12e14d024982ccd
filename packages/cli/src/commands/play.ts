import { writeFile } from 'node:fs/promises'
import type { Engine } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import {
  type Color,
  type Deal,
  type DealKind,
  destinations,
  type EndRule,
  formatBeginning,
  formatMove,
  formatRecord,
  formatSquare,
  legalMoves,
  opposite,
  outcome,
  parseMove,
  parseSquare,
  randomDeal,
  randomIndex,
  score,
  scoreParts,
} from '@hokito/rules'
import { drawBoard } from '../board-view.ts'
import { describeRefusal } from '../describe.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { createTable, type Table } from '../table.ts'

/** Arguments of `play`. */
export interface PlayArguments {
  /** 1–10; undefined for full strength. */
  readonly level: number | undefined
  readonly color: Color | 'random'
  /** Two people at one keyboard instead of the computer. */
  readonly isHotSeat: boolean
  readonly deal: Deal | DealKind
  readonly endRule: EndRule
}

/** `hokito play`: a game at the terminal, by typed moves. */
export async function runPlay(args: PlayArguments, io: Io): Promise<ExitCode> {
  const engine = startEngine()
  try {
    const game = openGame(args, engine, io)
    io.write(`${HELP}\n\n`)
    io.write(`Deal ${formatBeginning(game.table.record().beginning)}\n\n`)
    show(game)
    await answer(game)
    io.prompt(promptOf(game))
    for await (const line of io.lines()) {
      if ((await handle(game, line.trim())) === 'quit') break
      await answer(game)
      io.prompt(promptOf(game))
    }
    return EXIT.ok
  } finally {
    await engine.close()
  }
}

// --- internal ---

interface Game {
  readonly table: Table
  readonly engine: Engine
  readonly io: Io
  /** The side the computer plays; undefined between two people. */
  readonly computer: Color | undefined
  readonly level: number | undefined
}

const HELP = `Type a move as its two squares, such as c2d4. Other words:
  moves [square]  what can be played        score    who has how many points
  undo, redo      take a move back, or on   hint     what the computer would do
  save <file>     keep the game as HGN      board    draw the board again
  resign          give up                   help     these lines
  quit            leave`

/** What the computer may think about one move at full strength. */
const THINKING_MS = 1000

function openGame(args: PlayArguments, engine: Engine, io: Io): Game {
  const deal = typeof args.deal === 'string' ? randomDeal(args.deal, io.randomBytes) : args.deal
  const own =
    args.color !== 'random'
      ? args.color
      : randomIndex(2, io.randomBytes) === 0
        ? ('black' as const)
        : ('white' as const)
  const computer = args.isHotSeat ? undefined : opposite(own)
  const computerName = args.level === undefined ? 'hokito' : `hokito level ${args.level}`
  const nameOf = (color: Color) => (computer === color ? computerName : `${color} player`)
  const today = io.now().toISOString().slice(0, 10).replaceAll('-', '.')
  const tags = { Event: 'Casual game', Date: today, Black: nameOf('black'), White: nameOf('white') }
  return { table: createTable(deal, args.endRule, tags), engine, io, computer, level: args.level }
}

function show({ table, io, computer }: Game): void {
  const position = table.position()
  const isFlipped = computer === 'black'
  io.write(
    `${drawBoard(position, { hasColor: io.hasColor, lastMove: table.lastMove(), isFlipped })}\n`,
  )
  const points = score(position)
  io.write(`Black ${points.black} points, White ${points.white}.`)
  const over = outcome(position)
  if (over === undefined) io.write(` ${nameOfTurn(position.turn)} to move.\n`)
  else {
    io.write(`\nThe game is over: ${over.stuck.map(nameOfTurn).join(' and ')} cannot move. `)
    io.write(over.winner === 'draw' ? 'A draw.\n' : `${nameOfTurn(over.winner)} wins.\n`)
  }
}

function nameOfTurn(color: Color): string {
  return color === 'black' ? 'Black' : 'White'
}

function promptOf({ table }: Game): string {
  const { ending } = table.record()
  return ending === undefined ? `${nameOfTurn(table.position().turn)}> ` : 'over> '
}

/** Lets the computer move when it is its turn. */
async function answer(game: Game): Promise<void> {
  const { table, engine, io, computer, level } = game
  const position = table.position()
  if (table.record().ending !== undefined || position.turn !== computer) return
  const { move } = await engine.search(
    position,
    { timeMs: THINKING_MS, ...(level !== undefined && { level }) },
    { signal: io.interrupted },
  )
  if (move === undefined || io.interrupted.aborted) return
  table.play(move)
  io.write(`\nThe computer plays ${formatMove(move)}.\n`)
  show(game)
}

async function handle(game: Game, line: string): Promise<'quit' | undefined> {
  const { io } = game
  const [word = '', ...rest] = line.split(/\s+/)
  const argument = rest.join(' ')
  switch (word) {
    case '':
      return undefined
    case 'quit':
    case 'exit':
      return 'quit'
    case 'help':
      io.write(`${HELP}\n`)
      return undefined
    case 'board':
      show(game)
      return undefined
    case 'moves':
      listMoves(game, argument)
      return undefined
    case 'score':
      tellScore(game)
      return undefined
    case 'undo':
    case 'redo':
      takeBack(game, word)
      return undefined
    case 'hint':
      await hint(game)
      return undefined
    case 'save':
      await save(game, argument)
      return undefined
    case 'resign':
      resign(game)
      return undefined
    default:
      play(game, line)
      return undefined
  }
}

function play(game: Game, text: string): void {
  const { io, table } = game
  const move = parseMove(text.replace(/[\s-]/g, ''))
  if (!move.ok) {
    io.write(`"${text.slice(0, 40)}" is neither a move such as c2d4 nor a word I know; try help.\n`)
    return
  }
  if (table.record().ending !== undefined) return io.write('The game is over.\n')
  const played = table.play(move.value)
  if (!played.ok) io.write(`Not possible: ${describeRefusal(played.error, move.value)}.\n`)
  else show(game)
}

function listMoves({ io, table }: Game, argument: string): void {
  const position = table.position()
  if (argument === '') {
    const moves = legalMoves(position).map(formatMove)
    return io.write(`${moves.length === 0 ? 'no moves' : moves.join(' ')}\n`)
  }
  const square = parseSquare(argument)
  if (!square.ok)
    return io.write(`"${argument.slice(0, 40)}" is no square; squares are a1 to f6.\n`)
  const squares = destinations(position, square.value).map(formatSquare)
  io.write(`${squares.length === 0 ? `nothing can move from ${argument}` : squares.join(' ')}\n`)
}

function tellScore({ io, table }: Game): void {
  const parts = scoreParts(table.position())
  for (const color of ['black', 'white'] as const) {
    const sum = parts[color].reduce((total, { points }) => total + points, 0)
    const terms = parts[color].map(
      ({ square, value, height, points }) => `${formatSquare(square)} ${value}×${height}=${points}`,
    )
    io.write(`${nameOfTurn(color)} ${sum}: ${terms.join(', ')}\n`)
  }
}

function takeBack(game: Game, which: 'undo' | 'redo'): void {
  const own = game.computer === undefined ? undefined : opposite(game.computer)
  if (game.table[which](own)) show(game)
  else game.io.write(`There is nothing to ${which}.\n`)
}

async function hint({ io, table, engine }: Game): Promise<void> {
  if (table.record().ending !== undefined) return io.write('The game is over.\n')
  const limits = { timeMs: THINKING_MS }
  const { move, info } = await engine.search(table.position(), limits, { signal: io.interrupted })
  const value = info?.lines[0]?.value
  const worth =
    value === undefined
      ? ''
      : value.kind === 'solved'
        ? ` (a proven ${value.verdict})`
        : ` (about ${Math.round(value.points)} points)`
  io.write(move === undefined ? 'No hint.\n' : `Hint: ${formatMove(move)}${worth}\n`)
}

async function save({ io, table }: Game, file: string): Promise<void> {
  if (file === '') return io.write('save needs a file name, as in: save game.hgn\n')
  try {
    // Never over something that is there already.
    await writeFile(file, formatRecord(table.record()), { flag: 'wx' })
    io.write(`Saved as ${file}.\n`)
  } catch (error) {
    const code: unknown = Object(error).code
    io.write(
      code === 'EEXIST'
        ? `${file} exists already; choose another name.\n`
        : `${file} could not be written: ${String(Object(error).message)}\n`,
    )
  }
}

function resign({ io, table, computer }: Game): void {
  if (table.record().ending !== undefined) return io.write('The game is over.\n')
  const loser = computer === undefined ? table.position().turn : opposite(computer)
  table.resign(loser)
  io.write(`${nameOfTurn(loser)} resigns; ${nameOfTurn(opposite(loser))} wins.\n`)
}
