import { type PlayerId, type PupilProgress, playerIdSchema } from '@hokito/protocol'
import * as v from 'valibot'
import { createDailyStore } from '../daily/daily-store.ts'
import { parseJson } from '../device/json.ts'
import { unlessRefused } from '../device/unless-refused.ts'
import {
  type CourseProgress,
  createCourseProgress,
  exercisesNamed,
} from '../learn/course/course-progress.ts'
import { lessonsNamed, type ProgressModel } from '../learn/progress.ts'
import type { GameStore } from '../local/game-store.ts'
import { createPuzzleStore } from '../puzzles/puzzle-store.ts'
import { levelTallies } from '../site/history.ts'

/** What a device needs to count for a pupil. */
export interface ClassDeviceServices {
  readonly deviceStorage: () => Storage
  readonly progress: ProgressModel
  readonly store: Pick<GameStore, 'list'>
}

/** A device on which pupils learn, perhaps one after another. */
export interface ClassDevice {
  /**
   * A pupil begins or goes on here. What another pupil has done here before is not theirs: the lessons
   * and exercises on the device become those that the class knows of the new pupil.
   */
  enter(pupil: PlayerId, known: PupilProgress): void
  /** What the pupil has done on this device. */
  report(): PupilProgress
}

export function createClassDevice({
  deviceStorage,
  progress,
  store,
}: ClassDeviceServices): ClassDevice {
  const course = createCourseProgress(deviceStorage)
  const count = (): Counts => {
    const { past } = createPuzzleStore(deviceStorage).value.value
    const daily = createDailyStore(deviceStorage).list()
    return {
      puzzles: Object.values(past).reduce((sum, { solved }) => sum + solved, 0),
      wins: levelTallies({ games: store.list().games, daily }).flatMap(({ level, tally }) =>
        level === 'best' ? [] : [tally.won],
      ),
    }
  }
  return {
    enter(pupil, known) {
      const kept = readKept(deviceStorage)
      if (kept?.pupil === pupil) return
      const counts = count()
      const isFirst = kept === undefined
      if (!isFirst) takeUp(progress, course, known)
      write(deviceStorage, {
        pupil,
        // What the first pupil did here as a guest counts.
        puzzles: isFirst ? 0 : counts.puzzles - known.puzzles,
        wins: isFirst ? [] : counts.wins,
      })
    },
    report() {
      const before = readKept(deviceStorage)
      const { puzzles, wins } = count()
      return {
        lessons: [...progress.done.value],
        exercises: [...course.done.value],
        puzzles: Math.max(0, puzzles - (before?.puzzles ?? 0)),
        levels: wins.flatMap((won, index) => (won > (before?.wins[index] ?? 0) ? [index + 1] : [])),
      }
    },
  }
}

// --- internal ---

const KEY = 'hokito:class'

interface Counts {
  readonly puzzles: number
  /** The games won against each level, the first level first. */
  readonly wins: readonly number[]
}

const KEPT = v.object({
  pupil: v.string(),
  puzzles: v.number(),
  wins: v.array(v.number()),
})

/** The pupil who learned here last, and what had been counted here before. */
function readKept(storage: () => Storage): (Counts & { readonly pupil: PlayerId }) | undefined {
  const text = unlessRefused(() => storage().getItem(KEY)) ?? null
  if (text === null) return undefined
  const read = v.safeParse(KEPT, parseJson(text))
  const pupil = read.success ? playerIdSchema.safeParse(read.output.pupil).data : undefined
  return read.success && pupil !== undefined ? { ...read.output, pupil } : undefined
}

function write(storage: () => Storage, kept: Counts & { readonly pupil: PlayerId }): void {
  unlessRefused(() => storage().setItem(KEY, JSON.stringify(kept)))
}

/** Replaces the lessons and exercises on the device. */
function takeUp(progress: ProgressModel, course: CourseProgress, known: PupilProgress): void {
  progress.forget()
  progress.finish(...lessonsNamed(known.lessons))
  course.forget()
  course.finish(...exercisesNamed(known.exercises))
}
