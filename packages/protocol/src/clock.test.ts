import { type ByColor, byColor, type Color } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Clock,
  firstMoveMs,
  flagAt,
  graceMs,
  hasFlagged,
  lagAllowanceMs,
  pause,
  press,
  remainingAt,
  restore,
  startingClock,
  stop,
  turnAt,
} from './clock.ts'
import type { TimeControl } from './time-control.ts'

const BLITZ: TimeControl = { kind: 'fischer', initialSeconds: 180, incrementSeconds: 2 }
const DAY_MS = 86_400_000

describe('the clock', () => {
  test('is free for the first move of each side and runs from Black’s second turn on', () => {
    const fresh = startingClock(BLITZ, 0)
    const one = press(BLITZ, fresh, { at: 50_000, lagMs: 0, ply: 0 })
    const two = press(BLITZ, one, { at: 100_000, lagMs: 0, ply: 1 })
    expect(two).toEqual({
      remainingMs: { black: 180_000, white: 180_000 },
      turn: 'black',
      since: 100_000,
      isRunning: true,
    })
    const three = press(BLITZ, two, { at: 110_000, lagMs: 0, ply: 2 })
    expect(three.remainingMs).toEqual({ black: 172_000, white: 180_000 })
  })

  test('a delay passes before the clock runs', () => {
    const control: TimeControl = { kind: 'delay', initialSeconds: 60, delaySeconds: 5 }
    const clock: Clock = { ...startingClock(control, 0), isRunning: true }
    expect(press(control, clock, { at: 4000, lagMs: 0, ply: 4 }).remainingMs.black).toBe(60_000)
    expect(press(control, clock, { at: 9000, lagMs: 0, ply: 4 }).remainingMs.black).toBe(56_000)
  })

  test('each move by correspondence has its own days', () => {
    const control: TimeControl = { kind: 'correspondence', daysPerMove: 2 }
    const clock: Clock = { ...startingClock(control, 0), isRunning: true }
    const next = press(control, clock, { at: DAY_MS, lagMs: 0, ply: 4 })
    expect(next.remainingMs).toEqual({ black: 2 * DAY_MS, white: 2 * DAY_MS })
    expect(hasFlagged(control, clock, { at: 2 * DAY_MS - 1, lagMs: 0 })).toBe(false)
    expect(hasFlagged(control, clock, { at: 2 * DAY_MS, lagMs: 0 })).toBe(true)
  })

  test('without a limit nobody ever runs out of time', () => {
    const control: TimeControl = { kind: 'none' }
    const clock = press(control, startingClock(control, 0), { at: 1, lagMs: 0, ply: 9 })
    expect(flagAt(control, clock)).toBeUndefined()
    expect(hasFlagged(control, clock, { at: 1e12, lagMs: 0 })).toBe(false)
  })

  test('a move sent in time with 400 ms of lag is in time, and no sooner a loss than it could be', () => {
    const clock: Clock = { ...startingClock(BLITZ, 0), isRunning: true }
    expect(hasFlagged(BLITZ, clock, { at: 180_399, lagMs: 400 })).toBe(false)
    expect(hasFlagged(BLITZ, clock, { at: 180_399, lagMs: 0 })).toBe(true)
    expect(flagAt(BLITZ, clock)).toBe(181_000)
  })

  test('stands still once the game is over', () => {
    const clock: Clock = { ...startingClock(BLITZ, 0), isRunning: true }
    const stopped = stop(BLITZ, clock, 30_000)
    expect(remainingAt(BLITZ, stopped, 1e9)).toEqual({ black: 150_000, white: 180_000 })
  })
})

describe('the most lag that is deducted', () => {
  test.each([
    [10, 0, 200],
    [15, 1, 350],
    [60, 0, 450],
    [120, 2, 675],
    [180, 0, 1000],
    [300, 0, 1000],
    [600, 5, 1000],
  ])('of %i s + %i s is %i ms a move', (initialSeconds, incrementSeconds, allowed) => {
    expect(lagAllowanceMs({ kind: 'fischer', initialSeconds, incrementSeconds })).toBe(allowed)
  })

  test('grows with the game', () => {
    const allowances = [10, 20, 40, 80, 160, 320].map((initialSeconds) =>
      lagAllowanceMs({ kind: 'delay', initialSeconds, delaySeconds: 0 }),
    )
    expect(allowances).toEqual([...allowances].sort((a, b) => a - b))
  })
})

test.each([
  [{ kind: 'fischer', initialSeconds: 60, incrementSeconds: 0 }, 30_000, 120_000, 60_000],
  [{ kind: 'fischer', initialSeconds: 600, incrementSeconds: 5 }, 67_500, 120_000, 60_000],
  [{ kind: 'delay', initialSeconds: 3600, delaySeconds: 10 }, 120_000, 120_000, 60_000],
  [{ kind: 'none' }, 900_000, DAY_MS, DAY_MS],
  [{ kind: 'correspondence', daysPerMove: 3 }, undefined, 3 * DAY_MS, 3 * DAY_MS],
] as const)(
  '%o gives who is away %s ms, a friend’s first move %i ms and a stranger’s %i ms',
  (timeControl, grace, friend, stranger) => {
    const terms = { timeControl }
    expect(graceMs(timeControl)).toBe(grace)
    expect(firstMoveMs({ terms, isListed: false })).toBe(friend)
    expect(firstMoveMs({ terms, isListed: true })).toBe(stranger)
  },
)

// --- against a naive model -----------------------------------------------------------------------

type Step =
  | { readonly do: 'move'; readonly wait: number; readonly lag: number }
  | { readonly do: 'offer'; readonly wait: number }
  | { readonly do: 'takeBack'; readonly wait: number; readonly plies: number }
  | { readonly do: 'restart'; readonly down: number; readonly grace: number }

const wait = fc.integer({ min: 0, max: 40 })
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('move' as const), wait, lag: wait }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('offer' as const), wait }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('takeBack' as const),
        wait,
        plies: fc.integer({ min: 1, max: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('restart' as const), down: wait, grace: wait }),
    },
  ),
  { maxLength: 60 },
)
const controls = fc.oneof(
  fc.record({
    kind: fc.constant('fischer' as const),
    initialSeconds: fc.integer({ min: 10, max: 90 }),
    incrementSeconds: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({
    kind: fc.constant('delay' as const),
    initialSeconds: fc.integer({ min: 10, max: 90 }),
    delaySeconds: fc.integer({ min: 0, max: 5 }),
  }),
)

/** One tick of the naive model. */
const TICK_MS = 100

/** A clock like one on a table: it counts ticks one by one, and remembers what it showed. */
class TableClock {
  readonly control: Extract<TimeControl, { initialSeconds: number }>
  left: Record<Color, number>
  turn: Color = 'black'
  ply = 0
  /** Ticks of this turn that do not count, because the server had only just come back. */
  freeTicks = 0
  turnTicks = 0
  readonly shown: ByColor<number>[] = []

  constructor(control: Extract<TimeControl, { initialSeconds: number }>) {
    this.control = control
    this.left = { ...byColor(() => control.initialSeconds * 1000) }
    this.shown.push({ ...this.left })
  }

  pass(ticks: number): void {
    for (let i = 0; i < ticks; i++) this.turnTicks++
  }

  owed(lag: number): number {
    const delay = this.control.kind === 'delay' ? this.control.delaySeconds * 1000 : 0
    let counted = 0
    for (let tick = this.freeTicks; tick < this.turnTicks; tick++) counted += TICK_MS
    return Math.max(0, counted - delay - Math.min(lag, lagAllowanceMs(this.control)))
  }

  move(lag: number): void {
    if (this.ply >= 2) {
      this.left[this.turn] -= this.owed(lag)
      if (this.control.kind === 'fischer')
        this.left[this.turn] += this.control.incrementSeconds * 1000
    }
    this.ply++
    this.begin()
    this.shown.push({ ...this.left })
  }

  takeBack(toPly: number): void {
    this.ply = toPly
    this.left = { ...(this.shown[toPly] ?? this.left) }
    this.shown.length = toPly + 1
    this.begin()
  }

  private begin(): void {
    this.turn = this.ply % 2 === 0 ? 'black' : 'white'
    this.freeTicks = 0
    this.turnTicks = 0
  }
}

/** Makes a step on both clocks. Returns false if the side to move has lost on time on either. */
function stepBoth(
  game: {
    control: TimeControl
    clock: Clock
    shown: ByColor<number>[]
    now: number
    table: TableClock
  },
  step: Step,
): boolean {
  const { control, table } = game
  const ticks = step.do === 'restart' ? step.down : step.wait
  game.now += ticks * TICK_MS
  if (step.do === 'restart') {
    game.clock = pause(game.clock, (step.down + step.grace) * TICK_MS)
    table.freeTicks += step.grace
    return true
  }
  table.pass(ticks)
  if (step.do === 'move') {
    const at = { at: game.now, lagMs: step.lag * TICK_MS }
    const hasLost = hasFlagged(control, game.clock, at)
    expect(hasLost).toBe(table.ply >= 2 && table.owed(at.lagMs) >= table.left[table.turn])
    if (hasLost) return false
    game.clock = press(control, game.clock, { ...at, ply: table.ply })
    table.move(at.lagMs)
    game.shown.push(game.clock.remainingMs)
  } else if (step.do === 'takeBack' && table.ply >= step.plies) {
    const ply = table.ply - step.plies
    game.clock = restore(control, game.shown[ply] ?? game.clock.remainingMs, { at: game.now, ply })
    game.shown.length = ply + 1
    table.takeBack(ply)
  }
  return true
}

describe('over any moves, offers, takebacks and restarts', () => {
  test('the arithmetic agrees with a clock that counts every tick', () => {
    fc.assert(
      fc.property(controls, steps, (control, list) => {
        const clock = startingClock(control, 1_000_000)
        const table = new TableClock(control)
        const game = { control, clock, shown: [clock.remainingMs], now: 1_000_000, table }
        for (const step of list) {
          if (!stepBoth(game, step)) return
          expect(game.clock.remainingMs).toEqual(table.left)
          expect(game.clock.turn).toBe(table.turn)
          const owed = table.ply >= 2 ? table.owed(0) : 0
          const left = Math.max(0, table.left[table.turn] - owed)
          expect(remainingAt(control, game.clock, game.now)[table.turn]).toBe(left)
        }
      }),
      { seed: 5, numRuns: 400 },
    )
  })

  test('nobody gains more on a move than the lag that was measured, nor than the table allows', () => {
    fc.assert(
      fc.property(controls, wait, fc.integer({ min: 0, max: 5000 }), (control, ticks, lagMs) => {
        const clock: Clock = { ...startingClock(control, 0), isRunning: true }
        const arrival = { at: ticks * TICK_MS, ply: 4 }
        const honest = press(control, clock, { ...arrival, lagMs: 0 }).remainingMs.black
        const helped = press(control, clock, { ...arrival, lagMs }).remainingMs.black
        expect(helped - honest).toBeGreaterThanOrEqual(0)
        expect(helped - honest).toBeLessThanOrEqual(Math.min(lagMs, lagAllowanceMs(control)))
      }),
      { seed: 6 },
    )
  })

  test('time is conserved: what both have is what they had, less what passed, plus increments', () => {
    const moves = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(moves, (waits) => {
        let clock = startingClock(BLITZ, 0)
        let now = 0
        let passed = 0
        for (const [ply, ms] of waits.entries()) {
          now += ms
          if (ply >= 2) passed += ms
          clock = press(BLITZ, clock, { at: now, lagMs: 0, ply })
        }
        const increments = (waits.length - 2) * 2000
        const total = clock.remainingMs.black + clock.remainingMs.white
        expect(total).toBe(360_000 - passed + increments)
        expect(clock.turn).toBe(turnAt(waits.length))
      }),
      { seed: 7 },
    )
  })
})
