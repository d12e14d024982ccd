import type { Connection } from '../../models/online/connection.ts'
import { useTicking } from './use-ticking.ts'

/**
 * Whole seconds until a time of the server's clock; undefined if there is none, or if it is further
 * off than `mostMs`.
 */
export function useCountdown(
  dueAt: number | undefined,
  { now }: Pick<Connection, 'now'>,
  mostMs = SHORT_MS,
): number | undefined {
  const isShort = dueAt !== undefined && dueAt - now() <= mostMs
  const leftMs = useTicking(() => (isShort ? dueAt - now() : undefined), isShort)
  return leftMs === undefined ? undefined : Math.max(0, Math.ceil((leftMs - CLOCK_ERROR_MS) / 1000))
}

/** Formats a short time as a clock does, in minutes and whole seconds. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

// --- internal ---

/**
 * The page knows the server's clock to a few hundredths of a second, and two minutes must not begin
 * at 121 seconds.
 */
const CLOCK_ERROR_MS = 100

/** Longer times rarely need a countdown. */
const SHORT_MS = 600_000
