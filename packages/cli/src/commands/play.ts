import { startEngine } from '@hokito/engine/node'
import {
  type Beginning,
  type Color,
  formatBeginning,
  formatDate,
  type GameOptions,
  opposite,
  randomIndex,
} from '@hokito/rules'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { createPlayedGame } from '../play/played-game.ts'
import { answer, promptOf, showGame } from '../play/screen.ts'
import type { TerminalGame } from '../play/terminal-game.ts'
import { completeWord, handleLine } from '../play/words.ts'

/** Arguments of `play`. */
export interface PlayArguments {
  /** 1–10, or undefined for full strength. */
  readonly level: number | undefined
  readonly color: Color | 'random'
  /** Two people at one keyboard instead of the computer. */
  readonly isHotSeat: boolean
  readonly beginning: Beginning
  readonly options: GameOptions
}

/**
 * `hokito play`: a game at the terminal, with typed moves, until `quit` or the end of the input.
 */
export async function runPlay(args: PlayArguments, io: Io): Promise<ExitCode> {
  const engine = startEngine()
  const game: TerminalGame = { ...seatsOf(args, io), engine, io }
  try {
    introduce(game)
    showGame(game)
    await answer(game)
    const lines = io.lines((typed) => completeWord(game, typed))
    io.prompt(promptOf(game))
    for await (const line of lines) {
      if ((await handleLine(game, line)) === 'quit') return EXIT.ok
      await answer(game)
      io.prompt(promptOf(game))
    }
    // The end of the input, or Ctrl-C, leaves the cursor after the prompt.
    if (io.isTerminal) io.write('\n')
    return EXIT.ok
  } finally {
    await engine.close()
  }
}

// --- internal ---

function seatsOf(args: PlayArguments, io: Io): Pick<TerminalGame, 'played' | 'computer' | 'level'> {
  const { beginning, options, level } = args
  const ownColor = args.color === 'random' ? randomColor(io) : args.color
  const computer = args.isHotSeat ? undefined : opposite(ownColor)
  const computerName = level === undefined ? 'hokito' : `hokito level ${level}`
  const seat = (color: Color) => (computer === color ? computerName : `${color} player`)
  const tags = {
    Event: 'Casual game',
    Date: formatDate(io.now()),
    Black: seat('black'),
    White: seat('white'),
  }
  return { played: createPlayedGame(beginning, options, tags), computer, level }
}

function randomColor(io: Io): Color {
  return randomIndex(2, io.randomBytes) === 0 ? 'black' : 'white'
}

function introduce({ played, computer, io }: TerminalGame): void {
  const { beginning, tags, endRule, compensation } = played.record()
  const name = beginning.kind === 'deal' ? 'Deal' : 'Position'
  const who =
    computer === undefined
      ? 'Two people at this keyboard'
      : `You are ${opposite(computer)}, against ${computer === 'black' ? tags.Black : tags.White}`
  const extra = compensation === 0 ? '' : `, and White gets ${compensation} points`
  io.write(`${who}. ${name} ${formatBeginning(beginning)}, end rule ${endRule}${extra}.\n`)
  io.write('Type a move such as c2d4, or help.\n\n')
}
