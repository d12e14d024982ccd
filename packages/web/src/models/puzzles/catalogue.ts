import type { Puzzle, PuzzleKind, PuzzlePack, PuzzleSummary, Theme } from '@hokito/engine/puzzles'
import { legalMoves, type Position, SQUARES } from '@hokito/rules'
import { type Day, dayNumber } from '../device/days.ts'

/**
 * The end rule that the lessons teach; puzzles under the other rule come only to players who have
 * chosen it.
 */
export const FAMILIAR_RULE = 'either'

/** The board before its puzzle is known. */
export const EMPTY_BOARD: Position = {
  board: SQUARES.map(() => undefined),
  turn: 'black',
  endRule: FAMILIAR_RULE,
  compensation: 0,
}

/** There was no daily puzzle before this day. */
export const FIRST_PUZZLE_DAY: Day = '2026-11-01'

/** From this day on, the puzzle of a day leaves its solver at least {@link FEWEST_CHOICES}. */
export const CHOICE_FROM: Day = '2026-12-01'

/** With fewer possible moves, the puzzle of a day could be guessed. */
export const FEWEST_CHOICES = 6

/** Summaries of all puzzles, without setting up their boards, in the order of their pack. */
export interface Catalogue {
  readonly summaries: readonly PuzzleSummary[]
  /** The puzzle of a summary, with its board. */
  readonly open: (summary: PuzzleSummary) => Puzzle
  readonly find: (id: string) => PuzzleSummary | undefined
}

/** Reads the summaries of a pack in batches; `rest` lets the page do other work in between. */
export async function catalogueOf(pack: PuzzlePack, rest: () => Promise<void>): Promise<Catalogue> {
  const summaries: PuzzleSummary[] = []
  while (summaries.length < pack.size) {
    const end = Math.min(summaries.length + AT_ONCE, pack.size)
    while (summaries.length < end) summaries.push(pack.summary(summaries.length))
    await rest()
  }
  const places = new Map(summaries.map(({ id }, index) => [id, index]))
  return {
    summaries,
    open: ({ id }) => pack.puzzle(places.get(id) ?? -1),
    find: (id) => summaries[places.get(id) ?? -1],
  }
}

/**
 * The puzzle of a day, the same for everyone with these puzzles. It ends by the familiar rule and
 * is not among the hardest. No puzzle comes twice before all have come, except in place of one with
 * too few choices: then comes one that is due much later.
 */
export function puzzleOfDay({ summaries, open }: Catalogue, day: Day): PuzzleSummary | undefined {
  const fit = summaries.filter(
    ({ endRule, rating }) => endRule === FAMILIAR_RULE && rating <= HARDEST_OF_DAY,
  )
  const { length } = fit
  // Steps of a length that shares no divisor with the number of puzzles meet each puzzle once.
  let step = Math.max(1, Math.round(length * GOLDEN))
  while (divisor(step, length) > 1) step++
  const due = (later: number) => fit[((dayNumber(day) + later) * step) % length]
  const usual = due(0)
  if (usual === undefined || day < CHOICE_FROM) return usual
  const others = INSTEAD.map((share) => Math.round(share * length))
  for (const later of [0, ...others, ...fit.keys()]) {
    const summary = due(later)
    if (summary !== undefined && hasChoice(open(summary).position)) return summary
  }
  return usual
}

/** What a player wants to practise. */
export interface Wish {
  /** The rating to stay close to. */
  readonly rating: number
  readonly theme: Theme | undefined
  /** The task; any if absent. */
  readonly kind?: PuzzleKind
  /** Is the other end rule welcome too? */
  readonly anyRule: boolean
  /** The most moves that the solver should have to find. */
  readonly mostMoves?: number
  /** Should the solution end the game on the board? */
  readonly isEnd?: boolean
  /** Ids that come only when nothing else is left. */
  readonly tried: ReadonlySet<string>
}

/**
 * One of the puzzles nearest to a wish, chosen by `chance` from 0 up to 1; undefined if there is
 * none of the kind. Puzzles already tried come again once all were tried.
 */
export function nextPuzzle(
  { summaries }: Catalogue,
  wish: Wish,
  chance: number,
): PuzzleSummary | undefined {
  const all = summaries.filter((each) => isWished(each, wish))
  const fresh = all.filter(({ id }) => !wish.tried.has(id))
  const nearest = (fresh.length > 0 ? fresh : all)
    .map((each) => ({ each, distance: Math.abs(each.rating - wish.rating) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NEAREST)
  return nearest[Math.floor(chance * nearest.length)]?.each
}

// --- internal ---

/**
 * Few computer levels solve puzzles above this rating, and the daily puzzle should please most
 * players.
 */
const HARDEST_OF_DAY = 1600
/** The themes of solutions after which a side has no possible move. */
const ENDS: readonly Theme[] = ['stuck', 'ownEnd']
/** This many summaries take a few milliseconds to read, even on a slow phone. */
const AT_ONCE = 250
/** Steps of this share of a round spread the days most evenly over it. */
const GOLDEN = (Math.sqrt(5) - 1) / 2
/**
 * In place of a puzzle with too few choices come, in this order, those that are due these shares of
 * a round later. They are so far apart that nobody meets one of them twice within half a year.
 */
const INSTEAD = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 5 / 8, 3 / 8, 7 / 8]
/** Chance decides among this many, so that the next puzzle is not always the same. */
const NEAREST = 12

function hasChoice(position: Position): boolean {
  return legalMoves(position).length >= FEWEST_CHOICES
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

function isWished(puzzle: PuzzleSummary, wish: Wish): boolean {
  const { theme, kind, anyRule, mostMoves, isEnd = false } = wish
  return (
    (!isEnd || puzzle.themes.some((each) => ENDS.includes(each))) &&
    (anyRule || puzzle.endRule === FAMILIAR_RULE) &&
    (kind === undefined || puzzle.kind === kind) &&
    (theme === undefined || puzzle.themes.includes(theme)) &&
    puzzle.ownMoves <= (mostMoves ?? Number.POSITIVE_INFINITY)
  )
}
