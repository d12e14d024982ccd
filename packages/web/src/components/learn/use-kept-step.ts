import { useLayoutEffect } from 'preact/hooks'
import type { LessonModel } from '../../models/learn/lesson-model.ts'

/**
 * Stores the step of a lesson in the browser's history. Reloading the page or coming Back resumes
 * there; opening the lesson again starts at the beginning.
 */
export function useKeptStep({ index, resume }: LessonModel): void {
  const at = index.value
  // Not during the first render, which may hydrate a prerendered page.
  useLayoutEffect(() => resume(keptStep()), [resume])
  useLayoutEffect(() => {
    if (at !== keptStep()) history.replaceState({ ...history.state, lessonStep: at }, '')
  }, [at])
}

// --- internal ---

/** The step in the history; the first if there is none. */
function keptStep(): number {
  const kept: unknown = history.state?.lessonStep
  return typeof kept === 'number' ? kept : 0
}
