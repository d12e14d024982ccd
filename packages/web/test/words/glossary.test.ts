import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../src/i18n/i18n.ts'
import {
  avoidedWords,
  type Glossary,
  glossaryOf,
  missingTerms,
  unexplainedTerms,
  type Wording,
} from './glossary.ts'
import { textsOf } from './texts.ts'

const ENGLISH = wordingOf('en')

describe.each(LANGUAGES)('the glossary of %s', (language) => {
  const own = wordingOf(language)

  test('gives a reason wherever our word is not the rulebook’s', () => {
    expect(unexplainedTerms(own.glossary)).toEqual([])
  })

  test('rules out no word that a text has', () => {
    expect(avoidedWords(own.glossary, textsOf(language))).toEqual([])
  })

  test.skipIf(language === 'en')('has the word of every text whose English has the term', () => {
    expect(missingTerms(ENGLISH, own)).toEqual([])
  })
})

describe('a fault is found', () => {
  const english: Wording = {
    glossary: glossaryWith({ hop: { word: 'hop', forms: ['hop', 'hops'] } }),
    texts: new Map([
      ['one', 'Two hops to {{square}}.'],
      ['many_other', '{{count}} hops'],
      ['none', 'Shopping is no hopping.'],
    ]),
  }
  const hop = { word: 'Sprung', forms: ['*sprung', '*sprünge'] }
  const texted = (text: string) => new Map([['one', text]])

  test.each([
    ['a word that is ruled out', 'Zwei Hopser nach {{square}}.', 1],
    ['a word that is ruled out, in another case', 'ZWEI HOPSER', 1],
    ['nothing in a longer word', 'Zwei Hopserbahnen', 0],
    ['nothing in the name of an argument', 'Zwei {{Hopser}}', 0],
  ])('in %s', (_what, text, count) => {
    const glossary = glossaryWith({ hop: { ...hop, avoid: { Hopser: 'for children' } } })
    expect(avoidedWords(glossary, texted(text))).toHaveLength(count)
  })

  test.each([
    ['our word lacks', 'Zwei Hopser nach {{square}}.', 1],
    ['our word is there', 'Zwei Sprünge nach {{square}}.', 0],
    ['our word ends a longer one', 'Zwei Kreuzsprünge.', 0],
  ])('where %s', (_what, text, count) => {
    const own = { glossary: glossaryWith({ hop }), texts: texted(text) }
    expect(missingTerms(english, own)).toHaveLength(count)
  })

  test('in a plural form that English does not have', () => {
    const texts = new Map([['many_few', '{{count}} Hopser']])
    expect(missingTerms(english, { glossary: glossaryWith({ hop }), texts })).toEqual([
      'many_few: no “Sprung” for hop: {{count}} Hopser',
    ])
  })

  test('but not where an exception says why, which must be needed', () => {
    const glossary = glossaryWith({ hop: { ...hop, except: { one: 'it rhymes' } } })
    const missing = (text: string) => missingTerms(english, { glossary, texts: texted(text) })
    expect(missing('Zwei Hopser')).toEqual([])
    expect(missing('Zwei Sprünge')).toEqual(['one: an exception for hop that is not needed'])
  })

  test('in a term that only English has', () => {
    const own = { glossary: glossaryWith({}), texts: texted('Zwei Sprünge') }
    expect(missingTerms(english, own)).toEqual(['hop: not in the glossary'])
  })

  test('in a word that is not the rulebook’s, until there is a reason', () => {
    const differing = { ...hop, rulebook: 'Zug' }
    expect(unexplainedTerms(glossaryWith({ hop: differing }))).toHaveLength(1)
    expect(unexplainedTerms(glossaryWith({ hop: { ...differing, why: 'a turn' } }))).toEqual([])
    expect(unexplainedTerms(glossaryWith({ hop: { ...hop, rulebook: 'Sprung' } }))).toEqual([])
  })
})

/**
 * The texts that must contain our words. Lessons tell a story and may do without them; no text may
 * contain a word that is ruled out.
 */
function wordingOf(language: Language): Wording {
  const texts = [...textsOf(language)].filter(([key]) => !key.startsWith('learn.lessons.'))
  return { glossary: glossaryOf(language), texts: new Map(texts) }
}

function glossaryWith(terms: Glossary['terms']): Glossary {
  return { address: 'du', rulebook: 'none', terms }
}
