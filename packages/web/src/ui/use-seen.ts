import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/**
 * Scrolls as little as needed for something that has just appeared to be seen whole: it is the answer to a press,
 * which may have been where the page is not any more.
 */
export function bringIntoView(element: Element): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' })
}

/** Brings into view what has just appeared, or is wanted from now on. */
export function useSeen(ref: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (isWanted && ref.current !== null) bringIntoView(ref.current)
  }, [ref, isWanted])
}
