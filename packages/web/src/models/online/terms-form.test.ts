import { termsSchema } from '@hokito/protocol'
import { END_RULES } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AUDIENCES,
  changedForm,
  FIRST_TERMS,
  GAME_COUNTS,
  ratedForm,
  readTermsForm,
  SETUP_CHOICES,
  TIMES,
} from './terms-form.ts'

describe('the form of a challenge', () => {
  test('as it opens is a match of two for everybody', () => {
    const offered = readTermsForm(FIRST_TERMS)
    expect(offered.ok && offered.value).toMatchObject({
      terms: { games: 2, setup: { kind: 'standard' }, endRule: 'either', allowsTakebacks: true },
      color: 'random',
      isListed: true,
    })
  })

  test('however it is filled in, the server can read what it offers', () => {
    const form = fc.record({
      audience: fc.constantFrom(...AUDIENCES),
      time: fc.nat(TIMES.length - 1),
      games: fc.constantFrom(...GAME_COUNTS),
      color: fc.constantFrom('black' as const, 'white' as const, 'random' as const),
      setup: fc.constantFrom(...SETUP_CHOICES),
      dealText: fc.oneof(fc.string(), fc.constantFrom('77.1234567', ' 7.7 ', 's42', '')),
      endRule: fc.constantFrom(...END_RULES),
      allowsTakebacks: fc.boolean(),
      isRated: fc.boolean(),
    })
    fc.assert(
      fc.property(form, (filled) => {
        const offered = readTermsForm(filled)
        if (!offered.ok) {
          expect(filled.setup).toBe('given')
          return
        }
        const { terms, color, isListed } = offered.value
        expect(termsSchema.parse(terms)).toEqual(terms)
        expect(terms.timeControl).toEqual(TIMES[filled.time])
        expect([color, isListed]).toEqual([filled.color, filled.audience === 'listed'])
      }),
    )
  })

  test('is put right where it is to be rated, and is not rated once it cannot be', () => {
    const given = { ...FIRST_TERMS, setup: 'given', games: '1', time: TIMES.length - 1 } as const
    const rated = ratedForm(given, true)
    const offered = readTermsForm(rated)
    expect(offered.ok && offered.value.terms).toMatchObject({
      isRated: true,
      games: 2,
      allowsTakebacks: false,
    })
    expect(changedForm(rated, { color: 'black' }).isRated).toBe(true)
    for (const change of [{ games: '1' }, { allowsTakebacks: true }, { setup: 'given' }] as const) {
      expect(changedForm(rated, change).isRated).toBe(false)
    }
    expect(ratedForm(rated, false)).toMatchObject({ isRated: false, games: '2' })
  })

  test.each(['77', '', 'x', '1.2.3'])('says that %j is no deal', (dealText) => {
    expect(readTermsForm({ ...FIRST_TERMS, setup: 'given', dealText }).ok).toBe(false)
    expect(readTermsForm({ ...FIRST_TERMS, dealText }).ok).toBe(true)
  })
})
