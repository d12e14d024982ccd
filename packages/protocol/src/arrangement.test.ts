import { arrange, formatDeal, SIDE_ARRANGEMENTS, seededBytes } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrangementOf,
  arrangementSchema,
  dealOfArrangements,
  isWhole,
  NOTHING_PLACED,
  piecesOf,
  wholeArrangementSchema,
  withRest,
} from './arrangement.ts'

const number = fc.integer({ min: 0, max: SIDE_ARRANGEMENTS - 1 })

describe('arrangements', () => {
  test('of both sides have their number, and come back from it', () => {
    fc.assert(
      fc.property(number, number, (black, white) => {
        const pieces = arrange({ kind: 'standard', black, white })
        const at = (square: number) => pieces[square]
        const texts = { black: arrangementOf('black', at), white: arrangementOf('white', at) }
        expect(wholeArrangementSchema.safeParse(texts.black).success).toBe(true)
        expect(formatDeal(dealOfArrangements(texts))).toBe(`${black}.${white}`)
      }),
      { seed: 1 },
    )
  })

  test('of equal pieces stand in the same places for both sides', () => {
    const same = '123123123123123123'
    const deal = dealOfArrangements({ black: same, white: same })
    expect(deal.kind === 'standard' && deal.black === deal.white).toBe(true)
  })

  test('come back from their pieces, also where some are missing', () => {
    fc.assert(
      fc.property(number, fc.nat(0x3ffff), fc.constantFrom('black', 'white'), (n, mask, color) => {
        const pieces = arrange({ kind: 'standard', black: n, white: n })
        const text = [...arrangementOf(color, (square) => pieces[square])]
          .map((letter, place) => ((mask >> place) & 1 ? '-' : letter))
          .join('')
        const placed = piecesOf(color, text)
        expect(arrangementOf(color, (square) => placed.get(square))).toBe(text)
        expect(isWhole(text)).toBe(placed.size === 18)
        const filled = withRest(text, seededBytes(mask))
        expect(wholeArrangementSchema.safeParse(filled).success).toBe(true)
        for (const [place, letter] of [...text].entries()) {
          if (letter !== '-') expect(filled[place]).toBe(letter)
        }
      }),
      { seed: 2 },
    )
  })

  test('are filled up in every way alike', () => {
    // A two and a three are left for two squares. Each order has a probability of one half.
    const text = `${'1'.repeat(6)}${'2'.repeat(5)}${'3'.repeat(5)}--`
    const randomBytes = seededBytes(3)
    const filled = Array.from({ length: 2000 }, () => withRest(text, randomBytes).slice(16))
    const count = filled.filter((rest) => rest === '23').length
    expect(new Set(filled)).toEqual(new Set(['23', '32']))
    expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  test.each([
    ['seven of a kind', '1111111-----------'],
    ['a fourth value', '4-----------------'],
    ['too few squares', '123'],
    ['the other side’s ranks too', '-'.repeat(19)],
    ['a number', 77],
    ['a stack', ['1', '2']],
  ])('with %s are none', (_, value) => {
    expect(arrangementSchema.safeParse(value).success).toBe(false)
  })

  test('with something missing are no whole ones', () => {
    expect(arrangementSchema.safeParse(NOTHING_PLACED).success).toBe(true)
    expect(wholeArrangementSchema.safeParse('11111122222233333-').success).toBe(false)
  })
})
