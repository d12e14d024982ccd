import { estimatedSeconds, type TimeControl } from './time-control.ts'

/** Players differ in strength from one speed to the next, so each speed has its own ratings. */
export const SPEEDS = ['fast', 'slow', 'correspondence'] as const
export type Speed = (typeof SPEEDS)[number]

/**
 * The speed of games with this time control. Undefined without a time limit, because such games are
 * not rated.
 */
export function speedOf(timeControl: TimeControl): Speed | undefined {
  if (timeControl.kind === 'correspondence') return 'correspondence'
  const seconds = estimatedSeconds(timeControl)
  if (seconds === undefined) return undefined
  return seconds < SLOW_SECONDS ? 'fast' : 'slow'
}

// --- internal ---

/** From eight minutes a side people can think about a move. The limit lies between 5+3 and 10+5. */
const SLOW_SECONDS = 480
