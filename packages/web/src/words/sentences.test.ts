import { expect, test } from 'vitest'
import { joinSentences } from './sentences.ts'

test.each([
  [['Black wins', 'White has no move left.'], 'Black wins. White has no move left.'],
  [['You win!', 'Points: Black 3, White 2'], 'You win! Points: Black 3, White 2.'],
  [['The computer is thinking…', ''], 'The computer is thinking…'],
  [['Expected: “a.”', ' Found: “b”'], 'Expected: “a.” Found: “b”.'],
  [[], ''],
])('%j become %j', (texts, joined) => {
  expect(joinSentences(...texts)).toBe(joined)
})
