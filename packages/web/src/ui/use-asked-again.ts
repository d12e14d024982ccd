import { useEffect } from 'preact/hooks'

/** Asks at once, and again every so often while the page is looked at: what others do changes without a word. */
export function useAskedAgain(ask: () => Promise<void>, everyMs: number): void {
  useEffect(() => {
    void ask()
    const timer = setInterval(() => {
      if (!document.hidden) void ask()
    }, everyMs)
    return () => clearInterval(timer)
  }, [ask, everyMs])
}
