import { createDoneNames, type DoneNames } from '../progress.ts'
import { CHAPTER_IDS, type ChapterId } from './chapter-ids.ts'

/** Names an exercise of the course: its chapter, and its number from 1. */
export type ExerciseName = `${ChapterId}.${number}`

/** The exercises of the strategy course that were solved on this device. */
export type CourseProgress = DoneNames<ExerciseName>

/** The progress that a device stores; `storage` may be forbidden. */
export function createCourseProgress(storage: () => Storage): CourseProgress {
  return createDoneNames(storage, KEY, exercisesNamed)
}

/** The chapters whose examples were looked at on this device; `storage` may be forbidden. */
export function createChaptersRead(storage: () => Storage): DoneNames<ChapterId> {
  return createDoneNames(storage, READ_KEY, chaptersNamed)
}

/** The chapters named in external data; unknown names are ignored. */
export function chaptersNamed(names: readonly unknown[]): readonly ChapterId[] {
  return CHAPTER_IDS.filter((id) => names.includes(id))
}

/** The exercises named in external data; unknown names are ignored. */
export function exercisesNamed(names: readonly unknown[]): readonly ExerciseName[] {
  return names.filter((name): name is ExerciseName => typeof name === 'string' && isName(name))
}

/** The name of a chapter's exercise, counted from 1. */
export function exerciseName(id: ChapterId, n: number): ExerciseName {
  return `${id}.${n}`
}

// --- internal ---

const KEY = 'hokito:course'
const READ_KEY = 'hokito:chaptersRead'
/** No chapter has as many exercises. */
const MOST_EXERCISES = 20

function isName(name: string): boolean {
  const [chapter, number, more] = name.split('.')
  const n = Number(number)
  return (
    more === undefined &&
    CHAPTER_IDS.some((id) => id === chapter) &&
    Number.isInteger(n) &&
    n >= 1 &&
    n <= MOST_EXERCISES
  )
}
