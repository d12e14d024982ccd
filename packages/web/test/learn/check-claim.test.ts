import { describe, expect, test } from 'vitest'
import type { Claim } from '../../src/models/learn/claim.ts'
import { positionAt } from '../../src/models/learn/lesson.ts'
import { errorsIn } from './check-claim.ts'

/** Black has 12 + 2 + 2 points, White 4 + 3; it is Black's turn, and both can move. */
const COUNTED = positionAt('------/--c4-B2-/------/----a2-/-C----/---b-- b')
/** Black's three is alone among stacks and cannot move; White can, and it is White's turn. */
const STUCK = positionAt('------/------/--B2-A2-/------/--c---/------ w')
/** Black's two on c3 reaches d4 only; c2 is one hop away, or two with a turn back. */
const NEVER_BACK = positionAt('------/------/--AC--/--b---/--A---/------ b')

/** A position, a true claim about it, and a false one planted in its place. */
const PLANTED: readonly [string, ReturnType<typeof positionAt>, Claim, Claim][] = [
  [
    'a wrong sum of a side',
    COUNTED,
    { kind: 'score', color: 'white', is: 7 },
    { kind: 'score', color: 'white', is: 12 },
  ],
  [
    'a wrong sum of stacks',
    COUNTED,
    { kind: 'worth', on: ['c5', 'e3'], is: 14 },
    { kind: 'worth', on: ['c5', 'e3'], is: 12 },
  ],
  [
    'points of an empty square',
    COUNTED,
    { kind: 'worth', on: ['a1'], is: 0 },
    { kind: 'worth', on: ['a1'], is: 3 },
  ],
  ['a wrong leader', COUNTED, { kind: 'leader', is: 'black' }, { kind: 'leader', is: 'white' }],
  [
    'the wrong side stuck',
    STUCK,
    { kind: 'stuck', color: 'black', is: true },
    { kind: 'stuck', color: 'white', is: true },
  ],
  [
    'a side not stuck that is',
    STUCK,
    { kind: 'stuck', color: 'white', is: false },
    { kind: 'stuck', color: 'black', is: false },
  ],
  ['a game over that goes on', STUCK, { kind: 'over', is: true }, { kind: 'over', is: false }],
  ['the wrong turn', STUCK, { kind: 'turn', is: 'white' }, { kind: 'turn', is: 'black' }],
  [
    'a wrong number of moves',
    STUCK,
    { kind: 'moves', color: 'black', is: 0 },
    { kind: 'moves', color: 'black', is: 1 },
  ],
  [
    'a "cannot" of a move that can be made',
    NEVER_BACK,
    { kind: 'cannot', move: 'c3c2', is: 'backward' },
    { kind: 'cannot', move: 'c3d4', is: 'backward' },
  ],
  [
    'a "cannot" with the wrong reason',
    NEVER_BACK,
    { kind: 'cannot', move: 'c3c4', is: 'backward' },
    { kind: 'cannot', move: 'c3c4', is: 'wrongKind' },
  ],
  [
    'an "only there" that leaves a landing out',
    COUNTED,
    { kind: 'landings', from: 'c5', is: [] },
    { kind: 'landings', from: 'c5', is: ['e5'] },
  ],
  [
    'a way that the move does not take',
    NEVER_BACK,
    { kind: 'way', move: 'c3d4', is: ['north', 'east'] },
    { kind: 'way', move: 'c3d4', is: ['east', 'north'] },
  ],
  [
    'a touched square that is not on the way',
    NEVER_BACK,
    { kind: 'touched', move: 'c3d4', is: 'c4' },
    { kind: 'touched', move: 'c3d4', is: 'd3' },
  ],
  [
    'a neighbour that is not the nearest',
    NEVER_BACK,
    { kind: 'next', from: 'c3', towards: 'north', is: 'c4' },
    { kind: 'next', from: 'c3', towards: 'east', is: 'd4' },
  ],
  [
    'a piece that is another',
    NEVER_BACK,
    { kind: 'stands', on: 'd4', is: 'C' },
    { kind: 'stands', on: 'd4', is: 'c' },
  ],
  [
    'a piece on an empty square',
    NEVER_BACK,
    { kind: 'stands', on: 'c4', is: 'A' },
    { kind: 'stands', on: 'a1', is: 'A' },
  ],
  [
    'a wrong height',
    COUNTED,
    { kind: 'height', on: 'e3', is: 2 },
    { kind: 'height', on: 'e3', is: 3 },
  ],
  ['wrong marks', COUNTED, { kind: 'marks', on: 'e3', is: 1 }, { kind: 'marks', on: 'e3', is: 2 }],
  ['a wrong number of pieces', COUNTED, { kind: 'pieces', is: 10 }, { kind: 'pieces', is: 18 }],
  [
    'a stack that is not worth most',
    COUNTED,
    { kind: 'dearest', color: 'black', is: 'c5' },
    { kind: 'dearest', color: 'black', is: 'e3' },
  ],
]

describe('the check of what lessons say', () => {
  test.each(PLANTED)('finds %s', (_, position, truth, falsehood) => {
    expect(errorsIn({ truth, falsehood }, position)).toEqual([
      expect.stringContaining(`falsehood (${falsehood.kind})`),
    ])
  })

  test('says what is true instead', () => {
    expect(errorsIn({ white: { kind: 'score', color: 'white', is: 12 } }, COUNTED)).toEqual([
      'white (score) is said to be 12, and is 7',
    ])
  })

  test('finds that no stack is worth most where two are worth the same', () => {
    const even = positionAt('------/--c2-b3-/------/------/-C----/---a-- b')
    const claims = { dearest: { kind: 'dearest', color: 'black', is: 'c5' } } as const
    expect(errorsIn(claims, even)).toHaveLength(1)
  })

  test('finds that a move has more than one way', () => {
    const square = positionAt('------/------/-A-A--/------/-b-A--/------ b')
    const claims = { way: { kind: 'way', move: 'b2d4', is: ['north', 'east'] } } as const
    expect(errorsIn(claims, square)).toHaveLength(1)
  })

  test('refuses what is no square', () => {
    expect(() => errorsIn({ bad: { kind: 'height', on: 'g7', is: 1 } }, COUNTED)).toThrow('g7')
  })
})
