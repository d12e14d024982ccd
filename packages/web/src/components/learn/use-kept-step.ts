import { useLayoutEffect } from 'preact/hooks'
import type { LessonModel } from '../../models/learn/lesson-model.ts'

/**
 * Keeps in the browser's history to which step a lesson has come: whoever reloads the page or comes Back to it goes on
 * there, and whoever opens the lesson anew begins it.
 */
export function useKeptStep({ index, resume }: LessonModel): void {
  const at = index.value
  // Not before the first view, which may be taken over from what was built.
  useLayoutEffect(() => resume(keptStep()), [resume])
  useLayoutEffect(() => {
    if (at !== keptStep()) history.replaceState({ ...history.state, lessonStep: at }, '')
  }, [at])
}

// --- internal ---

/** The step that the history has; the first where it has none. */
function keptStep(): number {
  const kept: unknown = history.state?.lessonStep
  return typeof kept === 'number' ? kept : 0
}
