import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

/** Makes something that must be disposed of, keeps it as long as the component lives, then disposes. */
export function useOwned<T extends { dispose(): void }>(make: () => T): T {
  const [owned] = useState(make)
  useEffect(() => () => owned.dispose(), [owned])
  return owned
}

/** Sets the page's title while the component lives. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
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
