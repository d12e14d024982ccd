import { isSameMove, legalMoves, outcome } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { DIAGRAMS } from './diagrams.ts'

describe('diagrams', () => {
  test.each(DIAGRAMS.filter(({ hint }) => hint !== undefined))(
    'the move shown for $key is legal',
    ({ position, hint }) => {
      expect(
        legalMoves(position).some((move) => hint !== undefined && isSameMove(move, hint)),
      ).toBe(true)
    },
  )

  test('only the one about the end is over', () => {
    const over = DIAGRAMS.filter(({ position }) => outcome(position) !== undefined)
    expect(over.map(({ key }) => key)).toEqual(['end'])
  })
})
