import { parsePosition } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { thoughtOf } from './thought.ts'

/** Black has a three on top of a stack and White a two: eight pieces. */
function position(turn: 'b' | 'w') {
  const parsed = parsePosition(`------/------/--c3---/--B5---/------/------ ${turn}`, 'either')
  if (!parsed.ok) throw new Error(`the position of this test is wrong: ${parsed.error.code}`)
  return parsed.value
}

const found = (points: number) => ({
  depth: 1,
  nodes: 1,
  elapsedMs: 1,
  hashPermille: 0,
  lines: [{ moves: [], value: { kind: 'estimate' as const, points } }],
})

describe('an estimate', () => {
  test.each([
    ['b', 131, 24],
    ['b', -131, -16],
    ['w', 131, -16],
    ['w', -131, 24],
    ['b', 4.6, 5],
  ] as const)('of %s to move, %d points, is kept as Black’s %d', (turn, points, margin) => {
    expect(thoughtOf(found(points), position(turn), 7)).toMatchObject({ ply: 7, margin })
  })
})
