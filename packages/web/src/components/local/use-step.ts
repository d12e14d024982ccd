import { useEffect } from 'preact/hooks'

/**
 * A step of its own within a page: the browser's Back leads from it to the step before, not away from the page. `onBack`
 * shows that one. Gives what a button of the page for the same does. Where the page was opened with it, `isFirst`,
 * there is none before.
 */
export function useStep(isFirst: boolean, onBack: () => void): () => void {
  useEffect(() => {
    if (!isFirst && !isInStep()) history.pushState(STEP, '')
  }, [isFirst])
  useEffect(() => {
    const follow = () => onBack()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [onBack])
  return () => (isInStep() ? history.back() : onBack())
}

// --- internal ---

const STEP = 'step'

/** Also of a page that was loaded again in its step. */
function isInStep(): boolean {
  return history.state === STEP
}
