import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('a line of text has nothing in it that moves the cursor, turns the line or hides', () => {
  expect(plainText('a\u0000b\r\nc\u2028d\u200be\u202ef\ue000')).toBe('a b c def')
  expect(plainText(`Z${'\u0301'.repeat(50)}`)).toBe('\u0179\u0301\u0301\u0301')
  expect(plainText('Grüße, ñandú – 日本 👍')).toBe('Grüße, ñandú – 日本 👍')
})
