import { useLayoutEffect } from 'preact/hooks'
import { parseForm } from '../../models/local/kept-form.ts'
import type { NewGameForm } from '../../models/local/new-game-form.ts'

interface StepOptions {
  /** Whether the page was opened with the step, so that no step comes before. */
  readonly isFirst: boolean
  /** The form that the step works on; the browser's history keeps it. */
  readonly form: NewGameForm
  /** Shows the previous step. */
  readonly onBack: () => void
}

/**
 * A step within a page. The browser's Back button leads from it to the previous step instead of
 * leaving the page, and from elsewhere back to it. Returns the handler of the page's own back
 * button.
 */
export function useStep({ isFirst, form, onBack }: StepOptions): () => void {
  // A layout effect, because a player who sees the step may already press Back.
  useLayoutEffect(() => {
    // The text is left out: typed and placed pieces are stored elsewhere, in a newer version.
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

/** The form of the step that the browser's history is at; undefined if it is not at a step. */
export function formOfStep(): NewGameForm | undefined {
  return parseForm(history.state?.step)
}

/** Stores the choices of a form in the browser's history, so that Back and Forward restore them. */
export function keepInHistory(form: NewGameForm): void {
  history.replaceState({ ...history.state, form: { ...form, setupText: '' } }, '')
}

/** The choices stored at this place in the browser's history; undefined if there are none. */
export function formOfHistory(): NewGameForm | undefined {
  return parseForm(history.state?.form)
}
