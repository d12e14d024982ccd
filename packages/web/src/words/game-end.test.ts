import { type Position, parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { describeStuck, describeStuckEnd, describeTallest } from './game-end.ts'

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
] as const)('the reader sees who could not move: %s', async (_, reader, sentence) => {
  const t = await loadLanguage('en', new Set())
  expect(describeStuck(t, { last: stuckPosition(), ...reader })).toBe(sentence)
})

test('the end names the side that cannot move, before the points decide', async () => {
  const t = await loadLanguage('en', new Set())
  const told = describeStuckEnd(t, { last: stuckPosition(), own: undefined, names: undefined })
  expect(told).toBe('Black has no possible move. The points decide.')
})

test('the end says why the game is over in the turn of the other side', async () => {
  const t = await loadLanguage('en', new Set())
  const last = { ...stuckPosition(), turn: 'white' } as const
  expect(describeStuckEnd(t, { last, own: 'white', names: NAMES })).toBe(
    'Anna has no possible move. The game ends as soon as either side is stuck, and the points decide.',
  )
})

test.each([
  ['your own', 'black', 'Your stack on e2 made 40 of your 42 points: 2 × 20.'],
  ['the winner’s', 'white', 'The stack on e2 made 40 of the winner’s 42 points: 2 × 20.'],
] as const)('the stack that decided is named: %s', async (_, own, sentence) => {
  const t = await loadLanguage('en', new Set())
  const last = read('-----a2/------/------/-----C/----b20-/------ b')
  const ending = { kind: 'stuck', winner: 'black' } as const
  expect(describeTallest(t, { ending, last, own })).toBe(sentence)
})

test.each([
  [
    'after a draw',
    { kind: 'stuck', winner: 'draw' },
    '-----a2/------/------/-----C/----b20-/------ b',
  ],
  [
    'if points decided nothing',
    { kind: 'resigned', winner: 'black' },
    '-----a2/------/------/------/----b20-/------ b',
  ],
  [
    'if many made the win',
    { kind: 'stuck', winner: 'black' },
    '-----a4/------/--a4---/------/----a4-/------ b',
  ],
  [
    'if it is the only one',
    { kind: 'stuck', winner: 'black' },
    '------/------/------/-----C/----b20-/------ b',
  ],
  [
    'if it is a single',
    { kind: 'stuck', winner: 'black' },
    '-----c/-----a/------/------/------/------ b',
  ],
] as const)('no stack is named %s', async (_, ending, text) => {
  const t = await loadLanguage('en', new Set())
  expect(describeTallest(t, { ending, last: read(text), own: 'black' })).toBeUndefined()
})

// --- internal ---

function read(text: string): Position {
  const read = parsePosition(text, 'either')
  return read.ok ? read.value : expect.fail('the position cannot be read')
}

/** White has singles in one row, and Black a stack that can reach no other stack. */
function stuckPosition() {
  return read('A-B---/------/------/------/------/-----a2 b')
}
