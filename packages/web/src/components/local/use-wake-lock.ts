import { useEffect, useState } from 'preact/hooks'

/**
 * Keeps the screen on while something runs. Returns whether it may go dark all the same, because
 * the browser cannot prevent it or does not want to, for example with a low battery.
 */
export function useWakeLock(isWanted: boolean): boolean {
  const [isDark, setDark] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let lock: WakeLockSentinel | undefined
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        setDark(false)
      } catch {
        // Without the interface, over plain HTTP, or refused by the browser.
        setDark(true)
      }
      if (isOver) void lock?.release()
    }
    void hold()
    // The browser gives the lock up whenever the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [isWanted])
  return isDark
}
