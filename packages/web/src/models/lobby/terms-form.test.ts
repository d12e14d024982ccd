import { QUICK_TIME_CONTROLS, termsSchema } from '@hokito/protocol'
import { END_RULES, FAIR_COMPENSATION } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AUDIENCES,
  changedForm,
  changeTo,
  FIRST_TERMS,
  FORMATS,
  formatOf,
  ratedForm,
  readTermsForm,
  SETUP_CHOICES,
  TIMES,
  termsFormOf,
} from './terms-form.ts'

describe('the form of a challenge', () => {
  test('as it opens is a match of two for everyone', () => {
    const offered = readTermsForm(FIRST_TERMS)
    expect(offered.ok && offered.value).toMatchObject({
      terms: { games: 2, setup: { kind: 'standard' }, endRule: 'either', allowsTakebacks: true },
      color: 'random',
      isListed: true,
    })
  })

  test('offers every time of quick pairing', () => {
    expect(TIMES).toEqual(expect.arrayContaining([...QUICK_TIME_CONTROLS]))
  })

  test('however it is filled in, the server can read what it offers', () => {
    const form = fc.record({
      audience: fc.constantFrom(...AUDIENCES),
      time: fc.nat(TIMES.length - 1),
      games: fc.constantFrom('1' as const, '2' as const),
      isDivided: fc.boolean(),
      compensation: fc.nat(80).map((half) => half / 2),
      color: fc.constantFrom('black' as const, 'white' as const, 'random' as const),
      setup: fc.constantFrom(...SETUP_CHOICES),
      dealText: fc.oneof(fc.string(), fc.constantFrom('77.1234567', ' 7.7 ', 's42', '')),
      endRule: fc.constantFrom(...END_RULES),
      allowsTakebacks: fc.boolean(),
      isRated: fc.boolean(),
    })
    fc.assert(
      fc.property(form, (form) => {
        const filled = changedForm(form, {})
        const offered = readTermsForm(filled)
        if (!offered.ok) {
          expect(filled.setup).toBe('given')
          return
        }
        const { terms, color, isListed } = offered.value
        expect(termsSchema.parse(terms)).toEqual(terms)
        expect(terms.timeControl).toEqual(TIMES[filled.time])
        const isDivided = filled.games === '1' && filled.isDivided
        expect(terms.isDivided ?? false).toBe(isDivided)
        const points = filled.games === '1' && !isDivided ? filled.compensation : 0
        expect(terms.compensation ?? 0).toBe(points)
        const again = termsFormOf(offered.value)
        expect([formatOf(again), again.compensation]).toEqual([
          formatOf({ ...filled, isDivided, compensation: points }),
          points,
        ])
        expect([color, isListed]).toEqual([
          isDivided ? 'random' : filled.color,
          filled.audience === 'listed',
        ])
      }),
    )
  })

  test.each(FORMATS)('says that %s is played, after one press', (format) => {
    const changed = changedForm(FIRST_TERMS, changeTo(format))
    expect(formatOf(changed)).toBe(format)
    const offered = readTermsForm(changed)
    expect(offered.ok && offered.value.terms).toMatchObject(
      {
        '2': { games: 2 },
        fair: { games: 1, compensation: 13.5 },
        divide: { games: 1, isDivided: true },
        '1': { games: 1 },
      }[format],
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

  test('is put right as a fair game where that is to be rated', () => {
    const fair = { ...FIRST_TERMS, ...changeTo('fair'), setup: 'scattered' } as const
    const rated = ratedForm(fair, true)
    const offered = readTermsForm(rated)
    expect(offered.ok && offered.value.terms).toMatchObject({
      ...{ isRated: true, games: 1, compensation: FAIR_COMPENSATION },
      setup: { kind: 'standard' },
    })
    for (const change of [{ setup: 'scattered' }, { compensation: 8.5 }] as const) {
      expect(changedForm(rated, change).isRated).toBe(false)
    }
    expect(changedForm(rated, changeTo('2')).isRated).toBe(true)
  })

  test.each(['77', '', 'x', '1.2.3'])('says that %j is no deal', (dealText) => {
    expect(readTermsForm({ ...FIRST_TERMS, setup: 'given', dealText }).ok).toBe(false)
    expect(readTermsForm({ ...FIRST_TERMS, dealText }).ok).toBe(true)
  })
})
