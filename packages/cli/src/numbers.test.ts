import { describe, expect, test } from 'vitest'
import { bigNumber, seconds } from './numbers.ts'

describe('numbers for people', () => {
  test.each([
    [0, '0'],
    [9_994, '9994'],
    [12_340, '12.3 k'],
    [9_996, '10.0 k'],
    [999_499, '999 k'],
    [999_500, '1.00 M'],
    [12_345_678, '12.3 M'],
    [2_500_000_000, '2.50 G'],
  ])('%i is %s', (count, text) => {
    expect(bigNumber(count)).toBe(text)
  })

  test.each([
    [40, '0.0 s'],
    [1_250, '1.3 s'],
    [59_400, '59.4 s'],
    [60_000, '1 min 0 s'],
    [125_400, '2 min 5 s'],
  ])('%i ms are %s', (ms, text) => {
    expect(seconds(ms)).toBe(text)
  })
})
