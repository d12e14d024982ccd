import { parseMove, parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
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
  const told = describeLastMove(t, undefined, made, 'Anna')
  expect(told).toBe(`Anna: f1e1, covered: ${covered}`)
  const own = describeLastMove(t, 'white', made, 'Anna')
  expect(own).toBe(`Anna: f1e1 covers ${covered.replace('white', 'your')}`)
  expect(describeLastMove(t, 'black', made, 'You')).toBe(`You: f1e1, covered: ${covered}`)
})
