import { useLayoutEffect } from 'preact/hooks'

/**
 * A look at something within a page: as long as it is shown, the browser's Back leads to what was there before, and not
 * away from the page. One look at a time.
 *
 * @param onBack shows what was there before
 */
export function useLook(onBack: () => void): void {
  // Before the next paint: whoever sees it may already press Back.
  useLayoutEffect(() => {
    const isLooking = () => history.state?.look
    if (!isLooking()) history.pushState({ look: true }, '')
    const follow = () => {
      if (!isLooking()) onBack()
    }
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('popstate', follow)
      // Whoever has left it by a button has no use for a Back to where they are.
      if (isLooking()) history.back()
    }
  }, [onBack])
}
