import { useEffect } from 'preact/hooks'

/**
 * Asks straight away, and again at intervals while the page is visible, because the server does not
 * report what others do.
 */
export function useAskedAgain(ask: () => Promise<void>, everyMs: number): void {
  useEffect(() => {
    void ask()
    const timer = setInterval(() => {
      if (!document.hidden) void ask()
    }, everyMs)
    return () => clearInterval(timer)
  }, [ask, everyMs])
}
