import type { Connection } from '../../models/online/connection.ts'
import { useTicking } from './use-ticking.ts'

/** Whole seconds until so long after an instant of the server; undefined where that is days away, and nobody counts. */
export function useCountdown(
  since: number,
  forMs: number,
  { now }: Pick<Connection, 'now'>,
): number | undefined {
  const isShort = forMs <= SHORT_MS
  const leftMs = useTicking(() => since + forMs - now(), isShort)
  return isShort ? Math.max(0, Math.ceil(leftMs / 1000)) : undefined
}

// --- internal ---

/** Days need no counting down. */
const SHORT_MS = 600_000
