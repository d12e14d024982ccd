import { isSameMove, legalMoves, outcome } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { errorsIn } from '../../../test/learn/check-claim.ts'
import { oddStacksIn, originOf } from '../../../test/learn/check-origin.ts'
import en from '../../i18n/guide/en.json' with { type: 'json' }
import { DIAGRAMS } from './diagrams.ts'

/** A game that ends as the diagram of the end shows. */
const END_GAME = `[Deal "13427303.4870417"]
[EndRule "either"]
[Result "41-33"]
[Termination "normal"]

1. b2d2 e4e5 2. b3b1 c4d4 3. d1b4 d4b4 4. f2f3 a5b6 5. c3d5 a4b5 6. a3a1 e6c5
7. e3f1 c5b5 8. d5b4 b6e5 9. f3e5 d6f5 10. a1b4 f4c6 11. c2e2 f5e2 12. d2e5 a6c1
13. f1e2 c6b4 14. a2e1 c1e2 15. e5b4 e2b1 16. b4e1 41-33
`

describe('diagrams', () => {
  test('there is one for every rule, in their order', () => {
    expect(DIAGRAMS.map(({ key }) => key)).toEqual(Object.keys(en.rules.sections))
  })

  test.each(DIAGRAMS)('the one for $key has only stacks that a game makes', ({ position }) => {
    expect(oddStacksIn(position)).toEqual([])
  })

  test('most are made up, as the page says, and games lead to the others', () => {
    const origins = DIAGRAMS.map(({ key, position }) => [key, originOf(position, [END_GAME])])
    expect(Object.fromEntries(origins)).toEqual({
      pieces: 'deal',
      hop: 'madeUp',
      land: 'madeUp',
      stack: 'madeUp',
      score: 'madeUp',
      end: 'game',
    })
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
