import type { Connection } from '../../models/online/connection.ts'
import { useTicking } from './use-ticking.ts'

/** Whole seconds until an instant of the server; undefined where there is none, or it is so far off that nobody counts. */
export function useCountdown(
  dueAt: number | undefined,
  { now }: Pick<Connection, 'now'>,
): number | undefined {
  const isShort = dueAt !== undefined && dueAt - now() <= SHORT_MS
  const leftMs = useTicking(() => (isShort ? dueAt - now() : undefined), isShort)
  return leftMs === undefined ? undefined : Math.max(0, Math.ceil(leftMs / 1000))
}

// --- internal ---

/** Days need no counting down. */
const SHORT_MS = 600_000
