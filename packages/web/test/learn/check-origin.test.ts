import { describe, expect, test } from 'vitest'
import { positionAt } from '../../src/models/learn/lesson.ts'
import { oddStacksIn, originOf } from './check-origin.ts'

const GAME = '[Deal "77.1234567"]\n\n1. c3c4 *'

describe('the origin of a position', () => {
  const start = 'BCACAB/CABBCA/ACBABC/cbabca/acbbac/bacacb'

  test.each([
    ['a starting layout', `${start} b`, 'deal'],
    ['a starting layout with White to move', `${start} w`, 'nowhere'],
    ['a seventh one', 'aaaaaa/aaaaaa/aaaaaa/AAAAAA/AAAAAA/AAAAAA b', 'nowhere'],
    ['all pieces on one square', 'a36-----/------/------/------/------/------ w', 'nowhere'],
    ['fewer pieces', '------/------/------/-Aa---/------/------ b', 'madeUp'],
  ])('of %s is found', (_, hfen, origin) => {
    expect(originOf(positionAt(hfen), [GAME])).toBe(origin)
  })

  test('is a game that leads there', () => {
    const later = positionAt('AABCAA/BCBBCC/CAc2ABB/cb-bbc/bbbccc/aaaaaa w')
    expect(originOf(later, [GAME])).toBe('game')
    expect(originOf(later)).toBe('nowhere')
  })
})

test('stacks of odd heights are found, singles are none', () => {
  const position = positionAt('------/-C3----/------/-aA2---/--b5---/----a9- b')
  expect(oddStacksIn(position)).toEqual(['e1', 'c2', 'b5'])
})
