import { isSameMove, legalMoves, outcome } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import en from '../../i18n/guide/en.json' with { type: 'json' }
import { errorsIn } from './check-claim.ts'
import { DIAGRAMS } from './diagrams.ts'

describe('diagrams', () => {
  test('there is one for every rule, in their order', () => {
    expect(DIAGRAMS.map(({ key }) => key)).toEqual(Object.keys(en.rules.sections))
  })

  test.each(DIAGRAMS)('what is said of the one for $key is so', ({ claims, position }) => {
    expect(errorsIn(claims, position)).toEqual([])
  })

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
