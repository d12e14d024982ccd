import { type JudgedMove, judge } from '@hokito/engine/review'
import type { Move } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { shortOutlook } from './analysis.ts'
import { outlookAfter, pointsOf } from './points.ts'

const MADE: Move = { from: 0, to: 6 }

/** A move of White's at 23 squares, or of Black's after it, that is worth `margin` to its side. */
function judged(ply: number, margin: number, certainty: 'expected' | 'winner'): JudgedMove {
  const worth = { margin, certainty } as const
  return judge({
    ply,
    mover: ply % 2 === 0 ? 'black' : 'white',
    move: MADE,
    line: [MADE],
    reply: [],
    best: worth,
    played: worth,
    next: undefined,
    worth: { margin, certainty: 'expected' },
    choices: 9,
    occupied: 36 - ply,
  })
}

test('a move is followed by what the next finding knows, not by an estimate that it refutes', async () => {
  const t = await loadLanguage('en', new Set())
  // By the estimate Black would win by 8 points; then every move found is proved to lose.
  const moves = [judged(13, -8, 'expected'), judged(14, -12, 'winner')]
  const points = pointsOf(moves)
  const told = moves.map((move) => shortOutlook(t, outlookAfter(move, points)))
  expect(told).toEqual(['≈\u00a0−12', '✓\u00a0White'])
})

test('a proof stays one, whatever the next finding estimates', async () => {
  const t = await loadLanguage('en', new Set())
  const moves = [judged(13, 5, 'winner'), judged(14, 3, 'expected')]
  const [first = expect.fail('a move')] = moves
  expect(shortOutlook(t, outlookAfter(first, pointsOf(moves)))).toBe('✓\u00a0White')
})
