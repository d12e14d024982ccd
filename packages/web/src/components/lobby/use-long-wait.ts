import { useEffect, useState } from 'preact/hooks'
import { useServices } from '../../services.ts'

/**
 * Whether a search that began at an instant has lasted so long that a bot is offered, so that
 * nobody waits in vain; the search continues.
 */
export function useLongWait(since: number): boolean {
  const { now } = useServices()
  const instant = since + OFFER_MS
  const [isLong, setLong] = useState(now() >= instant)
  useEffect(() => {
    const waitMs = instant - now()
    // If the device's clock differs from the server's, the wait is still no longer than this.
    const timer = setTimeout(() => setLong(true), Math.min(OFFER_MS, Math.max(0, waitMs)))
    setLong(waitMs <= 0)
    return () => clearTimeout(timer)
  }, [instant, now])
  return isLong
}

// --- internal ---

const OFFER_MS = 20_000
