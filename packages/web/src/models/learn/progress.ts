import { signal } from '@preact/signals'
import { LESSON_IDS, type LessonId } from './lesson-ids.ts'

export type ProgressModel = ReturnType<typeof createProgress>

/** The lessons done on this device. */
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
    /** Marks lessons as done; false if the browser did not store it. */
    finish: (...ids: readonly LessonId[]) => write(new Set([...done.peek(), ...ids])),
    forget: () => write(new Set()),
  }
}

/** The lessons named in external data; unknown names are ignored. */
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
    // The only loss is which lessons were done, and the learner can still open every lesson.
    return new Set()
  }
}
