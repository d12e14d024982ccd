import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Finding } from './finding.ts'
import { accuracyOf, isSlip, judge, judgeGame } from './judge.ts'
import { momentsOf, slipsOf, summarise } from './summary.ts'
import { betterOf, CERTAINTIES, chanceOf, forOther, type Worth } from './worth.ts'

const MADE = { from: 0, to: 6 }
const OTHER = { from: 1, to: 7 }
const NOWHERE: Worth = { margin: 0, certainty: 'expected' }

const worths = fc.record({
  margin: fc.integer({ min: -108, max: 108 }),
  certainty: fc.constantFrom(...CERTAINTIES),
})
const occupied = fc.integer({ min: 2, max: 36 })

/** Findings that a reviewer may produce: no move played is better than the best move. */
const findings: fc.Arbitrary<Finding> = fc
  .record({
    ply: fc.nat(34),
    mover: fc.constantFrom('black', 'white'),
    choices: fc.integer({ min: 1, max: 60 }),
    occupied,
    one: worths,
    other: worths,
    next: fc.option(worths, { nil: undefined }),
    isMade: fc.boolean(),
  })
  .map(({ one, other, next, isMade, choices, ...known }) => {
    const best = betterOf(one, other, known.occupied)
    const isBest = isMade || choices === 1
    return {
      ...known,
      move: MADE,
      choices,
      best,
      played: isBest ? best : best === one ? other : one,
      line: [isBest ? MADE : OTHER],
      reply: [OTHER],
      next: isBest ? next : undefined,
      worth: best,
    }
  })

function finding(best: Worth, played: Worth, more: Partial<Finding> = {}): Finding {
  return {
    ply: 4,
    mover: 'black',
    move: MADE,
    choices: 20,
    occupied: 20,
    best,
    played,
    line: [OTHER],
    reply: [OTHER],
    next: undefined,
    worth: best,
    ...more,
  }
}

const exact = (margin: number): Worth => ({ margin, certainty: 'exact' })
const expected = (margin: number): Worth => ({ margin, certainty: 'expected' })

describe('a move of a game', () => {
  const won: Worth = { margin: 3, certainty: 'winner' }

  test('is judged by what is proved of the position after it', () => {
    const estimated = finding(expected(6), expected(-3), { ply: 4 })
    const proved = finding(won, won, { ply: 5, mover: 'white', line: [MADE] })
    const [lost] = judgeGame([proved, estimated])
    expect(lost?.played).toEqual({ margin: -3, certainty: 'winner' })
    expect(lost?.judgement).toBe('blunder')
    const [best] = judgeGame([{ ...estimated, best: expected(-3), line: [MADE] }, proved])
    expect(best).toMatchObject({ best: best?.played, judgement: 'best', chanceLost: 0 })
  })

  test('is the best one, and its position won, if it is proved to win', () => {
    const first = finding(expected(0), expected(-1), { ply: 3, mover: 'white' })
    const estimated = finding(expected(6), expected(-3), { ply: 4 })
    const lost = finding(exact(-9), exact(-9), { ply: 5, mover: 'white', line: [MADE] })
    const [before, winning] = judgeGame([first, estimated, lost])
    expect(winning).toMatchObject({ played: exact(9), best: exact(9), judgement: 'best' })
    expect(before?.played).toEqual({ margin: -9, certainty: 'winner' })
  })

  test('keeps its estimate beside one that is not proved or not the next', () => {
    const estimated = finding(expected(6), expected(-3), { ply: 4 })
    const later = finding(won, won, { ply: 6, line: [MADE] })
    expect(judgeGame([estimated, later])[0]).toEqual(judge(estimated))
    const unproved = finding(expected(2), expected(2), { ply: 5, mover: 'white' })
    expect(judgeGame([estimated, unproved])[0]).toEqual(judge(estimated))
  })
})

describe('a move', () => {
  test('that is the best one is never a slip and loses nothing', () => {
    fc.assert(
      fc.property(findings, (found) => {
        const judged = judge({ ...found, line: [MADE], played: found.best })
        expect(isSlip(judged)).toBe(false)
        expect(judged).toMatchObject({ pointsLost: 0, chanceLost: 0 })
        expect(accuracyOf(judged)).toBe(100)
      }),
    )
  })

  test('has an accuracy from 0 to 100, and loses no less than nothing', () => {
    fc.assert(
      fc.property(findings, (found) => {
        const judged = judge(found)
        expect(accuracyOf(judged)).toBeGreaterThanOrEqual(0)
        expect(accuracyOf(judged)).toBeLessThanOrEqual(100)
        expect(judged.pointsLost).toBeGreaterThanOrEqual(0)
        expect(judged.chanceLost).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('that keeps a proved result is no mistake, and one that gives it away is a grave one', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), fc.nat(40), (margin, lost) => {
        const { judgement } = judge(finding(exact(margin), exact(margin - lost)))
        const isKept = Math.sign(margin - lost) === Math.sign(margin)
        if (isKept) expect(['best', 'good', 'loose']).toContain(judgement)
        else expect(judgement).toBe(margin > 0 ? 'missedWin' : 'blunder')
      }),
    )
  })

  test('is judged alike for both sides', () => {
    fc.assert(
      fc.property(findings, (found) => {
        const { mover: _, ...asBlack } = judge({ ...found, mover: 'black' })
        const { mover: __, ...asWhite } = judge({ ...found, mover: 'white' })
        expect(asBlack).toEqual(asWhite)
      }),
    )
  })

  test.each([
    [
      'that was the only possible one',
      finding(exact(3), exact(3), { choices: 1, line: [MADE] }),
      'forced',
    ],
    [
      'beside which all others lose',
      finding(exact(3), exact(3), { line: [MADE], next: { margin: -1, certainty: 'winner' } }),
      'only',
    ],
    [
      'that is best, with another as good',
      finding(exact(3), exact(3), { line: [MADE], next: { margin: 1, certainty: 'winner' } }),
      'best',
    ],
    ['as good as the best', finding(exact(3), exact(3)), 'best'],
    ['that costs little', finding(expected(6), expected(5)), 'good'],
    ['that turns the game', finding(expected(12), expected(-12)), 'blunder'],
    ['that gives a win away for a draw', finding(exact(1), exact(0)), 'missedWin'],
    ['that gives a draw away', finding(exact(0), exact(-1)), 'blunder'],
    ['that only makes a lost game worse', finding(exact(-4), exact(-40)), 'loose'],
  ])('%s', (_, found, judgement) => {
    expect(judge(found).judgement).toBe(judgement)
  })
})

describe('a chance to win', () => {
  test('of both sides comes to one, grows with the margin, and is certain where it is proved', () => {
    fc.assert(
      fc.property(worths, occupied, (worth, squares) => {
        const chance = chanceOf(worth, squares)
        expect(chance + chanceOf(forOther(worth), squares)).toBeCloseTo(1, 10)
        const more = chanceOf({ ...worth, margin: worth.margin + 1 }, squares)
        expect(more).toBeGreaterThanOrEqual(chance)
        if (worth.certainty !== 'expected') expect([0, 0.5, 1]).toContain(chance)
      }),
    )
  })
})

describe('a side', () => {
  test('that made only best moves has 100, and one without a choice has no accuracy', () => {
    const best = judge(finding(exact(3), exact(3), { line: [MADE] }))
    const forced = judge(
      finding(exact(-3), exact(-3), { line: [MADE], choices: 1, mover: 'white' }),
    )
    const { black, white } = summarise([best, forced, best])
    expect(black).toMatchObject({ accuracy: 100, pointsLost: 0, counts: { best: 2, forced: 0 } })
    expect(white).toMatchObject({ accuracy: undefined, counts: { forced: 1 } })
  })

  test('has the figures of the other one when the colours change', () => {
    fc.assert(
      fc.property(fc.array(findings, { maxLength: 12 }), (all) => {
        const swapped = all.map((found): Finding => {
          return { ...found, mover: found.mover === 'black' ? 'white' : 'black' }
        })
        const { black, white } = summarise(all.map(judge))
        expect(summarise(swapped.map(judge))).toEqual({ black: white, white: black })
      }),
    )
  })
})

describe('the moments of a game', () => {
  test('are all slips that the summary counts, in the order of the game', () => {
    fc.assert(
      fc.property(fc.array(findings, { maxLength: 20 }), (all) => {
        const moves = all.map((found, ply) => judge({ ...found, ply }))
        const moments = momentsOf(moves)
        expect(moments).toEqual(moves.filter((move) => moments.includes(move)))
        expect(slipsOf(moments)).toEqual(slipsOf(moves))
      }),
    )
  })

  test('are moves that gave points away in a game without slips', () => {
    const at = (ply: number, from: number, to: number) => {
      const worth = (margin: number): Worth => ({ margin, certainty: 'exact' })
      return judge(finding(worth(from), worth(to), { ply }))
    }
    const [mild, grave] = [at(4, 60, 45), at(6, 60, 20)]
    expect([mild, grave].map(({ judgement }) => judgement)).toEqual(['loose', 'loose'])
    expect(momentsOf([mild, grave])).toEqual([mild, grave])
    expect(momentsOf([mild, at(8, 5, -5), grave])).toMatchObject([{ ply: 8 }])
  })

  test('are none in a game without slips', () => {
    expect(momentsOf([judge(finding(NOWHERE, NOWHERE, { line: [MADE] }))])).toEqual([])
  })
})
