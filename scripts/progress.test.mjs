// @ts-check
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress } from './progress.mjs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const DRIVER = { name: 'driver', verb: 'compiling', usualSeconds: 60 }
const SITE = { name: 'site', verb: 'building', usualSeconds: 20 }

/** @type {(seconds: number, isGood: boolean) => () => Promise<boolean>} */
const work = (seconds, isGood) => () =>
  new Promise((resolve) => void setTimeout(resolve, seconds * 1000, isGood))

test('says what begins, goes on and ends, and is never silent for ten seconds', async () => {
  /** @type {string[]} */
  const lines = []
  const saidAt = [performance.now()]
  const progress = createProgress((line) => {
    lines.push(line)
    saidAt.push(performance.now())
  })
  const both = Promise.all([
    progress.during(DRIVER, work(40, false)),
    progress.during(SITE, work(25, true)),
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await both).toEqual([false, true])
  expect(lines).toEqual([
    'driver: compiling, usually 60 s',
    'site: building, usually 20 s',
    '  driver: 9 s of about 60 s, site: 9 s of about 20 s',
    '  driver: 18 s of about 60 s, site: 18 s of about 20 s',
    'site: done after 25 s',
    '  driver: 34 s of about 60 s',
    'driver: failed after 40 s',
  ])
  const pauses = saidAt.slice(1).map((at, index) => at - (saidAt[index] ?? at))
  expect(Math.max(...pauses)).toBeLessThan(10_000)
})
