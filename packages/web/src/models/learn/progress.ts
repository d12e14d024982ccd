import { computed, type ReadonlySignal } from '@preact/signals'
import { createKeptProgress } from '../device/kept-progress.ts'
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
  /** Merges names. Returns a function that undoes it; undefined if there is no room. */
  readonly takeIn: (names: readonly Name[]) => (() => void) | undefined
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
  const kept = createKeptProgress<readonly Name[]>(storage, {
    key,
    none: [],
    read: (json) => (Array.isArray(json) ? named(json) : undefined),
  })
  const having = (names: readonly Name[]) => (done: readonly Name[]) => [
    ...new Set([...done, ...names]),
  ]
  return {
    done: computed(() => new Set(kept.value.value)),
    finish: (...names) => kept.change(having(names)),
    takeIn: (names) => kept.takeIn(having(names)),
    forget: () => kept.change(() => []),
  }
}

/** The lessons named in external data; unknown names are ignored. */
export function lessonsNamed(names: readonly unknown[]): readonly LessonId[] {
  return LESSON_IDS.filter((id) => names.includes(id))
}

// --- internal ---

const KEY = 'hokito:learn'
