import { type JudgedMove, judge } from '@hokito/engine/review'
import { parseMove, parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { describeMoment, type Moment } from './review.ts'

/** Black could have covered d2 with a1d2, and played a move that cost 18 points. */
function moment(certainty: 'exact' | 'expected'): Moment {
  const position = parsePosition('B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b', 'either')
  const [made, best] = ['e3a2', 'a1d2'].map(parseMove)
  if (!position.ok || !made?.ok || !best?.ok) throw new Error('the position of this test is wrong')
  const judged: JudgedMove = judge({
    ply: 18,
    mover: 'black',
    move: made.value,
    line: [best.value],
    best: { margin: 40, certainty },
    played: { margin: 22, certainty },
    next: undefined,
    worth: { margin: 40, certainty },
    choices: 9,
    occupied: 16,
  })
  const known = { judged, position: position.value, reply: undefined, own: undefined }
  return known
}

test.each([
  ['exact', 'the move played cost 18 points.'],
  ['expected', 'the move played cost about 18 points.'],
] as const)('what a slip cost is %s, and does not sound otherwise', async (certainty, cost) => {
  const t = await loadLanguage('en', new Set(['review']))
  const said = describeMoment(t, moment(certainty))
  expect(said).toContain('Black could have covered d2 (24 points) with a1d2.')
  expect(said).toContain(cost)
})

test('a move that has covered the same stack from elsewhere is not told that it could have covered it', async () => {
  const t = await loadLanguage('en', new Set(['review']))
  const known = moment('exact')
  const { judged } = known
  const [best] = judged.line
  if (best === undefined) throw new Error('there is a better move')
  const said = describeMoment(t, {
    ...known,
    judged: { ...judged, move: { ...judged.move, to: best.to } },
  })
  expect(said).toMatch(/^Better: a1d2\. /)
})
