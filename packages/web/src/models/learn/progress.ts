import { type ReadonlySignal, signal } from '@preact/signals'
import { LESSON_IDS, type LessonId } from './lesson-ids.ts'

/** The lessons done on this device. */
export interface ProgressModel extends DoneNames<LessonId> {
  readonly isComplete: () => boolean
}

/** The names of what is done on this device. */
export interface DoneNames<Name extends string> {
  readonly done: ReadonlySignal<ReadonlySet<Name>>
  /** Marks more as done; false if the browser did not store it. */
  readonly finish: (...names: readonly Name[]) => boolean
  readonly forget: () => boolean
}

/** The lessons done on this device. */
export function createProgress(storage: Storage): ProgressModel {
  const names = createDoneNames(() => storage, KEY, lessonsNamed)
  return { ...names, isComplete: () => names.done.value.size === LESSON_IDS.length }
}

/**
 * What is done on this device, stored under a key as a list of names; `storage` may be forbidden.
 * `named` gives the names in external data that there are.
 */
export function createDoneNames<Name extends string>(
  storage: () => Storage,
  key: string,
  named: (names: readonly unknown[]) => readonly Name[],
): DoneNames<Name> {
  const done = signal<ReadonlySet<Name>>(new Set(named(read(storage, key))))

  function write(next: ReadonlySet<Name>): boolean {
    done.value = next
    try {
      storage().setItem(key, JSON.stringify([...next]))
      return true
    } catch {
      return false
    }
  }

  return {
    done,
    finish: (...names) => write(new Set([...done.peek(), ...names])),
    forget: () => write(new Set()),
  }
}

/** The lessons named in external data; unknown names are ignored. */
export function lessonsNamed(names: readonly unknown[]): readonly LessonId[] {
  return LESSON_IDS.filter((id) => names.includes(id))
}

// --- internal ---

const KEY = 'hokito:learn'

function read(storage: () => Storage, key: string): readonly unknown[] {
  try {
    const names: unknown = JSON.parse(storage().getItem(key) ?? '[]')
    return Array.isArray(names) ? names : []
  } catch {
    // The only loss is what was done, and the learner can still open all of it.
    return []
  }
}
