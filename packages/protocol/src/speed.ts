import { estimatedSeconds, type TimeControl } from './time-control.ts'

/** What people are good at differs by it, so each has ratings of its own. */
export const SPEEDS = ['fast', 'slow', 'correspondence'] as const
export type Speed = (typeof SPEEDS)[number]

/** The speed of games under such terms of time; undefined where nothing limits it, so that they are not rated. */
export function speedOf(timeControl: TimeControl): Speed | undefined {
  if (timeControl.kind === 'correspondence') return 'correspondence'
  const seconds = estimatedSeconds(timeControl)
  if (seconds === undefined) return undefined
  return seconds < SLOW_SECONDS ? 'fast' : 'slow'
}

// --- internal ---

/** From eight minutes a side on people can think a move over; it lies between 5+3 and 10+5. */
const SLOW_SECONDS = 480
