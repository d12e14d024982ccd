import { formatMove, outcome, SQUARES } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import en from '../../i18n/guide/en.json' with { type: 'json' }
import { judgeCount, judgeIsOver, judgeMove, judgePick, sumOf } from './judge.ts'
import { positionAt } from './lesson.ts'
import { LESSON_IDS } from './lesson-ids.ts'
import { FIRST_GAME, LESSONS } from './lessons.ts'

const STEPS = LESSONS.flatMap(({ steps }) => steps)
const MOVES = STEPS.filter((step) => step.kind === 'move')

test('there is a lesson for every id, in their order', () => {
  expect(LESSONS.map(({ id }) => id)).toEqual(LESSON_IDS)
})

test('every step has its words, and there are words for nothing else', () => {
  for (const { id, steps } of LESSONS) {
    const words: Readonly<Record<string, unknown>> = en.learn.lessons[id]
    const keys = Object.keys(words).filter((key) => key !== 'title')
    expect(steps.map(({ key }) => key)).toEqual(keys.map((key) => `${id}.${key}`))
  }
})

describe.each(MOVES)('$key', (step) => {
  test('is about a running game in which Black moves', () => {
    expect([step.position.turn, outcome(step.position)]).toEqual(['black', undefined])
  })

  test('is solved by its solution', () => {
    expect(judgeMove(step, step.solution).isRight).toBe(true)
  })

  test.each(step.wrong.map((move) => [formatMove(move), move] as const))(
    'is not solved by %s, and says why',
    (_, move) => {
      const verdict = judgeMove(step, move)
      expect(verdict).toMatchObject({ isRight: false })
      // Nobody is ever told just "no".
      expect(verdict).not.toMatchObject({ why: { code: 'illegal' } })
    },
  )
})

test('the reasons for wrong tries are the rules that the lessons teach', () => {
  const codes = Object.fromEntries(
    MOVES.map((step) => [
      step.key,
      step.wrong.map((move) => {
        const verdict = judgeMove(step, move)
        if (verdict.isRight) return 'right'
        const { why } = verdict
        return why.code === 'miss' ? why.miss.code : why.code
      }),
    ]),
  )
  expect(codes).toEqual({
    'oneHop.up': ['wrongCount', 'elsewhere', 'elsewhere', 'emptyLanding'],
    'oneHop.choose': ['wrongCount', 'elsewhere', 'elsewhere'],
    'moreHops.straight': ['wrongCount'],
    'moreHops.turn': ['wrongCount', 'elsewhere'],
    'moreHops.three': ['wrongCount', 'wrongCount'],
    'neverBack.forth': ['wrongCount', 'wrongCount'],
    'neverBack.round': ['wrongCount', 'wrongCount', 'elsewhere'],
    'empties.far': ['emptyLanding', 'elsewhere'],
    'empties.around': ['wrongCount', 'elsewhere'],
    'singles.first': ['wrongKind', 'wrongCount'],
    'stacks.kind': ['wrongKind', 'wrongKind'],
    'stacks.tower': ['wrongKind'],
    'top.cover': ['elsewhere', 'wrongKind'],
    'top.own': ['wrongKind'],
    'end.last': ['notStuck', 'notStuck', 'notStuck'],
    'tactics.dear': ['notMost', 'notMost', 'notMost', 'notMost'],
    'tactics.safe': ['unsafe', 'unsafe', 'unsafe'],
    'tactics.goOn': ['ends', 'ends', 'ends'],
  })
})

test('a piece is picked by its colour and marks, whichever of them', () => {
  for (const step of STEPS) {
    if (step.kind !== 'pick') continue
    const right = SQUARES.filter((square) => judgePick(step, square).isRight)
    expect(right).toHaveLength(6)
    const other = step.color === 'black' ? 'white' : 'black'
    const theirs = SQUARES.find((square) => step.position.board[square]?.top.color === other) ?? 0
    expect(judgePick(step, theirs)).toMatchObject({
      why: { code: step.color === 'black' ? 'notBlack' : 'notWhite' },
    })
  }
})

test('every sum that is asked for is among its options once', () => {
  for (const step of STEPS) {
    if (step.kind !== 'count') continue
    expect(step.options.filter((option) => judgeCount(step, option).isRight)).toEqual([sumOf(step)])
  }
})

test('one position is over by one end rule and not by the other', () => {
  const answers = STEPS.filter((step) => step.kind === 'isOver').map((step) => [
    step.position.endRule,
    judgeIsOver(step, true).isRight,
    judgeIsOver(step, false).isRight,
  ])
  expect(answers).toEqual([
    ['either', true, false],
    ['onTurn', false, true],
  ])
})

test('the first game can be played', () => {
  expect(outcome(positionAt(FIRST_GAME))).toBeUndefined()
})
