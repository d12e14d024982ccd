import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/**
 * Scrolls as little as needed for something that has just appeared to be seen whole: it is the answer to a press,
 * which may have been where the page is not any more.
 */
export function useSeen(ref: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    ref.current?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' })
  }, [ref, isWanted])
}
