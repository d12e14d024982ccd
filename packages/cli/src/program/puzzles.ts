import { Option } from 'commander'
import { readWhole } from '../arguments.ts'
import { type AddCommand, examples } from './options.ts'

/** `hokito puzzles`. */
export const addPuzzles: AddCommand = (program, io, exit) => {
  const puzzles = program
    .command('puzzles')
    .description('make, check and list puzzles: positions with exactly one right move')
    .addHelpText(
      'after',
      examples(
        'hokito puzzles list --json',
        'hokito puzzles make --games 500 --seed 1 --out pack.txt',
        'hokito puzzles check pack.txt',
      ),
    )
  addMake(puzzles, io, exit)
  addCheck(puzzles, io, exit)
  addList(puzzles, io, exit)
}

// --- internal ---

const addMake: AddCommand = (puzzles, io, exit) => {
  puzzles
    .command('make')
    .description('find puzzles in games of the computer or of a file, and prove them')
    .option('--games <number>', 'how many games in total (default: 100, or all of --from)')
    .option('--seed <number>', 'the same seed gives the same puzzles (default: a new one)')
    .addOption(new Option('--from <file>', 'take the games from a file of HGN').conflicts('seed'))
    .requiredOption('--out <file>', 'file to write the puzzles to, or to continue')
    .addHelpText(
      'after',
      `
Ctrl-C keeps the puzzles found so far; the same command continues from there.
With more games, it adds to the file.
${examples(
  'hokito puzzles make --games 500 --seed 1 --out pack.txt',
  'hokito export games.hgn && hokito puzzles make --from games.hgn --out own.txt',
)}`,
    )
    .action(async ({ games, seed, from, out }) => {
      const { runMakePuzzles } = await import('../commands/puzzles.ts')
      const args = {
        games: readGames(games, from),
        from,
        seed: seed === undefined ? undefined : readWhole(seed, '--seed', 0, 2 ** 32 - 1),
        out,
      }
      exit(await runMakePuzzles(args, io))
    })
}

const addCheck: AddCommand = (puzzles, io, exit) => {
  puzzles
    .command('check')
    .description('prove every puzzle of a file again')
    .argument(...FILE)
    .addHelpText('after', examples('hokito puzzles check', 'hokito puzzles check pack.txt'))
    .action(async (file) => {
      const { runCheckPuzzles } = await import('../commands/puzzles.ts')
      exit(await runCheckPuzzles(file, io))
    })
}

const addList: AddCommand = (puzzles, io, exit) => {
  puzzles
    .command('list')
    .description('print puzzles, a line each')
    .argument(...FILE)
    .option('--json', 'print JSON for programs')
    .addHelpText('after', examples('hokito puzzles list', 'hokito puzzles list --json pack.txt'))
    .action(async (file, { json = false }) => {
      const { runListPuzzles } = await import('../commands/puzzles.ts')
      exit(await runListPuzzles({ file, json }, io))
    })
}

function readGames(games: string | undefined, from: string | undefined): number {
  if (games !== undefined) return readWhole(games, '--games', 1, MOST_GAMES)
  return from === undefined ? DEFAULT_GAMES : MOST_GAMES
}

const DEFAULT_GAMES = 100
const MOST_GAMES = 10_000_000

const FILE = ['[file]', 'a file of puzzles (default: those that come with hokito)'] as const
