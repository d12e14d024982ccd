import { useEffect } from 'preact/hooks'

/**
 * Asks straight away, and again at intervals while the page is visible, because the server does not
 * report what others do. A question that is still open at the next interval is not asked again, so
 * a slow server answers one at a time.
 */
export function useAskedAgain(ask: () => Promise<void>, everyMs: number): void {
  useEffect(() => {
    let isAsking = false
    const askUnlessOpen = async () => {
      if (isAsking) return
      isAsking = true
      await ask().finally(() => {
        isAsking = false
      })
    }
    void askUnlessOpen()
    const timer = setInterval(() => {
      if (!document.hidden) void askUnlessOpen()
    }, everyMs)
    return () => clearInterval(timer)
  }, [ask, everyMs])
}
