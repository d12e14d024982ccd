import { parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { describeStuck, describeStuckEnd } from './game-end.ts'

const NAMES = { black: 'Anna', white: 'Bert' }
const PERSONS = { own: undefined, names: NAMES }

test.each([
  ['you, where it is you', { own: 'black', names: NAMES }, 'You have no possible move.'],
  ['the other by name', { own: 'white', names: NAMES }, 'Anna has no possible move.'],
  ['both by name for who only looks on', PERSONS, 'Anna has no possible move.'],
  [
    'a side without a name by its colour',
    { ...PERSONS, names: undefined },
    'Black has no possible move.',
  ],
] as const)('who could not move is told as the reader sees it: %s', async (_, reader, sentence) => {
  const t = await loadLanguage('en', new Set())
  expect(describeStuck(t, { last: stuckPosition(), ...reader })).toBe(sentence)
})

test('that somebody cannot move is told apart from who has won', async () => {
  const t = await loadLanguage('en', new Set())
  const told = describeStuckEnd(t, { last: stuckPosition(), own: undefined, names: undefined })
  expect(told).toBe('Black has no possible move. So the points decide.')
})

// --- internal ---

/** White has singles in one row, and Black a stack that can reach no other stack. */
function stuckPosition() {
  const last = parsePosition('A-B---/------/------/------/------/-----a2 b', 'either')
  return last.ok ? last.value : expect.fail('the position cannot be read')
}
