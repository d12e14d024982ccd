import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/**
 * Scrolls as little as needed to show all of an element that has just appeared, or that is wanted
 * from now on: it is the answer to a press, which may have been elsewhere on the page.
 */
export function useSeen(ref: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    ref.current?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' })
  }, [ref, isWanted])
}
