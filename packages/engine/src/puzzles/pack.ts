/**
 * Puzzles in one text: a header line, then a line for each puzzle (`line.ts`). Each line ends with
 * two characters of the checksum of all lines so far, so that a change is found where it is. The
 * header has the whole checksum.
 *
 * Reading a pack checks each line but sets up no board: thousands of boards would block a page.
 */
import { err, ok, type Result } from '@hokito/rules'
import { checksum } from './checksum.ts'
import { formatLine, isLine, readPuzzle, readSummary } from './line.ts'
import type { Puzzle, PuzzleParts, PuzzleSummary } from './puzzle.ts'

/**
 * The source of the puzzles of a pack: a number of games, which the same seed or the same records
 * give again.
 */
export interface PackOrigin {
  /** Undefined if the games are records of played games. */
  readonly seed: number | undefined
  readonly games: number
}

/** Puzzles in a fixed order, read one at a time. */
export interface PuzzlePack {
  readonly origin: PackOrigin
  readonly size: number
  /** The parts of a puzzle that need no board. @throws RangeError beyond the pack */
  summary(index: number): PuzzleSummary
  /** @throws RangeError beyond the pack; Error if a forged line has no board */
  puzzle(index: number): Puzzle
  /** The place of a puzzle by its id; undefined if it is not in the pack. */
  indexOf(id: string): number | undefined
}

/**
 * The ways a text can fail to be a pack: it is something else, or has another version; it ends too
 * soon, or continues too long; a line is invalid; a line has been changed since the pack was made.
 */
export const PACK_ERRORS = [
  'notAPack',
  'otherVersion',
  'cutShort',
  'tooLong',
  'badLine',
  'changed',
] as const

/** Why a text is not a pack, and in which line, counted from 1. */
export interface PackError {
  readonly code: (typeof PACK_ERRORS)[number]
  readonly line: number
}

/** Reads a pack from its text, or from the bytes of the text. */
export function readPuzzlePack(pack: string | Uint8Array): Result<PuzzlePack, PackError> {
  const steps = reading(pack)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/**
 * The same in steps of a few milliseconds; `rest` lets a page do something else after each step.
 */
export async function readPuzzlePackInSteps(
  pack: string | Uint8Array,
  rest: () => Promise<void>,
): Promise<Result<PuzzlePack, PackError>> {
  const steps = reading(pack)
  let step = steps.next()
  while (step.done !== true) {
    await rest()
    step = steps.next()
  }
  return step.value
}

/** Formats puzzles as a pack. */
export function formatPuzzlePack(puzzles: readonly PuzzleParts[], origin: PackOrigin): string {
  let sum = 0
  const lines = puzzles.map((puzzle) => {
    const line = formatLine(puzzle)
    sum = checksum(line, sum)
    return `${line} ${signOf(sum)}\n`
  })
  const { seed, games } = origin
  const counts = `seed=${seed ?? NO_SEED} games=${games} puzzles=${puzzles.length}`
  return `${MAGIC} ${VERSION} ${counts} sum=${sum.toString(16)}\n${lines.join('')}`
}

// --- internal ---

const MAGIC = 'hokito-puzzles'
const VERSION = 1
const NO_SEED = '-'
const HEAD = /^hokito-puzzles (\d+)(?: seed=(\d+|-) games=(\d+) puzzles=(\d+) sum=([0-9a-f]{1,8}))?/
const SIGN_LENGTH = 2
const SIGNS = 36 ** SIGN_LENGTH

/** Lines read in one step. */
const STEP = 250

type Reading<T> = Generator<undefined, Result<T, PackError>>

function* reading(pack: string | Uint8Array): Reading<PuzzlePack> {
  const text = typeof pack === 'string' ? pack : new TextDecoder().decode(pack)
  const [first = '', ...rest] = text.split('\n')
  const head = readHead(first)
  if (!head.ok) return head
  const { count, sum, origin } = head.value
  const lines = yield* readLines(rest, count)
  if (!lines.ok) return lines
  if (lines.value.sum !== sum) return err({ code: 'changed', line: 1 })
  return ok(packOf(lines.value.lines, origin))
}

interface Head {
  readonly count: number
  readonly sum: number
  readonly origin: PackOrigin
}

function readHead(line: string): Result<Head, PackError> {
  const [all, version, seed, games, count, sum = ''] = HEAD.exec(line) ?? []
  if (version !== undefined && Number(version) !== VERSION)
    return err({ code: 'otherVersion', line: 1 })
  if (count === undefined || all !== line) return err({ code: 'notAPack', line: 1 })
  return ok({
    count: Number(count),
    sum: Number.parseInt(sum, 16),
    origin: { seed: seed === NO_SEED ? undefined : Number(seed), games: Number(games) },
  })
}

/** The lines without their signs; `rest` ends with the empty text after the last break. */
function* readLines(
  rest: readonly string[],
  count: number,
): Reading<{ readonly lines: readonly string[]; readonly sum: number }> {
  const lines: string[] = []
  let sum = 0
  for (const signed of rest.slice(0, Math.min(count, rest.length - 1))) {
    const at = lines.length + 2
    const line = signed.slice(0, -SIGN_LENGTH - 1)
    if (!isLine(line)) return err({ code: 'badLine', line: at })
    sum = checksum(line, sum)
    if (signed !== `${line} ${signOf(sum)}`) return err({ code: 'changed', line: at })
    lines.push(line)
    if (lines.length % STEP === 0) yield
  }
  if (lines.length < count) return err({ code: 'cutShort', line: lines.length + 1 })
  if (rest.length !== count + 1 || rest.at(-1) !== '')
    return err({ code: 'tooLong', line: count + 2 })
  return ok({ lines, sum })
}

function packOf(lines: readonly string[], origin: PackOrigin): PuzzlePack {
  let places: ReadonlyMap<string, number> | undefined
  const lineAt = (index: number): string => {
    const line = lines[index]
    if (line === undefined) throw new RangeError(`there is no puzzle ${index} in the pack`)
    return line
  }
  return {
    origin,
    size: lines.length,
    summary: (index) => readSummary(lineAt(index)),
    puzzle(index) {
      const puzzle = readPuzzle(lineAt(index))
      if (puzzle === undefined) throw new Error(`line ${index + 2} of the pack has no board`)
      return puzzle
    },
    indexOf(id) {
      places ??= new Map(lines.map((line, index) => [readSummary(line).id, index]))
      return places.get(id)
    },
  }
}

/** The sign at the end of a line: the checksum so far, shortened. */
function signOf(sum: number): string {
  return (sum % SIGNS).toString(36).padStart(SIGN_LENGTH, '0')
}
