import { Command, CommanderError } from 'commander'
import { EXIT, type ExitCode, type Io, UserError } from './io.ts'
import { addAdmin } from './program/admin.ts'
import { addAnalyse, addBench, addSolve } from './program/analysis.ts'
import { addMatch, addSelfplay } from './program/arena.ts'
import { addBot } from './program/bot.ts'
import {
  addBackup,
  addExport,
  addMigrateStore,
  addRatings,
  addRestore,
  addVerifyDeal,
} from './program/data.ts'
import type { AddCommand } from './program/options.ts'
import { addPicture } from './program/pictures.ts'
import { addPlay } from './program/play.ts'
import { addMoves, addPerft, addShow } from './program/positions.ts'
import { addPuzzles } from './program/puzzles.ts'
import { addDeal, addReplay } from './program/records.ts'
import { addServe, addUgi } from './program/services.ts'
import { VERSION } from './version.ts'

/**
 * Runs the command line and returns its exit code. It reports every error that a person can fix in
 * a sentence.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok
  const program = createProgram(io, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync(argv.map(shieldBoard), { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (!(error instanceof UserError)) throw error
    io.writeError(`hokito: ${error.message}\n`)
    return error.exitCode
  }
}

// --- internal ---

/** In the order in which `--help` lists them. */
const COMMANDS: readonly AddCommand[] = [
  addPlay,
  addShow,
  addMoves,
  addDeal,
  addReplay,
  addPicture,
  addAnalyse,
  addSolve,
  addPuzzles,
  addMatch,
  addSelfplay,
  addPerft,
  addBench,
  addUgi,
  addBot,
  addServe,
  addBackup,
  addRestore,
  addExport,
  addMigrateStore,
  addRatings,
  addVerifyDeal,
  addAdmin,
]

function createProgram(io: Io, exit: (code: ExitCode) => void): Command {
  const program = new Command('hokito')
    .description('Play, study and serve Hokito, the game of stacks by Claude Leroy.')
    .version(VERSION)
    .showHelpAfterError('(run hokito --help for details)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.write(text),
      writeErr: (text) => io.writeError(text),
      outputError: (text, write) => write(text.replace(/^error:/, 'hokito:')),
      getOutHasColors: () => io.hasColor,
      getErrHasColors: () => io.hasColor,
      getOutHelpWidth: () => io.columns() ?? HELP_WIDTH,
      getErrHelpWidth: () => io.columns() ?? HELP_WIDTH,
    })
    .addHelpText(
      'after',
      '\nExamples:\n  hokito play --level 5\n  hokito show 77.1234567\n  hokito help play',
    )
  for (const add of COMMANDS) add(program, io, exit)
  return program
}

/**
 * A board may begin with empty squares, which look like the dashes of an option. A space in front
 * distinguishes it. The code that reads the position removes the space.
 */
function shieldBoard(word: string): string {
  return /^-[^=]*\//.test(word) ? ` ${word}` : word
}

/** Width of the help in columns if the output is not a terminal. */
const HELP_WIDTH = 80
