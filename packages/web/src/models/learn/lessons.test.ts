import {
  destinations,
  formatMove,
  formatSquare,
  isStuck,
  legalMoves,
  movesOf,
  outcome,
  pathsOf,
  play,
  SQUARES,
} from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { errorsIn } from '../../../test/learn/check-claim.ts'
import { oddStacksIn, originOf } from '../../../test/learn/check-origin.ts'
import en from '../../i18n/guide/en.json' with { type: 'json' }
import { reasonOf } from './claim.ts'
import {
  judgeCount,
  judgeIsOver,
  judgeMove,
  judgePick,
  sumOf,
  type Verdict,
  type Why,
} from './judge.ts'
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

describe('the boards of lessons', () => {
  test.each(STEPS)('$key has only stacks that a game makes', ({ position }) => {
    expect(oddStacksIn(position)).toEqual([])
  })

  test('are starting layouts, or made up, as the site says of most of them', () => {
    const starts = STEPS.filter(({ position }) => originOf(position) === 'deal')
    expect(starts.map(({ key }) => key)).toEqual(['board.own', 'board.other'])
    const madeUp = STEPS.filter(({ position }) => originOf(position) === 'madeUp')
    expect(starts.length + madeUp.length).toBe(STEPS.length)
  })
})

describe('what lessons say of a position is so', () => {
  test.each(STEPS)('$key', ({ claims, position }) => {
    expect(errorsIn(claims, position)).toEqual([])
  })

  test.each(MOVES)('$key, after every right answer', (step) => {
    for (const move of step.solutions) {
      expect(errorsIn(step.claimsAfter, play(step.position, move))).toEqual([])
    }
  })
})

describe.each(MOVES)('$key', (step) => {
  const answers = legalMoves(step.position).map((move) => ({
    move,
    verdict: judgeMove(step, move),
  }))

  test('is about a running game in which Black moves', () => {
    expect([step.position.turn, outcome(step.position)]).toEqual(['black', undefined])
  })

  test('is solved by its solutions and by no other move', () => {
    const right = answers.filter(({ verdict }) => verdict.isRight)
    expect(right.map(({ move }) => formatMove(move)).sort()).toEqual(
      step.solutions.map(formatMove).sort(),
    )
  })

  test.each(step.wrong.map(({ move, why }) => [formatMove(move), why, move] as const))(
    'is not solved by %s: %s',
    (_, why, move) => {
      expect(reasonFor(judgeMove(step, move))).toBe(why)
    },
  )

  test('is not lost by going its only way hop by hop: the first hop is no landing', () => {
    for (const { from, to } of step.solutions) {
      const paths = pathsOf(step.position, { from, to })
      const landings = destinations(step.position, from)
      if (paths.length === 1 && (paths[0]?.length ?? 0) > 1) {
        expect(landings.map(formatSquare)).not.toContain(formatSquare(paths[0]?.[0]?.to ?? to))
      }
    }
  })

  test('answers every possible wrong move with a reason that is so', () => {
    for (const { verdict } of answers) {
      if (verdict.isRight) continue
      expect(verdict.why.code).not.toBe('illegal')
      if ('after' in verdict.why) expectTruth(verdict.why)
    }
  })
})

/** The reason why a try is wrong, as lessons name it. */
function reasonFor(verdict: Verdict): string {
  if (verdict.isRight) return 'right'
  const { why } = verdict
  return why.code === 'miss' ? reasonOf(why.miss) : why.code
}

/** Checks the claims of the text for a wrong move about the resulting position. */
function expectTruth({ code, after }: Extract<Why, { after: unknown }>): void {
  const { position, reply, move } = after
  if (code === 'ends') expect(outcome(position)).toBeDefined()
  if (code === 'notStuck' || code === 'ownStuck' || code === 'unsafe') {
    expect(movesOf(position, 'white')).toContainEqual(reply)
  }
  if (code === 'notStuck' || code === 'ownStuck') {
    expect(isStuck(position, 'black')).toBe(code === 'ownStuck')
  }
  if (code === 'unsafe') expect(reply?.to).toBe(move.to)
}

test('after a right answer that White cannot cover, White can cover nothing else of Black’s', () => {
  const steps = MOVES.filter(({ goal }) => goal.kind === 'safe')
  expect(steps.length).toBeGreaterThan(0)
  for (const { position, solutions } of steps) {
    for (const move of solutions) {
      const after = play(position, move)
      const covered = legalMoves(after).map(({ to }) => after.board[to]?.top.color)
      expect(covered).not.toContain('black')
    }
  }
})

test('leaving White without a move is asked for as such, and there is more than one way', () => {
  const [step] = MOVES.filter(({ goal }) => goal.kind === 'stuck')
  expect(step?.key).toBe('end.stuck')
  expect(step?.solutions.length).toBeGreaterThan(1)
})

test('only the end rule of the rulebook is taught', () => {
  expect(new Set(STEPS.map(({ position }) => position.endRule))).toEqual(new Set(['either']))
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

test('whether a game is over is asked of one that is and of one that is not', () => {
  const answers = STEPS.filter((step) => step.kind === 'isOver').map((step) => [
    judgeIsOver(step, true).isRight,
    judgeIsOver(step, false).isRight,
  ])
  expect(answers).toEqual([
    [true, false],
    [false, true],
  ])
})

test('the first game can be played', () => {
  expect(outcome(FIRST_GAME)).toBeUndefined()
})
