import { useEffect, useState } from 'preact/hooks'

/** Reads a value several times a second while it changes by itself. */
export function useTicking<T>(read: () => T, isTicking: boolean): T {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setTick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [isTicking])
  return read()
}

// --- internal ---

const TICK_MS = 200
