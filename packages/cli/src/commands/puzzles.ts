import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PackOrigin, Puzzle, PuzzlePack, PuzzleParts } from '@hokito/engine/puzzles'
import {
  type Flaw,
  type PuzzleMaker,
  SHIPPED_PACK,
  shapesOf,
  startPuzzleMaker,
} from '@hokito/engine/puzzles/making'
import { formatMove, randomIndex, readRecords, replay } from '@hokito/rules'
import { describeHgn } from '../describe.ts'
import { piecesOf } from '../input.ts'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { seconds } from '../numbers.ts'
import { createProgress } from '../progress.ts'
import { readPuzzleFile, writePuzzleFile } from '../puzzle-file.ts'

/** Arguments of `puzzles make`. */
export interface MakeArguments {
  /** Total number of games, including those already in the file. */
  readonly games: number
  /** A file of HGN records to take the games from. If undefined, the levels play games. */
  readonly from: string | undefined
  /** The seed. If undefined, that of the file, or else a random one. */
  readonly seed: number | undefined
  readonly out: string
}

/**
 * `hokito puzzles make`: makes puzzles game by game, from games of the levels or from records. It
 * continues an existing file that was interrupted or needs more games. Fails if it is interrupted.
 */
export async function runMakePuzzles(args: MakeArguments, io: Io): Promise<ExitCode> {
  const started = await startFile(args, io)
  const { puzzles } = started
  const taken = new Set(puzzles.flatMap(shapesOf))
  const progress = createProgress(io)
  const ofGames = args.from === undefined ? ` of ${args.games}` : ''
  let { games } = started
  let savedAt = io.now().getTime()
  const save = () => writePuzzleFile(args.out, puzzles, { ...started, games })
  try {
    for await (const look of gamesFrom(args, started, io)) {
      if (io.interrupted.aborted) break
      puzzles.push(...look(taken))
      games++
      progress.tell(`${games}${ofGames} games: ${counted(puzzles.length)}`)
      if (io.now().getTime() - savedAt >= SAVE_EVERY_MS) {
        await save()
        savedAt = io.now().getTime()
      }
      // The maker keeps the thread busy, so interruptions can only arrive here.
      await setImmediate()
    }
    await save()
  } finally {
    progress.clear()
  }
  const ofSeed = started.seed === undefined ? '' : ` of seed ${started.seed}`
  io.write(`${counted(puzzles.length)} from ${games} games${ofSeed} in ${args.out}\n`)
  return io.interrupted.aborted ? EXIT.failed : EXIT.ok
}

/**
 * `hokito puzzles check`: proves every puzzle of a pack again. Fails if one is wrong, or if it is
 * interrupted.
 */
export async function runCheckPuzzles(file: string | undefined, io: Io): Promise<ExitCode> {
  const pack = await readPuzzleFile(file ?? SHIPPED, io)
  const maker = await startPuzzleMaker()
  const progress = createProgress(io)
  const startedAt = io.now().getTime()
  const seen = new Map<string, string>()
  let wrong = 0
  for (let index = 0; index < pack.size; index++) {
    if (io.interrupted.aborted) return EXIT.failed
    const why = whatIsWrong(pack, index, maker, seen)
    if (why !== undefined) {
      progress.clear()
      io.write(`line ${index + 2}: ${why}\n`)
      wrong++
    }
    progress.tell(`${index + 1} of ${counted(pack.size)} checked, ${wrong} wrong`)
    await setImmediate()
  }
  progress.clear()
  const time = seconds(io.now().getTime() - startedAt)
  io.write(
    `${counted(pack.size)} checked in ${time}: ${wrong === 0 ? 'all proved' : `${wrong} wrong`}\n`,
  )
  return wrong === 0 ? EXIT.ok : EXIT.failed
}

/** `hokito puzzles list`: the puzzles of a pack, one per line. */
export async function runListPuzzles(
  { file, json }: { readonly file: string | undefined; readonly json: boolean },
  io: Io,
): Promise<ExitCode> {
  const pack = await readPuzzleFile(file ?? SHIPPED, io)
  for (let index = 0; index < pack.size; index++) {
    const puzzle = pack.puzzle(index)
    io.write(`${json ? JSON.stringify(factsOf(puzzle)) : describe(puzzle)}\n`)
  }
  return EXIT.ok
}

// --- internal ---

const SHIPPED = fileURLToPath(SHIPPED_PACK)
/** Most time whose work is lost if a run is killed. */
const SAVE_EVERY_MS = 20_000

interface Started extends PackOrigin {
  readonly puzzles: PuzzleParts[]
}

/** Finds the puzzles of one game. */
type Look = (taken: Set<string>) => readonly PuzzleParts[]

/** The contents of an existing file, or the beginning of a new one. */
async function startFile({ out, seed, from }: MakeArguments, io: Io): Promise<Started> {
  if (!existsSync(out)) {
    const fresh = seed ?? randomIndex(2 ** 32, io.randomBytes)
    return { seed: from === undefined ? fresh : undefined, games: 0, puzzles: [] }
  }
  const pack = await readPuzzleFile(out, io)
  const { origin, size } = pack
  const isSame = from === undefined ? (seed ?? origin.seed) === origin.seed : true
  if (!isSame || (from === undefined) !== (origin.seed !== undefined)) {
    const begun = origin.seed === undefined ? '--from' : `--seed ${origin.seed}`
    throw new UserError(
      `${out} was begun with ${begun}: continue with that, or choose another file`,
      EXIT.usage,
    )
  }
  return { ...origin, puzzles: Array.from({ length: size }, (_, index) => pack.puzzle(index)) }
}

/** The games after those already in the file, up to the requested number. */
async function* gamesFrom(
  args: MakeArguments,
  { seed = 0, games }: Started,
  io: Io,
): AsyncGenerator<Look> {
  const maker = await startPuzzleMaker()
  if (args.from === undefined) {
    for (let index = games; index < args.games; index++)
      yield (taken) => maker.fromGame(seed, index, taken)
    return
  }
  let index = 0
  for await (const record of readRecords(piecesOf(args.from, io))) {
    if (index >= args.games) return
    if (!record.ok) throw new UserError(`${args.from}: ${describeHgn(record.error)}`)
    const positions = replay(record.value)
    if (!positions.ok) throw new Error('a record that was read can be replayed')
    if (index++ >= games) yield (taken) => maker.fromPositions(positions.value, taken)
  }
}

function whatIsWrong(
  pack: PuzzlePack,
  index: number,
  maker: PuzzleMaker,
  seen: Map<string, string>,
): string | undefined {
  const puzzle = pack.puzzle(index)
  const flaw = maker.check(puzzle)
  if (flaw !== undefined) return `puzzle ${puzzle.id}: ${describeFlaw(puzzle, flaw)}`
  const [shape = ''] = shapesOf(puzzle)
  const other = seen.get(shape)
  seen.set(shape, puzzle.id)
  return other && `puzzle ${puzzle.id}: it is puzzle ${other}, turned or flipped`
}

function describeFlaw({ solution }: Puzzle, { code, ply }: Flaw): string {
  const move = solution[ply]
  return FLAWS[code](move === undefined ? 'the last move' : formatMove(move))
}

const FLAWS: { readonly [C in Flaw['code']]: (move: string) => string } = {
  badLength: () => 'a solution has one to five moves of the solver, and ends with one',
  noChoice: (move) => `there are too few moves to choose from when ${move} is played`,
  wrongKind: () => 'the value of the position does not fit the task',
  illegal: (move) => `${move} is not possible`,
  notOnly: (move) => `${move} is not the only right move`,
  badReply: (move) => `best play would not reply ${move}`,
  wrongThemes: () => 'the themes do not fit its moves',
  tooDear: () => 'it takes too long to prove',
}

/** The facts of a puzzle for other programs. */
function factsOf({ id, hfen, endRule, kind, solution, rating, themes }: Puzzle) {
  return { id, hfen, endRule, kind, solution: solution.map(formatMove), rating, themes }
}

function describe({ id, hfen, endRule, kind, solution, rating, themes }: Puzzle): string {
  const moves = solution.map(formatMove).join(' ')
  return [id, kind, endRule, rating, `"${hfen}"`, moves, themes.join(',')].join('  ').trimEnd()
}

function counted(puzzles: number): string {
  return puzzles === 1 ? '1 puzzle' : `${puzzles} puzzles`
}
