import { isSlip, type JudgedMove, judge } from '@hokito/engine/review'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import {
  describeAnswer,
  describeFlawless,
  describeLoss,
  describeSlips,
  signOfJudgement,
  whose,
} from './review.ts'

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
  [1, 0, 'exact', '100% → 50%'],
  [1, -1, 'exact', '100% → 0%'],
  [12, -12, 'expected', /^\d\d% → \d\d%$/],
  [60, 20, 'exact', '−40 points'],
] as const)(
  'a move from %i to %i points, %s, says what it cost of what counts',
  async (best, played, certainty, loss) => {
    const t = await loadLanguage('en', new Set(['review']))
    expect(describeLoss(t, judged(best, played, certainty))).toMatch(loss)
  },
)

test('fewer points can weigh more, and the list shows why', async () => {
  const t = await loadLanguage('en', new Set(['review']))
  const grave = judged(8, -14, 'expected')
  const light = judged(60, 36, 'expected')
  expect([grave.judgement, light.judgement]).toEqual(['blunder', 'inaccuracy'])
  const lost = (move: JudgedMove) => {
    const [before = 0, after = 0] = describeLoss(t, move).split('→').map(Number.parseFloat)
    return before - after
  }
  expect(lost(grave)).toBeGreaterThan(lost(light))
})

test.each([
  [90, 12, 'exact'],
  [-4, -40, 'exact'],
  [120, 108, 'expected'],
] as const)(
  'a move from %i to %i points, %s, that changes no result has no mark',
  (best, played, certainty) => {
    const dear = judged(best, played, certainty)
    expect(dear.judgement).toBe('loose')
    expect(signOfJudgement(dear.judgement)).toBe('')
    expect(isSlip(dear)).toBe(false)
  },
)

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
  const mild = judged(0, -4, 'expected')
  expect(describeSlips(t, [grave, mild, mild])).toBe(
    'Missed wins:\u00a01\u00a0· Inaccuracies:\u00a02',
  )
  expect(describeSlips(t, [])).toBe('')
})

test('a try that is nearly as good as the best move names that one', async () => {
  const t = await loadLanguage('en', new Set(['review']))
  const tried = (points: number) =>
    describeAnswer(t, { kind: 'right', judged: judged(10, 10 - points, 'expected') })
  expect(tried(0)).toBe('Yes, that’s the best move.')
  expect(tried(1)).toBe('Good: that’s nearly as good as the best move. The best move is b1b2.')
})

test('a player without mistakes reads how many moves gave points away', async () => {
  const t = await loadLanguage('en', new Set(['review']))
  const [fine, loose] = [judged(60, 60, 'exact'), judged(60, 20, 'exact')]
  expect(loose.judgement).toBe('loose')
  expect(describeFlawless(t, [fine], 'black')).toBe('You made no mistakes.')
  expect(describeFlawless(t, [loose, fine, loose], 'black')).toBe(
    'You made no mistakes, but gave points away in 2 moves.',
  )
  expect(describeFlawless(t, [loose], undefined)).toBe(
    'Neither side made a mistake, but 1 move gave points away.',
  )
})
