import type { GameRecord } from '@hokito/rules'
import * as v from 'valibot'
import { INSTANT } from '../device/instant.ts'
import { createKeptProgress, type KeptProgress } from '../device/kept-progress.ts'
import { reviewKey } from './review-text.ts'

/** A reviewed game of this device's player. */
export interface ReviewedGame {
  /** What identifies the game. */
  readonly game: string
  /** When it was first reviewed to its end, in milliseconds since 1970. */
  readonly at: number
  /** From 0 to 100. */
  readonly accuracy: number
  /** How many of the player's mistakes went against which chapter of the course, if that is known. */
  readonly mistakes?: Readonly<Record<string, number>> | undefined
}

/**
 * The accuracy of all games that were reviewed, oldest first. It outlives the reviews, of which only
 * the latest are stored.
 */
export type AccuracyLog = KeptProgress<readonly ReviewedGame[]>

/** The log stored on this device; `storage` may be forbidden. */
export function createAccuracyLog(storage: () => Storage): AccuracyLog {
  return createKeptProgress(storage, { key: KEY, none: [], read: readAccuracies })
}

/** Reads a log from storage or a backup; undefined for anything else. */
export function readAccuracies(json: unknown): readonly ReviewedGame[] | undefined {
  const shape = v.safeParse(SHAPE, json)
  return shape.success ? shape.output : undefined
}

/**
 * Adds a reviewed game, or its accuracy by a newer review: the game stays where it was first
 * reviewed.
 */
export function withAccuracy(
  log: readonly ReviewedGame[],
  record: GameRecord,
  { at, accuracy, mistakes }: Omit<ReviewedGame, 'game'>,
): readonly ReviewedGame[] {
  const game = reviewKey(record)
  const before = log.find((each) => each.game === game)
  return joinedAccuracies(
    log.filter((each) => each !== before),
    [{ game, at: before?.at ?? at, accuracy, mistakes }],
  )
}

/** The logs of two devices as one; a game in both counts as it does here. */
export function joinedAccuracies(
  here: readonly ReviewedGame[],
  other: readonly ReviewedGame[],
): readonly ReviewedGame[] {
  const known = new Set(here.map(({ game }) => game))
  return [...here, ...other.filter(({ game }) => !known.has(game))]
    .sort((a, b) => a.at - b.at)
    .slice(-MOST_KEPT)
}

// --- internal ---

const KEY = 'hokito:accuracy'
/** Years of reviews, in less room than ten games take. */
const MOST_KEPT = 500
const LONGEST_KEY = 400
/** Of a chapter; a newer version may have other chapters. */
const LONGEST_NAME = 30
const MOST_PLIES = 36

const SHAPE = v.pipe(
  v.array(
    v.object({
      game: v.pipe(v.string(), v.maxLength(LONGEST_KEY)),
      at: INSTANT,
      accuracy: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
      mistakes: v.optional(
        v.pipe(
          v.record(
            v.pipe(v.string(), v.maxLength(LONGEST_NAME)),
            v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_PLIES)),
          ),
          v.check((counts) => Object.keys(counts).length <= MOST_PLIES),
        ),
      ),
    }),
  ),
  v.maxLength(MOST_KEPT),
)
