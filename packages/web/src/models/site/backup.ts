import { err, ok, type Result } from '@hokito/rules'
import * as v from 'valibot'
import {
  type AnalysisStore,
  formatKept,
  type KeptAnalysis,
  MOST_KEPT,
  readKept,
} from '../analysis/analysis-store.ts'
import {
  type DailyGame,
  type DailyStore,
  formatDailyGame,
  progressOf,
  readDailyGame,
} from '../daily/daily-store.ts'
import { parseJson } from '../device/json.ts'
import { parseSettings, type SettingsModel } from '../device/settings.ts'
import type { ChapterId } from '../learn/course/chapter-ids.ts'
import {
  type CourseProgress,
  chaptersNamed,
  exercisesNamed,
} from '../learn/course/course-progress.ts'
import { type DoneNames, lessonsNamed, type ProgressModel } from '../learn/progress.ts'
import type { GameStore } from '../local/game-store.ts'
import { formatSave, parseSave, type SaveError } from '../local/save.ts'
import { type OwnSides, readOwnSides } from '../online/own-sides.ts'
import { joined, type PuzzleStore, readProgress } from '../puzzles/puzzle-store.ts'
import { type AccuracyLog, joinedAccuracies, readAccuracies } from '../review/accuracy-log.ts'

/**
 * What a backup holds of a device: everything that a player would miss on another one. Drafts, the
 * settings of the engine and the last choices in forms stay behind.
 */
export interface Belongings {
  readonly store: GameStore
  readonly settings: SettingsModel
  readonly progress: ProgressModel
  readonly course: CourseProgress
  readonly chaptersRead: DoneNames<ChapterId>
  readonly analyses: AnalysisStore
  readonly daily: DailyStore
  readonly puzzles: PuzzleStore
  readonly accuracies: AccuracyLog
  readonly ownSides: OwnSides
}

/** Why a backup cannot be read in full. */
export type BackupError =
  | { readonly code: 'notJson' | 'notBackup' | 'badSettings' }
  /** `n` counts the games or analyses of the file from 1. */
  | { readonly code: 'badGame'; readonly n: number; readonly reason: SaveError }
  | { readonly code: 'badAnalysis'; readonly n: number }
  | { readonly code: 'noRoom' }

/** The result of restoring a backup. */
export interface Restored {
  readonly games: Brought
  readonly analyses: Brought
}

/** The numbers for one kind. */
export interface Brought {
  readonly added: number
  /** Those already here, in the same or a newer state. */
  readonly kept: number
}

/**
 * Writes settings, lessons, the strategy course, games of the day, progress with puzzles, the
 * accuracy of reviewed games, the player's sides in online games, and all readable games and
 * analyses as one text.
 */
export function formatBackup(belongings: Belongings): string {
  const { store, settings, progress, course, chaptersRead } = belongings
  const { analyses, daily, puzzles, accuracies, ownSides } = belongings
  return JSON.stringify({
    format: FORMAT,
    version: 1,
    settings: settings.settings.peek(),
    lessons: [...progress.done.peek()],
    course: [...course.done.peek()],
    chaptersRead: [...chaptersRead.done.peek()],
    puzzles: puzzles.value.peek(),
    accuracies: accuracies.value.peek(),
    ownSides: ownSides.all.peek(),
    games: store.list().games.map((game) => JSON.parse(formatSave(game))),
    analyses: analyses
      .list()
      .kept.map((each) => ({ id: each.id, ...JSON.parse(formatKept(each)) })),
    daily: daily.list().map((game) => JSON.parse(formatDailyGame(game))),
  })
}

/**
 * Restores everything from a backup. Reads it to its end first: if any part is broken, nothing
 * changes. Games and analyses that are newer here stay as they are; progress is merged.
 */
export function restoreBackup(text: string, belongings: Belongings): Result<Restored, BackupError> {
  const json = parseJson(text)
  if (json === undefined) return err({ code: 'notJson' })
  const shape = v.safeParse(SHAPE, json)
  if (!shape.success) return err({ code: 'notBackup' })
  const settings = parseSettings(shape.output.settings)
  if (settings === undefined) return err({ code: 'badSettings' })
  const games = []
  for (const [index, each] of shape.output.games.entries()) {
    const game = parseSave(JSON.stringify(each))
    if (!game.ok) return err({ code: 'badGame', n: index + 1, reason: game.error })
    games.push(game.value)
  }
  const analyses: KeptAnalysis[] = []
  for (const [index, { id, ...each }] of shape.output.analyses.entries()) {
    const analysis = readKept(id, JSON.stringify(each))
    if (analysis === undefined) return err({ code: 'badAnalysis', n: index + 1 })
    analyses.push(analysis)
  }
  const { puzzles: kept } = shape.output
  const puzzles = readProgress(kept)
  if (kept !== undefined && puzzles === undefined) return err({ code: 'notBackup' })
  const accuracies = readAccuracies(shape.output.accuracies)
  const sides = readOwnSides(shape.output.ownSides)
  if (accuracies === undefined || sides === undefined) return err({ code: 'notBackup' })
  const { store, progress } = belongings
  const missingGames = newerThan(
    games,
    new Map(store.list().games.map((game) => [game.id, game.updatedAt])),
    ({ updatedAt }) => updatedAt,
  )
  const missingAnalyses = newerThan(
    analyses,
    new Map(belongings.analyses.list().kept.map((each) => [each.id, each.changedAt])),
    ({ changedAt }) => changedAt,
  )
  const hasRoom = allOrNothing([
    () => belongings.analyses.takeIn(missingAnalyses),
    () =>
      belongings.puzzles.takeIn((here) => (puzzles === undefined ? here : joined(here, puzzles))),
    () => belongings.accuracies.takeIn((here) => joinedAccuracies(here, accuracies)),
    () => belongings.ownSides.takeIn(sides),
    () => belongings.settings.takeIn(settings),
    () => progress.takeIn(lessonsNamed(shape.output.lessons)),
    () => belongings.course.takeIn(exercisesNamed(shape.output.course)),
    () => belongings.chaptersRead.takeIn(chaptersNamed(shape.output.chaptersRead)),
    () => takeInDaily(shape.output.daily, belongings.daily),
    () => (store.takeIn(missingGames) ? () => undefined : undefined),
  ])
  if (!hasRoom) return err({ code: 'noRoom' })
  return ok({
    games: brought(games, missingGames),
    analyses: brought(analyses, missingAnalyses),
  })
}

// --- internal ---

const FORMAT = 'hokito-backup'
/** More than anyone has played on one device, and few enough to read in one go. */
const MOST_GAMES = 100_000

const ID = /^[\w-]{1,64}$/

/** The course has fewer exercises. */
const MOST_EXERCISES = 1000

const SHAPE = v.object({
  format: v.literal(FORMAT),
  version: v.literal(1),
  settings: v.unknown(),
  lessons: v.pipe(v.array(v.string()), v.maxLength(100)),
  games: v.pipe(v.array(v.unknown()), v.maxLength(MOST_GAMES)),
  // Backups of the first months have none.
  analyses: v.optional(
    v.pipe(v.array(v.looseObject({ id: v.pipe(v.string(), v.regex(ID)) })), v.maxLength(MOST_KEPT)),
    [],
  ),
  daily: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(MOST_GAMES)), []),
  // Nor these.
  puzzles: v.optional(v.unknown()),
  accuracies: v.optional(v.unknown(), []),
  ownSides: v.optional(v.unknown(), []),
  course: v.optional(v.pipe(v.array(v.string()), v.maxLength(MOST_EXERCISES)), []),
  chaptersRead: v.optional(v.pipe(v.array(v.string()), v.maxLength(100)), []),
})

/** Undoes a step. */
type Undo = () => void

/**
 * Takes the steps in turn. One that finds no room returns undefined; then those before it are
 * undone, and the result is false.
 */
function allOrNothing(steps: readonly (() => Undo | undefined)[]): boolean {
  const undos: Undo[] = []
  for (const step of steps) {
    const undo = step()
    if (undo === undefined) {
      for (const each of undos.reverse()) each()
      return false
    }
    undos.push(undo)
  }
  return true
}

/**
 * Games of the day already here stay, unless the copy in the backup is further; unreadable ones are
 * skipped. One that was taken in is the same game and stays, so there is nothing to undo.
 */
function takeInDaily(all: readonly unknown[], store: DailyStore): Undo | undefined {
  for (const each of all) {
    const game: DailyGame | undefined = readDailyGame(JSON.stringify(each))
    if (game === undefined) continue
    const here = store.load(game)
    const isFurther = here === undefined || progressOf(here) < progressOf(game)
    if (isFurther && !store.save(game)) return undefined
  }
  return () => undefined
}

/** Those that are missing here, or older here. */
function newerThan<T extends { readonly id: string }>(
  all: readonly T[],
  present: ReadonlyMap<string, number>,
  timeOf: (each: T) => number,
): readonly T[] {
  return all.filter((each) => (present.get(each.id) ?? 0) < timeOf(each))
}

function brought(all: readonly unknown[], added: readonly unknown[]): Brought {
  return { added: added.length, kept: all.length - added.length }
}
