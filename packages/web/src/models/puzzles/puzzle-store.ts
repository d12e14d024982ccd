import { boundedRating, type Rating, UNRATED, widenedRating } from '@hokito/protocol'
import * as v from 'valibot'
import { type Day, isDay } from '../device/days.ts'
import { createKeptProgress, type KeptProgress } from '../device/kept-progress.ts'
import { ratedAfter } from './puzzle-rating.ts'

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

/** A player's progress with puzzles on this device. */
export interface PuzzleProgress {
  readonly rating: Rating
  /** When a try last moved the rating, in milliseconds since 1970; absent before the first one. */
  readonly ratedAt?: number | undefined
  /** The ids of the puzzles tried, the latest last. */
  readonly tried: readonly string[]
  readonly days: Readonly<Record<Day, KeptDay>>
  readonly rushBest: number
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
  const days = shape.success ? readDays(shape.output.days) : undefined
  if (!shape.success || days === undefined) return undefined
  // Earlier versions let the rating exceed its bounds.
  return { ...shape.output, rating: boundedRating(shape.output.rating), days }
}

/**
 * Adds the first try at a puzzle, made at the instant `at`; later tries change nothing. Only one
 * that `counts` moves the rating.
 */
export function withTry(
  now: PuzzleProgress,
  puzzle: { readonly id: string; readonly rating: number },
  {
    isSolved,
    counts,
    at,
  }: { readonly isSolved: boolean; readonly counts: boolean; readonly at: number },
): PuzzleProgress {
  if (now.tried.includes(puzzle.id)) return now
  const next = { ...now, tried: [...now.tried, puzzle.id].slice(-MOST_TRIED) }
  if (!counts) return next
  const before = widenedRating(now.rating, at - (now.ratedAt ?? at))
  return { ...next, rating: ratedAfter(before, puzzle.rating, isSolved), ratedAt: at }
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

/** The days whose puzzles are solved. */
export function solvedDays({ days }: PuzzleProgress): ReadonlySet<Day> {
  return new Set(Object.keys(days).filter((day) => isSolved(days[day])))
}

export function isSolved(kept: KeptDay | undefined): boolean {
  return kept?.result === 'first' || kept?.result === 'later'
}

/** The merged progress of two devices. The rating is that of the device with more tries. */
export function joined(here: PuzzleProgress, other: PuzzleProgress): PuzzleProgress {
  const tried = [...new Set([...other.tried, ...here.tried])].slice(-MOST_TRIED)
  const days = { ...other.days }
  for (const [day, kept] of Object.entries(here.days)) {
    const brought = days[day]
    if (brought === undefined || orderOf(kept) >= orderOf(brought)) days[day] = kept
  }
  const { rating, ratedAt } = other.tried.length > here.tried.length ? other : here
  return {
    rating,
    ratedAt,
    tried,
    days,
    rushBest: Math.max(here.rushBest, other.rushBest),
    anyRule: here.anyRule,
  }
}

// --- internal ---

const KEY = 'hokito:puzzles'
/** More puzzles than exist, and the days of more than twenty years. */
const MOST_TRIED = 10_000
const MOST_DAYS = 8_000
const ID = /^[\w-]{1,32}$/

const NOTHING: PuzzleProgress = {
  rating: UNRATED,
  tried: [],
  days: {},
  rushBest: 0,
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
  ratedAt: v.optional(v.number()),
  tried: v.pipe(v.array(id), v.maxLength(MOST_TRIED)),
  days: v.looseObject({}),
  rushBest: count,
  anyRule: v.boolean(),
})

const KEPT_DAY = v.object({ id, result: v.picklist(DAY_RESULTS) })

/** Days by their names; undefined if any name is not a day. */
function readDays(json: object): PuzzleProgress['days'] | undefined {
  const days: Record<Day, KeptDay> = {}
  for (const [day, value] of Object.entries(json)) {
    const kept = v.safeParse(KEPT_DAY, value)
    if (!kept.success || !isDay(day)) return undefined
    days[day] = kept.output
  }
  return Object.keys(days).length <= MOST_DAYS ? days : undefined
}

function orderOf({ result }: KeptDay): number {
  return DAY_RESULTS.indexOf(result)
}
