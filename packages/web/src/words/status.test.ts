import { parseMove, parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { pieceWords } from './board-texts.ts'
import { describeLastMove } from './status.ts'

test.each([
  ['a stack with its height', '------/------/------/------/------/----C3a2 b', 'white three ×3'],
  ['a single as a piece', '------/------/------/------/------/----Ca b', 'white three'],
])('the last move says what it has covered: %s', async (_, hfen, covered) => {
  const t = await loadLanguage('en', new Set())
  const before = parsePosition(hfen, 'either')
  const move = parseMove('f1e1')
  if (!before.ok || !move.ok) expect.fail('the position or the move cannot be read')
  const made = { before: before.value, move: move.value }
  const told = describeLastMove(t, pieceWords(t, undefined), made, 'Anna')
  expect(told).toBe(`Anna: f1e1, covered: ${covered}`)
})
