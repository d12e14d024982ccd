import { parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { describeStuck } from './game-end.ts'

const NAMES = { black: 'Anna', white: 'Bert' }
const PERSONS = { own: undefined, names: NAMES }

test.each([
  ['you, where it is you', { own: 'black', names: NAMES }, 'You had no move left.'],
  ['the other by name', { own: 'white', names: NAMES }, 'Anna had no move left.'],
  ['both by name for who only looks on', PERSONS, 'Anna had no move left.'],
  [
    'a side without a name by its colour',
    { ...PERSONS, names: undefined },
    'Black has no move left.',
  ],
] as const)('who could not move is told as the reader sees it: %s', async (_, reader, sentence) => {
  // White has singles in one row, Black a stack that finds no other.
  const last = parsePosition('A-B---/------/------/------/------/-----a2 b', 'either')
  if (!last.ok) throw new Error('the position cannot be read')
  const t = await loadLanguage('en', new Set())
  expect(describeStuck(t, { last: last.value, ...reader })).toBe(sentence)
})
