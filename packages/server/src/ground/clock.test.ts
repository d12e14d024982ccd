import { describe, expect, test } from 'vitest'
import { ServerClock, type TimeSource } from './clock.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

/** A time source that stands still until set forward. */
function handTime(): TimeSource & { wallAt: number; monotonicAt: number } {
  const time = {
    wallAt: NOON,
    monotonicAt: 5000,
    wall: () => time.wallAt,
    monotonic: () => time.monotonicAt,
  }
  return time
}

describe('the server’s clock', () => {
  test('begins at the wall clock and counts the time that is served', () => {
    const time = handTime()
    const clock = new ServerClock(time)
    expect(clock.now()).toBe(NOON)
    time.monotonicAt += 700.5
    expect(clock.now()).toBe(NOON + 700)
  })

  test.each([3_600_000, -3_600_000])('does not follow a jump of the wall clock by %d ms', (ms) => {
    const time = handTime()
    const clock = new ServerClock(time)
    time.wallAt += ms
    time.monotonicAt += 200
    expect(clock.now()).toBe(NOON + 200)
  })

  test('leaves out a time in which nobody read it, for the first reader after it', () => {
    const time = handTime()
    const clock = new ServerClock(time)
    time.monotonicAt += 15_000
    expect(clock.now()).toBe(NOON)
    time.monotonicAt += 100
    expect(clock.now()).toBe(NOON + 100)
  })

  test('goes on from where it is set', () => {
    const time = handTime()
    const clock = new ServerClock(time)
    clock.set(NOON - 60_000)
    time.monotonicAt += 100
    expect(clock.now()).toBe(NOON - 59_900)
  })

  test('does not believe a wall clock that has lost its battery', () => {
    const time = handTime()
    time.wallAt = 12_000
    expect(new Date(new ServerClock(time).now()).getUTCFullYear()).toBe(2020)
  })

  test.each([
    ['an absence', { monotonicAt: 5000, wallAt: 0 }, 5000],
    ['a jump of the wall clock', { monotonicAt: 0, wallAt: 5000 }, 0],
    ['a sleep of the whole machine', { monotonicAt: 0, wallAt: 90_000 }, 0],
  ])('says once that there was %s', async (_, { monotonicAt, wallAt }, missedMs) => {
    const time = handTime()
    const clock = new ServerClock(time)
    const jumps: number[] = []
    await new Promise<void>((resolve) => {
      const stop = clock.watch((jump) => {
        jumps.push(jump.missedMs)
        // Two more beats, in which nothing has happened.
        setTimeout(() => {
          stop()
          resolve()
        }, 500)
      })
      time.monotonicAt += monotonicAt
      time.wallAt += wallAt
    })
    expect(jumps).toEqual([missedMs])
  })

  test('says nothing of an absence before it was watched', async () => {
    const time = handTime()
    const clock = new ServerClock(time)
    time.monotonicAt += 5000
    time.wallAt += 5000
    const jumps: unknown[] = []
    const stop = clock.watch((jump) => jumps.push(jump))
    await new Promise((resolve) => setTimeout(resolve, 500))
    stop()
    expect(jumps).toEqual([])
  })
})
