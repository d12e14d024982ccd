import { unreachable } from '@hokito/rules'
import * as z from 'zod/mini'

/**
 * The agreed terms of time. `fischer` adds the increment after each move; `delay` lets that long pass
 * on each move before the clock runs; `correspondence` gives each move its own days.
 */
export const timeControlSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('fischer'),
    initialSeconds: z.int().check(z.minimum(10), z.maximum(10_800)),
    incrementSeconds: z.int().check(z.minimum(0), z.maximum(180)),
  }),
  z.strictObject({
    kind: z.literal('delay'),
    initialSeconds: z.int().check(z.minimum(10), z.maximum(10_800)),
    delaySeconds: z.int().check(z.minimum(0), z.maximum(180)),
  }),
  z.strictObject({
    kind: z.literal('correspondence'),
    daysPerMove: z.int().check(z.minimum(1), z.maximum(14)),
  }),
])
export type TimeControl = Readonly<z.infer<typeof timeControlSchema>>

/** What quick pairing offers. */
export const QUICK_TIME_CONTROLS: readonly TimeControl[] = [
  { kind: 'fischer', initialSeconds: 120, incrementSeconds: 2 },
  { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  { kind: 'fischer', initialSeconds: 600, incrementSeconds: 5 },
  { kind: 'correspondence', daysPerMove: 2 },
]

/** Does somebody have to answer while the other waits, as opposed to days or no limit? */
export function isLive({ kind }: TimeControl): boolean {
  return kind === 'fischer' || kind === 'delay'
}

/**
 * Seconds that a side may expect to have for a whole game: an ordinary one has about 15 moves a side.
 * Lag allowance and grace follow from it. Undefined where time is not counted in seconds.
 */
export function estimatedSeconds(timeControl: TimeControl): number | undefined {
  switch (timeControl.kind) {
    case 'fischer':
      return timeControl.initialSeconds + MOVES_A_SIDE * timeControl.incrementSeconds
    case 'delay':
      return timeControl.initialSeconds + MOVES_A_SIDE * timeControl.delaySeconds
    case 'correspondence':
    case 'none':
      return undefined
    default:
      return unreachable(timeControl)
  }
}

/** `-`, `300+3`, `300d3` or `2days`: for the `TimeControl` tag of a record and for comparing. */
export function formatTimeControl(timeControl: TimeControl): string {
  switch (timeControl.kind) {
    case 'fischer':
      return `${timeControl.initialSeconds}+${timeControl.incrementSeconds}`
    case 'delay':
      return `${timeControl.initialSeconds}d${timeControl.delaySeconds}`
    case 'correspondence':
      return `${timeControl.daysPerMove}days`
    case 'none':
      return '-'
    default:
      return unreachable(timeControl)
  }
}

// --- internal ---

const MOVES_A_SIDE = 15
