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
 * Scrolls a box until a part of it is in view, clear of the edges at which the box fades out. Only
 * the box moves; scrollIntoView would also move the page.
 */
export function showWithin(box: HTMLElement, part: Element): void {
  const frame = box.getBoundingClientRect()
  const { top, bottom, height } = part.getBoundingClientRect()
  const edge = Math.max(0, Math.min(FADE, (frame.height - height) / 2))
  if (top < frame.top + edge) box.scrollTop -= frame.top + edge - top
  else if (bottom > frame.bottom - edge) box.scrollTop += bottom - frame.bottom + edge
}

// --- internal ---

/** How far an edge fades, in pixels, as in `ui.css`. */
const FADE = 28
