import { boundedRating, type Rating, UNRATED, widenedRating } from '@hokito/protocol'
import * as v from 'valibot'
import { type Day, dayOf, isDay } from '../device/days.ts'
import { INSTANT } from '../device/instant.ts'
import { createKeptProgress, type KeptProgress } from '../device/kept-progress.ts'
import { isSettled, ratedAfter } from './puzzle-rating.ts'

/**
 * The results of a daily puzzle, from worst to best: begun and not solved yet, solution shown,
 * solved after a mistake, solved at the first try.
 */
export const DAY_RESULTS = ['tried', 'shown', 'later', 'first'] as const
export type DayResult = (typeof DAY_RESULTS)[number]

/** A daily puzzle that was begun. */
export interface KeptDay {
  /** The puzzle of that day, because another version of the pack may give the day another one. */
  readonly id: string
  readonly result: DayResult
}

/** What was done with puzzles on one day. */
export interface PuzzleDay {
  /** Puzzles tried for the first time, and those of them solved at the first try. */
  readonly tried: number
  readonly solved: number
  /** The rating after the last of them; absent while it says next to nothing. */
  readonly rating?: number | undefined
  /** The best score of a rush. */
  readonly rush?: number | undefined
}

/** A player's progress with puzzles on this device. */
export interface PuzzleProgress {
  readonly rating: Rating
  /** When a try last moved the rating, in milliseconds since 1970; absent before the first one. */
  readonly ratedAt?: number | undefined
  /** The ids of the puzzles tried, the latest last. */
  readonly tried: readonly string[]
  readonly days: Readonly<Record<Day, KeptDay>>
  readonly rushBest: number
  /** What was done on each day; of days before this was kept, nothing is known. */
  readonly past: Readonly<Record<Day, PuzzleDay>>
  /** The themes of missed puzzles, the latest last; solving another one of a theme takes one away. */
  readonly missed: readonly (readonly string[])[]
  /** Does the player also want puzzles under the end rule that the lessons do not teach? */
  readonly anyRule: boolean
}

/** The first try at a puzzle since it was opened, and the rating before and after it. */
export interface RatedTry {
  readonly isSolved: boolean
  /** Did it move the rating? It does not if the puzzle was tried before. */
  readonly counts: boolean
  readonly before: Rating
  readonly after: Rating
}

export type PuzzleStore = KeptProgress<PuzzleProgress>

/** The puzzle progress stored on this device; `storage` may be forbidden. */
export function createPuzzleStore(storage: () => Storage): PuzzleStore {
  return createKeptProgress(storage, { key: KEY, none: NOTHING, read: readProgress })
}

/** Reads progress from storage or a backup; undefined for anything else. */
export function readProgress(json: unknown): PuzzleProgress | undefined {
  const shape = v.safeParse(SHAPE, json)
  if (!shape.success) return undefined
  const days = readDays(shape.output.days, KEPT_DAY)
  const past = readDays(shape.output.past, PUZZLE_DAY)
  if (days === undefined || past === undefined) return undefined
  // Earlier versions let the rating exceed its bounds.
  return { ...shape.output, rating: boundedRating(shape.output.rating), days, past }
}

/**
 * Adds the first try at a puzzle, made at the instant `at`; later tries change nothing. Only one
 * that `counts` moves the rating.
 */
export function withTry(
  now: PuzzleProgress,
  puzzle: { readonly id: string; readonly rating: number; readonly themes: readonly string[] },
  {
    isSolved,
    counts,
    at,
  }: { readonly isSolved: boolean; readonly counts: boolean; readonly at: number },
): PuzzleProgress {
  if (now.tried.includes(puzzle.id)) return now
  const next = {
    ...withPast(now, dayOf(at), ({ tried, solved, ...rest }) => ({
      ...rest,
      tried: tried + 1,
      solved: solved + Number(isSolved),
    })),
    tried: [...now.tried, puzzle.id].slice(-MOST_TRIED),
    missed: missedAfter(now.missed, puzzle.themes, isSolved),
  }
  if (!counts) return next
  const before = widenedRating(now.rating, at - (now.ratedAt ?? at))
  const rating = ratedAfter(before, puzzle.rating, isSolved)
  const rated = { ...next, rating, ratedAt: at }
  if (!isSettled(rating)) return rated
  return withPast(rated, dayOf(at), (day) => ({ ...day, rating: Math.round(rating.rating) }))
}

/** Adds the score of a rush that ended at the instant `at`. */
export function withRush(now: PuzzleProgress, score: number, at: number): PuzzleProgress {
  const next = { ...now, rushBest: Math.max(now.rushBest, score) }
  return withPast(next, dayOf(at), (day) => ({ ...day, rush: Math.max(day.rush ?? 0, score) }))
}

/**
 * Adds the result of a daily puzzle if it changes anything: a shown solution stays shown, and a
 * solved puzzle stays solved.
 */
export function withDay(now: PuzzleProgress, day: Day, { id, result }: KeptDay): PuzzleProgress {
  const before = now.days[day]?.result
  if (before !== undefined && before !== 'tried') return now
  // After a wrong try it is no longer the first.
  const kept = before === 'tried' && result === 'first' ? 'later' : result
  return { ...now, days: { ...now.days, [day]: { id, result: kept } } }
}

/** The puzzles tried on all days, and those of them solved at the first try. */
export function firstTries({ past }: Pick<PuzzleProgress, 'past'>): PuzzleDay {
  return Object.values(past).reduce(
    (sum, day) => ({ tried: sum.tried + day.tried, solved: sum.solved + day.solved }),
    NO_PUZZLES,
  )
}

/** The days whose puzzles are solved. */
export function solvedDays({ days }: PuzzleProgress): ReadonlySet<Day> {
  return new Set(Object.keys(days).filter((day) => isSolved(days[day])))
}

/** How a puzzle of a day has ended; undefined as long as it can still be solved. */
export function endOfDay(
  kept: KeptDay | undefined,
): Exclude<KeptDay['result'], 'tried'> | undefined {
  return kept?.result === 'tried' ? undefined : kept?.result
}

export function isSolved(kept: KeptDay | undefined): boolean {
  return kept?.result === 'first' || kept?.result === 'later'
}

/**
 * The merged progress of two devices. The rating and what was missed are those of the device with
 * more tries.
 */
export function joined(here: PuzzleProgress, other: PuzzleProgress): PuzzleProgress {
  const tried = [...new Set([...other.tried, ...here.tried])].slice(-MOST_TRIED)
  const days = { ...other.days }
  for (const [day, kept] of Object.entries(here.days)) {
    const brought = days[day]
    if (brought === undefined || orderOf(kept) >= orderOf(brought)) days[day] = kept
  }
  const { rating, ratedAt, missed } = other.tried.length > here.tried.length ? other : here
  return {
    rating,
    ratedAt,
    tried,
    days,
    rushBest: Math.max(here.rushBest, other.rushBest),
    missed,
    past: joinedPast(here.past, other.past),
    anyRule: here.anyRule,
  }
}

// --- internal ---

const KEY = 'hokito:puzzles'
/** More puzzles than exist, and the days of more than twenty years. */
const MOST_TRIED = 10_000
const MOST_DAYS = 8_000
/** Enough to tell what a player finds hard at the moment. */
const MOST_MISSED = 60
const MOST_THEMES = 20
const MOST_LETTERS = 30
const ID = /^[\w-]{1,32}$/

const NOTHING: PuzzleProgress = {
  rating: UNRATED,
  tried: [],
  days: {},
  rushBest: 0,
  missed: [],
  past: {},
  anyRule: false,
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const id = v.pipe(v.string(), v.regex(ID))

const SHAPE = v.object({
  rating: v.object({
    rating: v.pipe(v.number(), v.minValue(-5000), v.maxValue(10_000)),
    deviation: v.pipe(v.number(), v.minValue(1), v.maxValue(UNRATED.deviation)),
    volatility: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  }),
  ratedAt: v.optional(INSTANT),
  tried: v.pipe(v.array(id), v.maxLength(MOST_TRIED)),
  days: v.looseObject({}),
  rushBest: count,
  missed: v.optional(
    v.pipe(
      v.array(
        v.pipe(v.array(v.pipe(v.string(), v.maxLength(MOST_LETTERS))), v.maxLength(MOST_THEMES)),
      ),
      v.maxLength(MOST_MISSED),
    ),
    [],
  ),
  past: v.optional(v.looseObject({}), {}),
  anyRule: v.boolean(),
})

const KEPT_DAY = v.object({ id, result: v.picklist(DAY_RESULTS) })
const PUZZLE_DAY = v.object({
  tried: count,
  solved: count,
  rating: v.optional(v.pipe(v.number(), v.integer())),
  rush: v.optional(count),
})
const NO_PUZZLES: PuzzleDay = { tried: 0, solved: 0 }

function missedAfter(
  missed: PuzzleProgress['missed'],
  themes: readonly string[],
  isSolved: boolean,
): PuzzleProgress['missed'] {
  if (!isSolved) return [...missed, themes].slice(-MOST_MISSED)
  const made = missed.findIndex((each) => each.some((theme) => themes.includes(theme)))
  return missed.filter((_, index) => index !== made)
}

/** Changes what is kept of a day; the oldest day makes room for one too many. */
function withPast(
  now: PuzzleProgress,
  day: Day,
  change: (before: PuzzleDay) => PuzzleDay,
): PuzzleProgress {
  const past = { ...now.past, [day]: change(now.past[day] ?? NO_PUZZLES) }
  const names = Object.keys(past)
  if (names.length > MOST_DAYS) delete past[names.sort()[0] ?? day]
  return { ...now, past }
}

/** The past of two devices. Of a day on both, the one with more puzzles counts. */
function joinedPast(
  here: PuzzleProgress['past'],
  other: PuzzleProgress['past'],
): PuzzleProgress['past'] {
  const past = { ...other }
  for (const [day, kept] of Object.entries(here)) {
    const brought = other[day]
    const more = brought !== undefined && brought.tried > kept.tried ? brought : kept
    const rush = Math.max(kept.rush ?? 0, brought?.rush ?? 0)
    past[day] = rush > 0 ? { ...more, rush } : more
  }
  return Object.fromEntries(Object.entries(past).sort().slice(-MOST_DAYS))
}

/** Values by day; undefined if any name is not a day, or any value is of another kind. */
function readDays<T>(
  json: object,
  schema: v.GenericSchema<unknown, T>,
): Readonly<Record<Day, T>> | undefined {
  const days: Record<Day, T> = {}
  for (const [day, value] of Object.entries(json)) {
    const kept = v.safeParse(schema, value)
    if (!kept.success || !isDay(day)) return undefined
    days[day] = kept.output
  }
  return Object.keys(days).length <= MOST_DAYS ? days : undefined
}

function orderOf({ result }: KeptDay): number {
  return DAY_RESULTS.indexOf(result)
}
