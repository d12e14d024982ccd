import { unreachable } from '@hokito/rules'
import * as z from 'zod/mini'

/**
 * The agreed terms of time. `fischer` adds the increment after each move. `delay` lets that much
 * time pass on each move before the clock runs. `correspondence` gives each move a number of days.
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

/** The time control that most players choose: five minutes and three seconds a move. */
export const USUAL_TIME_CONTROL: TimeControl = {
  kind: 'fischer',
  initialSeconds: 300,
  incrementSeconds: 3,
}

/** The time controls of quick pairing. */
export const QUICK_TIME_CONTROLS: readonly TimeControl[] = [
  { kind: 'fischer', initialSeconds: 120, incrementSeconds: 2 },
  USUAL_TIME_CONTROL,
  { kind: 'fischer', initialSeconds: 600, incrementSeconds: 5 },
  { kind: 'correspondence', daysPerMove: 2 },
]

/**
 * Does the opponent wait at the board for each move, unlike in games with days per move or without
 * a limit?
 */
export function isLive({ kind }: TimeControl): boolean {
  return IS_LIVE[kind]
}

const IS_LIVE: { readonly [K in TimeControl['kind']]: boolean } = {
  none: false,
  fischer: true,
  delay: true,
  correspondence: false,
}

/**
 * Seconds that a side can expect to have for a whole game: a typical one has about 15 moves a side.
 * The lag allowance and the grace period follow from it. Undefined if the time is not counted in
 * seconds.
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
