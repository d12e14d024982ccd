import { type ByColor, byColor, type Color, opposite } from '@hokito/rules'
import type { TimeControl } from './local-game.ts'

/**
 * The clock of a game with wooden pieces. Nothing ticks: the time left follows from the instant at
 * which the turn began, so it is right after the phone has slept and after the page was loaded
 * again.
 */
export interface TableClock {
  readonly control: TimeControl
  /** The time that each side had when the turn began, or when the clock was paused. */
  readonly remainingMs: ByColor<number>
  /** The side whose time runs, or will run. */
  readonly turn: Color
  /** When the time began to run, in milliseconds since 1970; undefined while it stands. */
  readonly since?: number | undefined
  /** Moves made by both sides. */
  readonly moves: number
}

/** A clock that nobody has started. Black begins. */
export function newTableClock(control: TimeControl): TableClock {
  return { control, remainingMs: byColor(() => control.initialMs), turn: 'black', moves: 0 }
}

/** The time left for each side; never less than none. */
export function leftAt({ remainingMs, turn, since }: TableClock, now: number): ByColor<number> {
  // A device whose clock is set back gives no time.
  const spent = since === undefined ? 0 : Math.max(0, now - since)
  return { ...remainingMs, [turn]: Math.max(0, remainingMs[turn] - spent) }
}

/** The side whose time is up; undefined while both have some. */
export function flaggedAt(clock: TableClock, now: number): Color | undefined {
  return leftAt(clock, now)[clock.turn] === 0 ? clock.turn : undefined
}

/** Starts the time of the side to move; no change if it is running or up. */
export function started(clock: TableClock, now: number): TableClock {
  if (clock.since !== undefined || clock.remainingMs[clock.turn] === 0) return clock
  return { ...clock, since: now }
}

/** Stops the time, which then goes on from where it stood. */
export function paused(clock: TableClock, now: number): TableClock {
  if (clock.since === undefined) return clock
  return { ...clock, remainingMs: leftAt(clock, now), since: undefined }
}

/**
 * A side presses after its move: it gets its increment, and the other side's time runs. Nothing
 * changes if it is not that side's turn, if the clock stands, or if the time is up.
 */
export function pressed(clock: TableClock, color: Color, now: number): TableClock {
  const left = leftAt(clock, now)
  if (clock.since === undefined || clock.turn !== color || left[color] === 0) return clock
  return {
    ...clock,
    remainingMs: { ...left, [color]: left[color] + clock.control.incrementMs },
    turn: opposite(color),
    since: now,
    moves: clock.moves + 1,
  }
}
