import { useLayoutEffect } from 'preact/hooks'

/**
 * A view within a page: while it is shown, the browser's Back returns to the view before it and
 * does not leave the page. Only one at a time.
 *
 * @param onBack shows the view before it
 */
export function useLook(onBack: () => void): void {
  // Before the next paint, because Back may be pressed as soon as the view is visible.
  useLayoutEffect(() => {
    const isLooking = () => history.state?.look
    if (!isLooking()) history.pushState({ look: true }, '')
    const follow = () => {
      if (!isLooking()) onBack()
    }
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('popstate', follow)
      // After leaving by a button, a history entry for the same view would be useless.
      if (isLooking()) history.back()
    }
  }, [onBack])
}
