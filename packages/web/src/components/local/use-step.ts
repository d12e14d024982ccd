import { useLayoutEffect } from 'preact/hooks'
import { parseForm } from '../../models/local/kept-form.ts'
import type { NewGameForm } from '../../models/local/new-game-form.ts'

interface StepOptions {
  /** Was the page opened with the step, so that none is before it? */
  readonly isFirst: boolean
  /** What the step works on; the browser's history keeps it. */
  readonly form: NewGameForm
  /** Shows the step before. */
  readonly onBack: () => void
}

/**
 * A step of its own within a page: the browser's Back leads from it to the step before, not away from the page, and
 * from elsewhere to it. Gives what a button of the page for going back does.
 */
export function useStep({ isFirst, form, onBack }: StepOptions): () => void {
  // Whoever sees the step may already have pressed Back: what hears it is there as soon as the step is.
  useLayoutEffect(() => {
    // What was typed or placed is kept elsewhere, and newer there.
    if (!isFirst && formOfStep() === undefined) {
      history.pushState({ step: { ...form, setupText: '' } }, '')
      scrollTo(0, 0)
    }
  }, [isFirst, form])
  useLayoutEffect(() => {
    const follow = () => {
      if (formOfStep() === undefined) onBack()
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [onBack])
  return () => (formOfStep() === undefined ? onBack() : history.back())
}

/** What the step works on to which the browser's history has led; undefined where that is no step. */
export function formOfStep(): NewGameForm | undefined {
  return parseForm(history.state?.step)
}

/** Keeps what was chosen in a form, so that Back and Forward come to it again. */
export function keepInHistory(form: NewGameForm): void {
  history.replaceState({ ...history.state, form: { ...form, setupText: '' } }, '')
}

/** What was chosen when this place in the browser's history was left; undefined where that was nothing. */
export function formOfHistory(): NewGameForm | undefined {
  return parseForm(history.state?.form)
}
