import { type Command, Option } from 'commander'
import { readCompensation, readEndRule } from '../arguments.ts'
import type { ExitCode, Io } from '../io.ts'

/** Adds a command to the program. The command passes its exit code to `exit`. */
export type AddCommand = (program: Command, io: Io, exit: (code: ExitCode) => void) => void

/** A position late in a game, for examples in the help. */
export const LATE_HFEN = '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'

/** The help for the argument of commands about a position. */
export const POSITION_HELP = 'a deal number or an HFEN'

/** `--end-rule`, the same for all commands. */
export function endRuleOption(): Option {
  return new Option(
    '--end-rule <rule>',
    'either: the game ends when one of the players is stuck; onTurn: when the player to move is',
  )
    .argParser(readEndRule)
    .default('either')
}

/** `--compensation`, the same for all commands. */
export function compensationOption(): Option {
  return new Option('--compensation <points>', 'points that White gets when the game is counted')
    .argParser(readCompensation)
    .default(0)
}

/** The names of the levels, for the help of commands that play at one. */
export const LEVELS_HELP = `
Levels: 1 newcomer, 2 beginner, 3 learner, 4 hobby player, 5 regular,
6 club player, 7 challenger, 8 expert, 9 master, 10 grandmaster.`

/** The examples at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
}
