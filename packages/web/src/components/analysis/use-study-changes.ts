import type { StudyChange } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import type { FollowedStudy } from '../../models/analysis/followed-study.ts'
import { changeStudy, type StudyRefusal } from '../../models/analysis/studies-api.ts'

/** Stores a change of the study; resolves with the reason if that failed. */
export type ChangeStudy = (change: StudyChange) => Promise<StudyRefusal | undefined>

/** Changes a study that the page follows, and keeps why the last change failed. */
export function useStudyChanges({ learn }: FollowedStudy) {
  const [fault, setFault] = useState<StudyRefusal | undefined>(undefined)
  const change: ChangeStudy = async (wish) => {
    const changed = await changeStudy(wish)
    if (changed.ok) learn(changed.value)
    const refusal = changed.ok ? undefined : changed.error
    setFault(refusal)
    return refusal
  }
  return { fault, setFault, change }
}
