import { useCallback, useRef } from 'preact/hooks'

/**
 * Tells whether a reply is still the one to show, because a reply to an earlier request may arrive
 * later. Call what it returns when a request begins; that call returns whether none has begun since.
 */
export function useLatestRequest(): () => () => boolean {
  const count = useRef(0)
  return useCallback(() => {
    const own = ++count.current
    return () => own === count.current
  }, [])
}
