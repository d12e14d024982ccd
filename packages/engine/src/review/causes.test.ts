import { parseMove, parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { causesOf } from './causes.ts'
import type { Worth } from './worth.ts'

/**
 * The causes of a slip where Black can cover d2, worth 24 points, with a1d2 and with f3d2. It left a
 * margin of `played` where 40 points were possible.
 */
function causesOfSlip(text: string, played = 22): readonly string[] {
  const position = parsePosition('B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b', 'either')
  const [move, best] = [parseMove(text), parseMove('a1d2')]
  if (!position.ok || !move.ok || !best.ok) throw new Error('the slip of this test cannot be read')
  const worth: Worth = { margin: 40, certainty: 'exact' }
  const finding = {
    ply: 18,
    mover: 'black',
    move: move.value,
    occupied: 16,
    choices: 16,
    played: { margin: played, certainty: 'exact' },
    best: worth,
    line: [best.value],
    reply: [],
    next: undefined,
    worth,
  } as const
  return causesOf({ finding, position: position.value }).map(({ kind }) => kind)
}

test('a slip could have covered a stack unless it has covered that stack from elsewhere', () => {
  expect(causesOfSlip('e3a2')).toContain('couldCover')
  expect(causesOfSlip('f3d2')).not.toContain('couldCover')
})

test('a stack explains a slip only if it is worth a good part of what was lost', () => {
  expect(causesOfSlip('e3a2', 40 - 72)).toContain('couldCover')
  expect(causesOfSlip('e3a2', 40 - 73)).not.toContain('couldCover')
})
