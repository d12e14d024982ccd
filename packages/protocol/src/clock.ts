import { type ByColor, byColor, type Color, opposite, unreachable } from '@hokito/rules'
import * as z from 'zod/mini'
import { DAY_MS } from './durations.ts'
import { instantSchema } from './ids.ts'
import { estimatedSeconds, isLive, type TimeControl } from './time-control.ts'

/**
 * The clock as stored times: nothing ticks. The time that a side has left is computed from what it
 * had when the turn began. Instants are milliseconds by the server's clock.
 */
export const clockSchema = z.strictObject({
  /** The time that each side had left when the turn began. */
  remainingMs: z.strictObject({ black: z.int(), white: z.int() }),
  turn: z.enum(['black', 'white']),
  /** When the turn began. After a pause this may lie in the future: until then no time passes. */
  since: instantSchema,
  /** Is the clock of the side to move running? Not before each side has moved once. */
  isRunning: z.boolean(),
  /**
   * The clock is paused until this instant, because the awaited player is on a break, or because
   * the second game of a match has not begun. `since` is already later by the length of the pause.
   */
  standsUntil: z.optional(instantSchema),
})
export type Clock = Readonly<z.infer<typeof clockSchema>>

/** A move as the clock sees it: when it arrived, and the mover's measured round trip. */
export interface Press {
  readonly at: number
  readonly lagMs: number
  /** Half-moves before this one. */
  readonly ply: number
}

/** The clock at the start of a game: both sides have all their time, and none runs. */
export function startingClock(timeControl: TimeControl, at: number): Clock {
  const { budgetMs } = allotted(timeControl)
  return { remainingMs: byColor(() => budgetMs), turn: 'black', since: at, isRunning: false }
}

/**
 * The clock after a move made in time. Each side's first move is free, because its player may still
 * be loading the page. Black's second turn is the first that costs time.
 */
export function press(timeControl: TimeControl, clock: Clock, { at, lagMs, ply }: Press): Clock {
  const spent = spentMs(timeControl, clock, { at, lagMs })
  return {
    remainingMs: clock.isRunning ? afterTurn(timeControl, clock, spent) : clock.remainingMs,
    turn: opposite(clock.turn),
    since: at,
    isRunning: timeControl.kind !== 'none' && ply + 1 >= FREE_PLIES,
  }
}

/**
 * The time at an instant that counts against the side to move. None counts while the clock is
 * paused or during a delay. The measured lag is deducted, up to {@link lagAllowanceMs}.
 */
export function spentMs(
  timeControl: TimeControl,
  clock: Clock,
  { at, lagMs }: Pick<Press, 'at' | 'lagMs'>,
): number {
  if (!clock.isRunning) return 0
  const lag = Math.min(Math.max(0, lagMs), lagAllowanceMs(timeControl))
  return Math.max(0, at - clock.since - allotted(timeControl).delayMs - lag)
}

/** The time each side has left at an instant, for display: never below zero, no lag deducted. */
export function remainingAt(timeControl: TimeControl, clock: Clock, at: number): ByColor<number> {
  // A paused clock shows the time with which it will resume.
  const spent = spentMs(timeControl, clock, { at: Math.max(at, clock.standsUntil ?? at), lagMs: 0 })
  return byColor((color) =>
    Math.max(0, clock.remainingMs[color] - (color === clock.turn ? spent : 0)),
  )
}

/** Would the side to move lose on time if a move arrived at this instant with this lag? */
export function hasFlagged(
  timeControl: TimeControl,
  clock: Clock,
  arrival: Pick<Press, 'at' | 'lagMs'>,
): boolean {
  return clock.isRunning && spentMs(timeControl, clock, arrival) >= clock.remainingMs[clock.turn]
}

/**
 * The instant at which the side to move loses on time if no move arrives: after the delay, all
 * remaining time and the largest lag that could be deducted. Undefined while no time runs.
 */
export function flagAt(timeControl: TimeControl, clock: Clock): number | undefined {
  if (!clock.isRunning) return undefined
  const patience = allotted(timeControl).delayMs + lagAllowanceMs(timeControl)
  return clock.since + clock.remainingMs[clock.turn] + patience
}

/**
 * The clock after a time in which no one could move, for example because the server was down. `ms`
 * is negative if the server's own clock was put back meanwhile.
 */
export function pause(clock: Clock, ms: number): Clock {
  return { ...clock, since: clock.since + ms }
}

/** Pauses a running clock from one instant until another. */
export function stand(clock: Clock, at: number, until: number): Clock {
  if (until <= at) return clock
  return { ...clock, since: clock.since + until - at, standsUntil: until }
}

/** The clock as if its pause had ended at this instant. */
export function goOn({ standsUntil, ...clock }: Clock, at: number): Clock {
  const earlier = standsUntil === undefined ? 0 : Math.max(0, standsUntil - at)
  return { ...clock, since: clock.since - earlier }
}

/**
 * The clock after moves were taken back. Both sides have the time that they had at that ply, and
 * its turn begins now.
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

/**
 * The clock of a finished game. It keeps the remaining times and the beginning of the last turn.
 */
export function stop(timeControl: TimeControl, clock: Clock, at: number): Clock {
  return {
    ...clock,
    remainingMs: remainingAt(timeControl, clock, at),
    isRunning: false,
  }
}

/**
 * The most lag that is deducted from one move. Short games allow little, because a second is worth
 * much there: 0.2 s in games of up to 15 s, 0.35 s up to 30 s, then growing to 1 s from three
 * minutes on. These are the quotas of lichess, which its players have tested.
 */
export function lagAllowanceMs(timeControl: TimeControl): number {
  const seconds = estimatedSeconds(timeControl)
  if (seconds === undefined) return timeControl.kind === 'none' ? 0 : LARGEST_LAG_MS
  if (seconds <= 15) return 200
  if (seconds <= 30) return 350
  return seconds >= 180 ? LARGEST_LAG_MS : Math.round((seconds / 4 + 30) * 10)
}

/**
 * How long a side may be away on its turn before the opponent can claim the game. Undefined for
 * correspondence games.
 */
export function graceMs(timeControl: TimeControl): number | undefined {
  if (timeControl.kind === 'correspondence') return undefined
  const seconds = estimatedSeconds(timeControl)
  if (seconds === undefined) return NO_LIMIT_GRACE_MS
  return Math.min(LONGEST_GRACE_MS, Math.max(SHORTEST_GRACE_MS, seconds * GRACE_SHARE_MS))
}

/** When a side left, and when its present turn began. */
export interface Absence {
  readonly goneSince: number
  readonly turnSince: number
}

/**
 * The instant from which a side that is away on its turn counts as having left the game. The time
 * that the opponent spends thinking is not part of the absence. Undefined for correspondence games.
 */
export function leftFrom(
  timeControl: TimeControl,
  { goneSince, turnSince }: Absence,
): number | undefined {
  const grace = graceMs(timeControl)
  return grace === undefined ? undefined : Math.max(goneSince, turnSince) + grace
}

/** The side to move after this many plies. Black begins every online game. */
export function turnAt(ply: number): Color {
  return ply % 2 === 0 ? 'black' : 'white'
}

/** What the time for a first move depends on, for a game or for a challenge. */
export interface FirstMoveTerms {
  readonly terms: { readonly timeControl: TimeControl }
  /** Is the game, or was its challenge, open to everyone? */
  readonly isListed?: boolean | undefined
}

/**
 * How long a side may take for its first move, or to send its bytes for the deal. A player invited
 * by a friend may still be reading the rules. Strangers who asked for a live game need not wait for
 * each other that long.
 */
export function firstMoveMs({ terms: { timeControl }, isListed }: FirstMoveTerms): number {
  if (!isLive(timeControl)) return daysMs(timeControl)
  return isListed === true ? LISTED_FIRST_MOVE_MS : PRIVATE_FIRST_MOVE_MS
}

/**
 * The deadline for the first move, or for the deal, counted from the last change of the clock. It
 * has no meaning once both sides have moved.
 */
export function firstMoveDueAt(game: FirstMoveTerms & { readonly clock: Clock }): number {
  return game.clock.since + firstMoveMs(game)
}

/** Was a game called off because the time for its first move, or for the deal, had passed? */
export function isLateStart(
  game: FirstMoveTerms & { readonly clock: Clock; readonly endedAt?: number | undefined },
): boolean {
  return game.endedAt !== undefined && game.endedAt >= firstMoveDueAt(game)
}

/**
 * How long both sides may take to place their pieces. The server then places the rest at random.
 */
export function placingMs(timeControl: TimeControl): number {
  return isLive(timeControl) ? LIVE_PLACING_MS : daysMs(timeControl)
}

/**
 * The pause before the second game of a match with a clock, so that its players can read the result
 * of the first. It ends earlier once both are ready.
 */
export const BETWEEN_GAMES_MS = 30_000

/**
 * Plies that cost no time: each side's first move. Before both are played, a player can abort the
 * game without a loser.
 */
export const FREE_PLIES = 2

// --- internal ---

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

/** The time for a move in games that are not live. */
function daysMs(timeControl: TimeControl): number {
  return timeControl.kind === 'correspondence' ? timeControl.daysPerMove * DAY_MS : DAY_MS
}

/**
 * A side's time at the start, and the time of each turn that passes before its clock runs. The
 * numbers have no meaning without a time limit.
 */
function allotted(timeControl: TimeControl): {
  readonly budgetMs: number
  readonly delayMs: number
} {
  switch (timeControl.kind) {
    case 'none':
      return { budgetMs: 0, delayMs: 0 }
    case 'correspondence':
      return { budgetMs: daysMs(timeControl), delayMs: 0 }
    case 'fischer':
      return { budgetMs: timeControl.initialSeconds * 1000, delayMs: 0 }
    case 'delay':
      return {
        budgetMs: timeControl.initialSeconds * 1000,
        delayMs: timeControl.delaySeconds * 1000,
      }
    default:
      return unreachable(timeControl)
  }
}

/**
 * Both sides' times after a turn that cost the mover `spent` milliseconds. Each kind says what both
 * get for it.
 */
function afterTurn(
  timeControl: TimeControl,
  { remainingMs, turn }: Clock,
  spent: number,
): ByColor<number> {
  const left = remainingMs[turn] - spent
  switch (timeControl.kind) {
    case 'fischer':
      return { ...remainingMs, [turn]: left + timeControl.incrementSeconds * 1000 }
    case 'correspondence':
      return { ...remainingMs, [turn]: daysMs(timeControl) }
    case 'delay':
    case 'none':
      return { ...remainingMs, [turn]: left }
    default:
      return unreachable(timeControl)
  }
}
