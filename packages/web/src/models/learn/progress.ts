import { signal } from '@preact/signals'
import { LESSON_IDS, type LessonId } from './lesson-ids.ts'

export type ProgressModel = ReturnType<typeof createProgress>

/** Which lessons have been done on this device. */
export function createProgress(storage: Storage) {
  const done = signal<ReadonlySet<LessonId>>(read(storage))

  function write(next: ReadonlySet<LessonId>): boolean {
    done.value = next
    try {
      storage.setItem(KEY, JSON.stringify([...next]))
      return true
    } catch {
      return false
    }
  }

  return {
    done,
    isComplete: () => done.value.size === LESSON_IDS.length,
    /** Marks lessons as done; false where the browser did not keep it. */
    finish: (...ids: readonly LessonId[]) => write(new Set([...done.peek(), ...ids])),
    forget: () => write(new Set()),
  }
}

/** The lessons named in a list from outside; names of no lesson are left out. */
export function lessonsNamed(names: readonly unknown[]): readonly LessonId[] {
  return LESSON_IDS.filter((id) => names.includes(id))
}

// --- internal ---

const KEY = 'hokito:learn'

function read(storage: Storage): ReadonlySet<LessonId> {
  try {
    const names: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return new Set(lessonsNamed(Array.isArray(names) ? names : []))
  } catch {
    // Nothing but which lessons were done is lost, and the learner can still open every one.
    return new Set()
  }
}
