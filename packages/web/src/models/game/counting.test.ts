import { parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { type CountingPace, createCounting } from './counting.ts'

function countingOf(pace: CountingPace) {
  const position = parsePosition('------/--c3-B3-/------/----a2-/-C----/---b-- b', 'either')
  if (!position.ok) throw new Error('the position cannot be read')
  return createCounting(position.value, pace)
}

test.each(['stepwise', 'atOnce', 'void'] as const)(
  'the sums are true from the start: %s',
  (pace) => {
    const counting = countingOf(pace)
    expect(counting.totals).toEqual({ black: 13, white: 9 })
    counting.dispose()
  },
)

test('stacks are counted one by one, or all at once', () => {
  const stepwise = countingOf('stepwise')
  expect(stepwise.squares.value).toEqual([])
  stepwise.finish()
  expect(stepwise.squares.value).toHaveLength(5)
  expect(countingOf('atOnce').squares.value).toHaveLength(5)
})

test('where points have decided nothing, no stack is counted', () => {
  expect(countingOf('void').squares.value).toEqual([])
})
