import { type JudgedMove, judge } from '@hokito/engine/review'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { describeAnswer, describeLoss, describeReason, describeSlips, whose } from './review.ts'

const MADE = { from: 0, to: 6 }
const OTHER = { from: 1, to: 7 }

/**
 * A move with the result `played` where the best move had the result `best`, on a half-empty board.
 */
function judged(best: number, played: number, certainty: 'exact' | 'expected'): JudgedMove {
  return judge({
    ply: 18,
    mover: 'black',
    move: MADE,
    line: [OTHER],
    reply: [OTHER],
    best: { margin: best, certainty },
    played: { margin: played, certainty },
    next: undefined,
    worth: { margin: best, certainty },
    choices: 9,
    occupied: 18,
  })
}

test.each([
  [30, 5, 'exact', 'still won, so it matters little'],
  [-4, -40, 'exact', 'already lost, so it matters little'],
  [1, 0, 'exact', 'chance to win −50%'],
  [1, -1, 'exact', 'chance to win −100%'],
  [0, -1, 'exact', 'chance to win −50%'],
  [12, -12, 'expected', /^chance to win −\d\d%$/],
  [0, -3, 'expected', /^chance to win −\d%$/],
  [120, 108, 'expected', 'still ahead, so it matters little'],
  [-108, -120, 'expected', 'already behind, so it matters little'],
] as const)(
  'a slip from %i to %i points, %s, says beside its figure why it weighed so much',
  async (best, played, certainty, reason) => {
    const t = await loadLanguage('en', new Set(['review']))
    expect(describeReason(t, judged(best, played, certainty))).toMatch(reason)
  },
)

test('fewer points can weigh more, and the list shows why', async () => {
  const t = await loadLanguage('en', new Set(['review']))
  const grave = judged(8, -14, 'expected')
  const light = judged(60, 36, 'expected')
  expect([grave.judgement, light.judgement]).toEqual(['blunder', 'inaccuracy'])
  expect(describeLoss(t, grave)).toMatch(/^−22 points · chance to win −3\d%$/)
  expect(describeLoss(t, light)).toMatch(/^−24 points · chance to win −\d%$/)
})

test('many points that change no result are called an inaccuracy, and the line says why', async () => {
  const t = await loadLanguage('en', new Set(['review']))
  const dear = judged(90, 12, 'exact')
  expect(dear.judgement).toBe('inaccuracy')
  expect(describeLoss(t, dear)).toBe('−78 points · still won, so it matters little')
})

test('a sentence is about us only where it is our move', () => {
  expect([whose('black', 'black'), whose('white', 'black'), whose('white', undefined)]).toEqual([
    'own',
    'white',
    'white',
  ])
})

test('slips are counted by their kinds, the gravest first', async () => {
  const t = await loadLanguage('en', new Set(['review']))
  const grave = judged(1, 0, 'exact')
  const mild = judged(30, 5, 'exact')
  expect(describeSlips(t, [grave, mild, mild])).toBe('Missed wins:\u00a01 · Inaccuracies:\u00a02')
  expect(describeSlips(t, [])).toBe('')
})

test('a try that is nearly as good as the best move names that one', async () => {
  const t = await loadLanguage('en', new Set(['review']))
  const tried = (points: number) =>
    describeAnswer(t, { kind: 'right', judged: judged(10, 10 - points, 'expected') })
  expect(tried(0)).toBe('Yes, that’s the best move.')
  expect(tried(1)).toBe('Good: that’s nearly as good as the best move. The best move is b1b2.')
})
