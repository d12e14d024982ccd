import { expect, test } from 'vitest'
import { flaggedAt, leftAt, newTableClock, paused, pressed, started } from './table-clock.ts'

const CONTROL = { initialMs: 60_000, incrementMs: 2000 }
const START = 1_000_000

test('Black begins, and each press gives the increment and hands the time over', () => {
  const running = started(newTableClock(CONTROL), START)
  const white = pressed(running, 'black', START + 10_000)
  expect(leftAt(white, START + 10_000)).toEqual({ black: 52_000, white: 60_000 })
  expect(leftAt(white, START + 15_000)).toEqual({ black: 52_000, white: 55_000 })
  expect(white.moves).toBe(1)
})

test('a press on the half of the other side, or on a clock that stands, changes nothing', () => {
  const running = started(newTableClock(CONTROL), START)
  expect(pressed(running, 'white', START + 1000)).toBe(running)
  const standing = paused(running, START + 1000)
  expect(pressed(standing, 'black', START + 2000)).toBe(standing)
})

test('a pause takes no time, however long it is', () => {
  const standing = paused(started(newTableClock(CONTROL), START), START + 5000)
  expect(leftAt(standing, START + 900_000).black).toBe(55_000)
  const again = started(standing, START + 900_000)
  expect(leftAt(again, START + 901_000).black).toBe(54_000)
})

test('time that passes while the phone sleeps counts, down to none', () => {
  const running = started(newTableClock(CONTROL), START)
  expect(leftAt(running, START + 59_999).black).toBe(1)
  expect(flaggedAt(running, START + 59_999)).toBeUndefined()
  expect(flaggedAt(running, START + 60_000)).toBe('black')
  expect(leftAt(running, START + 3_600_000)).toEqual({ black: 0, white: 60_000 })
})

test('nobody moves once the time is up, and no pause gives any back', () => {
  const running = started(newTableClock(CONTROL), START)
  const late = START + 70_000
  expect(pressed(running, 'black', late)).toBe(running)
  const standing = paused(running, late)
  expect(flaggedAt(standing, late)).toBe('black')
  expect(started(standing, late)).toBe(standing)
})

test('a device whose clock is set back gives no time', () => {
  const running = started(newTableClock(CONTROL), START)
  expect(leftAt(running, START - 500_000).black).toBe(60_000)
})
