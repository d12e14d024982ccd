import { parsePosition, parseSquare } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { boardTexts } from './board-texts.ts'

test('a piece that cannot land is refused with the rule that keeps it', async () => {
  const position = parsePosition('A-B---/------/------/------/------/-----a2 b', 'either')
  const square = parseSquare('f1')
  if (!position.ok || !square.ok) return expect.fail('the position cannot be read')
  const texts = boardTexts(await loadLanguage('en', new Set()), 'black')
  const refusal = { kind: 'stuck' } as const
  const press = { refusal, square: square.value, position: position.value }
  expect(texts.refused({ kind: 'refused', ...press })).toBe(
    'f1 has nowhere to land right now. A single lands only on a single, a stack only on a stack. Choose another piece.',
  )
})
