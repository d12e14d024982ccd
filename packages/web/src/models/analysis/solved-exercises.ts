import type { StudyId } from '@hokito/protocol'
import * as v from 'valibot'
import { createKeptProgress } from '../device/kept-progress.ts'

/** The exercises of studies that were solved on this device. */
export interface SolvedExercises {
  /** The numbers of the chapters solved in a study. */
  readonly in: (study: StudyId) => readonly number[]
  readonly keep: (study: StudyId, n: number) => void
}

/** Those that a device stores; `storage` may be forbidden. */
export function createSolvedExercises(storage: () => Storage): SolvedExercises {
  const kept = createKeptProgress<readonly SolvedStudy[]>(storage, {
    key: 'hokito:solvedExercises',
    none: [],
    read: readSolved,
  })
  const chaptersIn = (all: readonly SolvedStudy[], study: StudyId) =>
    all.find((each) => each.study === study)?.chapters ?? []
  return {
    in: (study) => chaptersIn(kept.value.value, study),
    keep: (study, n) => {
      if (chaptersIn(kept.value.peek(), study).includes(n)) return
      kept.change((all) => {
        const chapters = [...chaptersIn(all, study), n]
        return [...all.filter((each) => each.study !== study), { study, chapters }].slice(
          -MOST_KEPT,
        )
      })
    },
  }
}

// --- internal ---

/** Of studies, the last solved at the end. */
const MOST_KEPT = 200

const SHAPE = v.array(v.object({ study: v.string(), chapters: v.array(v.number()) }))

type SolvedStudy = v.InferOutput<typeof SHAPE>[number]

function readSolved(json: unknown): readonly SolvedStudy[] | undefined {
  const shape = v.safeParse(SHAPE, json)
  return shape.success ? shape.output : undefined
}
