import { type ByColor, byColor, type Color, opposite } from '@hokito/rules'
import * as z from 'zod/mini'
import { instantSchema } from './ids.ts'
import { estimatedSeconds, isLive, type TimeControl } from './time-control.ts'

/**
 * The clock as stored times: nothing ticks. What a side has left at any moment is arithmetic on what it
 * had when the turn began. Instants are milliseconds by the server's clock.
 */
export const clockSchema = z.strictObject({
  /** What each side had left when the turn began. */
  remainingMs: z.strictObject({ black: z.int(), white: z.int() }),
  turn: z.enum(['black', 'white']),
  /** When the turn began. After a pause it may lie ahead: until then no time passes. */
  since: instantSchema,
  /** Does the time of whose turn it is run? Not before both sides have moved once. */
  isRunning: z.boolean(),
  /** Until when no time passes, as whom the game waits for is on a break; `since` lies so much later. */
  standsUntil: z.optional(instantSchema),
})
export type Clock = Readonly<z.infer<typeof clockSchema>>

/** A move as the clock sees it: when it arrived, and the measured round trip of who made it. */
export interface Press {
  readonly at: number
  readonly lagMs: number
  /** Half-moves before this one. */
  readonly ply: number
}

/** The clock when a game starts: everybody has everything, and no time runs. */
export function startingClock(timeControl: TimeControl, at: number): Clock {
  const remaining = budgetMs(timeControl)
  return { remainingMs: byColor(() => remaining), turn: 'black', since: at, isRunning: false }
}

/**
 * The clock after a move in time. The first move of each side is free, as the other may still be
 * loading the page; Black's second turn is the first that costs time.
 */
export function press(timeControl: TimeControl, clock: Clock, { at, lagMs, ply }: Press): Clock {
  const { turn, remainingMs } = clock
  const left = remainingMs[turn] - spentMs(timeControl, clock, { at, lagMs })
  return {
    remainingMs: {
      ...remainingMs,
      [turn]: clock.isRunning ? refilled(timeControl, left) : remainingMs[turn],
    },
    turn: opposite(turn),
    since: at,
    isRunning: timeControl.kind !== 'none' && ply + 1 >= FREE_PLIES,
  }
}

/**
 * Time that counts against whose turn it is at an instant: none while the clock stands or a delay
 * passes, and less the lag that the server measured, up to {@link lagAllowanceMs}.
 */
export function spentMs(
  timeControl: TimeControl,
  clock: Clock,
  { at, lagMs }: Pick<Press, 'at' | 'lagMs'>,
): number {
  if (!clock.isRunning) return 0
  const lag = Math.min(Math.max(0, lagMs), lagAllowanceMs(timeControl))
  return Math.max(0, at - clock.since - delayMs(timeControl) - lag)
}

/** What each side has left at an instant, as shown to people: never below zero, no lag deducted. */
export function remainingAt(timeControl: TimeControl, clock: Clock, at: number): ByColor<number> {
  // What stands has as much left as when it goes on.
  const spent = spentMs(timeControl, clock, { at: Math.max(at, clock.standsUntil ?? at), lagMs: 0 })
  return byColor((color) =>
    Math.max(0, clock.remainingMs[color] - (color === clock.turn ? spent : 0)),
  )
}

/** Has whose turn it is run out of time, if a move arrived at this instant with this lag? */
export function hasFlagged(
  timeControl: TimeControl,
  clock: Clock,
  arrival: Pick<Press, 'at' | 'lagMs'>,
): boolean {
  return clock.isRunning && spentMs(timeControl, clock, arrival) >= clock.remainingMs[clock.turn]
}

/**
 * The instant at which whose turn it is loses on time if nothing arrives: after the delay, all that
 * was left, and the largest lag that could still be deducted. Undefined while no time runs.
 */
export function flagAt(timeControl: TimeControl, clock: Clock): number | undefined {
  if (!clock.isRunning) return undefined
  const patience = delayMs(timeControl) + lagAllowanceMs(timeControl)
  return clock.since + clock.remainingMs[clock.turn] + patience
}

/**
 * The clock after a time in which nobody could move, for example because the server was down. Below zero
 * where the server's own clock was put back meanwhile.
 */
export function pause(clock: Clock, ms: number): Clock {
  return { ...clock, since: clock.since + ms }
}

/** A clock that goes, from an instant on: it stands until another one, and goes on from there. */
export function stand(clock: Clock, at: number, until: number): Clock {
  if (until <= at) return clock
  return { ...clock, since: clock.since + until - at, standsUntil: until }
}

/** The clock as if it had stood until an instant and no longer. */
export function goOn({ standsUntil, ...clock }: Clock, at: number): Clock {
  const earlier = standsUntil === undefined ? 0 : Math.max(0, standsUntil - at)
  return { ...clock, since: clock.since - earlier }
}

/**
 * The clock after moves were taken back: both sides have again what they had at that ply, and its turn
 * begins now.
 */
export function restore(
  timeControl: TimeControl,
  remainingMs: ByColor<number>,
  { at, ply }: Pick<Press, 'at' | 'ply'>,
): Clock {
  return {
    remainingMs,
    turn: turnAt(ply),
    since: at,
    isRunning: timeControl.kind !== 'none' && ply >= FREE_PLIES,
  }
}

/** The clock of a finished game: what was left stays, and when the last turn began. */
export function stop(timeControl: TimeControl, clock: Clock, at: number): Clock {
  return {
    ...clock,
    remainingMs: remainingAt(timeControl, clock, at),
    isRunning: false,
  }
}

/**
 * The most lag that is deducted from one move. Short games allow little, as there a second is worth
 * much: 0.2 s up to 15 s a game, 0.35 s up to 30 s, then growing, and 1 s from three minutes on
 * (the quotas of lichess, which
 * has had them judged by its players).
 */
export function lagAllowanceMs(timeControl: TimeControl): number {
  const seconds = estimatedSeconds(timeControl)
  if (seconds === undefined) return timeControl.kind === 'none' ? 0 : LARGEST_LAG_MS
  if (seconds <= 15) return 200
  if (seconds <= 30) return 350
  return seconds >= 180 ? LARGEST_LAG_MS : Math.round((seconds / 4 + 30) * 10)
}

/** How long a side may be away on its turn before the other can claim the game; undefined where days count. */
export function graceMs(timeControl: TimeControl): number | undefined {
  if (timeControl.kind === 'correspondence') return undefined
  const seconds = estimatedSeconds(timeControl)
  if (seconds === undefined) return NO_LIMIT_GRACE_MS
  return Math.min(LONGEST_GRACE_MS, Math.max(SHORTEST_GRACE_MS, seconds * GRACE_SHARE_MS))
}

/** When a side went, and when its present turn began. */
export interface Absence {
  readonly goneSince: number
  readonly turnSince: number
}

/**
 * From when a side that is away on its turn counts as having left the game. A long thought of the other side is no part
 * of the absence. Undefined where days count.
 */
export function leftFrom(
  timeControl: TimeControl,
  { goneSince, turnSince }: Absence,
): number | undefined {
  const grace = graceMs(timeControl)
  return grace === undefined ? undefined : Math.max(goneSince, turnSince) + grace
}

/** Whose turn it is after so many plies; every online game begins with Black. */
export function turnAt(ply: number): Color {
  return ply % 2 === 0 ? 'black' : 'white'
}

/** What the time for a first move depends on, of a game or of the challenge to one. */
export interface FirstMoveTerms {
  readonly terms: { readonly timeControl: TimeControl }
  /** Is it, or was its challenge, open to everybody? */
  readonly isListed?: boolean | undefined
}

/**
 * How long a side may take for its first move, or to send its bytes for the deal. Whoever is invited by a friend
 * may still be reading the rules; strangers who have asked for a game at once need not wait so long for each other.
 */
export function firstMoveMs({ terms: { timeControl }, isListed }: FirstMoveTerms): number {
  if (!isLive(timeControl)) return daysMs(timeControl)
  return isListed === true ? LISTED_FIRST_MOVE_MS : PRIVATE_FIRST_MOVE_MS
}

/**
 * The instant by which the first move, or the deal, has to be made, counted from when the clock last changed;
 * it means nothing once both sides have moved.
 */
export function firstMoveDueAt(game: FirstMoveTerms & { readonly clock: Clock }): number {
  return game.clock.since + firstMoveMs(game)
}

/** Did a game that was called off end because the time for its first move, or for the deal, had passed? */
export function isLateStart(
  game: FirstMoveTerms & { readonly clock: Clock; readonly endedAt?: number | undefined },
): boolean {
  return game.endedAt !== undefined && game.endedAt >= firstMoveDueAt(game)
}

/** How long both may take to place their pieces; what is left then is placed at random. */
export function placingMs(timeControl: TimeControl): number {
  return isLive(timeControl) ? LIVE_PLACING_MS : daysMs(timeControl)
}

/**
 * Plies that cost no time: the first move of each side. Until they are played a game can be given up
 * without a loser.
 */
export const FREE_PLIES = 2

// --- internal ---

const DAY_MS = 86_400_000
const LISTED_FIRST_MOVE_MS = 60_000
const PRIVATE_FIRST_MOVE_MS = 120_000
/** Ten seconds for each of the 18 pieces. */
const LIVE_PLACING_MS = 180_000
const LARGEST_LAG_MS = 1000
const SHORTEST_GRACE_MS = 30_000
const LONGEST_GRACE_MS = 120_000
/** A tenth of the estimated time. */
const GRACE_SHARE_MS = 100
const NO_LIMIT_GRACE_MS = 900_000

/** What a side may take for a move where nobody waits at the board. */
function daysMs(timeControl: TimeControl): number {
  return timeControl.kind === 'correspondence' ? timeControl.daysPerMove * DAY_MS : DAY_MS
}

/** What a side has at the start; without a limit the number has no meaning. */
function budgetMs(timeControl: TimeControl): number {
  switch (timeControl.kind) {
    case 'none':
      return 0
    case 'correspondence':
      return timeControl.daysPerMove * DAY_MS
    default:
      return timeControl.initialSeconds * 1000
  }
}

function delayMs(timeControl: TimeControl): number {
  return timeControl.kind === 'delay' ? timeControl.delaySeconds * 1000 : 0
}

/** What a side has after a move that left it this much. */
function refilled(timeControl: TimeControl, left: number): number {
  if (timeControl.kind === 'fischer') return left + timeControl.incrementSeconds * 1000
  return timeControl.kind === 'correspondence' ? budgetMs(timeControl) : left
}
