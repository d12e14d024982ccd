import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

/** Makes a disposable value, keeps it as long as the component lives, then disposes of it. */
export function useOwned<T extends { dispose(): void }>(make: () => T): T {
  const [owned] = useState(make)
  useEffect(() => () => owned.dispose(), [owned])
  return owned
}

/** Takes the focus when the component appears, if the element that had it is gone. */
export function useLostFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [ref])
}

/** Calls back for keys pressed anywhere except in a text field or an open dialog. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  // Before the next paint, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof Element && target.closest('input, textarea, select, dialog')) return
      onKey(event)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [onKey])
}
