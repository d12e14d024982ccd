import type { ApiOwnGame } from '@hokito/client'

/** How long a bot may think. */
export interface ThinkingTime {
  /** Most time for one move. */
  readonly mostMs: number
}

/**
 * How long to think about the next move: at most as long as allowed, and never until the clock runs
 * out.
 */
export function thinkingMs(
  { clocks, color, turnSince, terms }: ApiOwnGame,
  { mostMs }: ThinkingTime,
  now: number,
): number {
  const { timeControl } = terms
  const left = clocks.at(-1)?.[color]
  if (left === undefined || timeControl.kind === 'none' || timeControl.kind === 'correspondence') {
    return mostMs
  }
  // The two clocks may differ, so the time spent is limited to what can have passed.
  const spent = Math.min(left, Math.max(0, now - Date.parse(turnSince ?? '')) || 0)
  const bonus =
    timeControl.kind === 'fischer' ? timeControl.incrementSeconds : timeControl.delaySeconds
  const share = (left - spent) / MOVES_TO_COME + (bonus * 1000) / 2
  return Math.max(LEAST_MS, Math.min(mostMs, Math.round(share)))
}

// --- internal ---

/** A side makes about 15 moves, so this leaves some time at the end. */
const MOVES_TO_COME = 20
const LEAST_MS = 20
