import { useEffect } from 'preact/hooks'

/**
 * Asks straight away, as soon as the page is visible again, and at intervals while it is, because the
 * server does not report what others do. A question that is still open at the next interval is not asked again, so
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
    const askInView = () => {
      if (!document.hidden) void askUnlessOpen()
    }
    void askUnlessOpen()
    const timer = setInterval(askInView, everyMs)
    document.addEventListener('visibilitychange', askInView)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askInView)
    }
  }, [ask, everyMs])
}
