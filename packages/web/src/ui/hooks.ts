import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

/** Makes something that must be disposed of, keeps it as long as the component lives, then disposes. */
export function useOwned<T extends { dispose(): void }>(make: () => T): T {
  const [owned] = useState(make)
  useEffect(() => () => owned.dispose(), [owned])
  return owned
}

/** Takes the focus as the component appears, if what had it has gone. */
export function useLostFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [ref])
}

/** Calls back for keys pressed anywhere but in a text field or an open dialog. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  // Before the next paint: whoever sees the page can use its keys.
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
