import { expect, test } from 'vitest'
import { nextRoundAt } from './pause.ts'

const NOW = 1_000_000
const MINUTE_MS = 60_000

test.each([
  ['a pause after the last game', NOW - 20_000, 2, NOW + 40_000],
  ['a pause that is over, however long ago', NOW - 500_000, 9, NOW - 440_000],
  ['an end that another node has noted by a clock a little ahead', NOW + 30, 2, NOW + 60_030],
  ['an end from before the clock was put back by an hour', NOW + 3_600_000, 2, undefined],
  ['a round in which nobody has played', undefined, 2, undefined],
  ['a tournament in which one is left', NOW - 20_000, 1, undefined],
])('%s', (_, roundEndedAt, playing, expected) => {
  const options = { pauseMs: MINUTE_MS, now: NOW }
  expect(nextRoundAt({ roundEndedAt, playing }, options)).toBe(expected)
})
