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

/**
 * Keeps the current item of a list that scrolls in view: when there is another one, and when the
 * list gets another height because something beside it has appeared.
 */
export function useCurrentShown(list: RefObject<HTMLElement | null>, current: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current item is the occasion.
  useEffect(() => {
    const box = list.current
    if (box === null) return
    const observer = new ResizeObserver(() => {
      const shown = box.querySelector('[aria-current]')
      if (shown === null) box.scrollTop = 0
      else showWithin(box, shown)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [list, current])
}

/** How far the edge of a list fades, in pixels, as in `ui.css`. */
export const FADE = 28

// --- internal ---

/**
 * Scrolls a box until a part of it is in view, clear of the edges at which the box fades out. Only
 * the box moves; scrollIntoView would also move the page.
 */
function showWithin(box: HTMLElement, part: Element): void {
  const frame = box.getBoundingClientRect()
  const { top, bottom, height } = part.getBoundingClientRect()
  const edge = Math.min(FADE, (frame.height - height) / 2)
  box.scrollTop += Math.max(0, bottom - frame.bottom + edge) - Math.max(0, frame.top - top + edge)
}
