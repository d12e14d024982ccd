import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../src/i18n/i18n.ts'
import { renderedErrors, renderedIn } from './rendered.ts'

test.each(LANGUAGES)('every message in %s reads as words', async (language) => {
  const errors = [...(await renderedIn(language))].flatMap(([heading, messages]) =>
    messages.flatMap(({ what, text }) =>
      renderedErrors(language, text).map((error) => `${heading}, ${what}: ${error}: ${text}`),
    ),
  )
  expect(errors).toEqual([])
})

test('all languages have the same messages', async () => {
  const headings = await Promise.all(
    LANGUAGES.map(async (language) => [...(await renderedIn(language)).keys()]),
  )
  expect(new Set(headings.map((each) => each.join()))).toHaveLength(1)
})

describe('a fault is found in', () => {
  test.each([
    ['Game {{n}} cannot be read.', 'an argument that was not filled in'],
    ['undefined wins', 'a value that is no word'],
    ['Its save is damaged (badRecord).', 'a code'],
    ['That was not possible: error.move.outOfReach', 'a key'],
    ['Black wins.. Points: 3', 'two stops'],
    ['Black wins. . Points: 3', 'two stops'],
    ['You win!. Points: 3', 'two stops'],
    ['Game 1, line 2,.', 'a comma before a stop'],
    ['c2, your two., height 3', 'a stop within a sentence'],
    ['Black  wins', 'two spaces'],
  ])('%s', (text, error) => {
    expect(renderedErrors('en', text)).toContain(error)
  })

  test.each([
    'The end rule is “either” or “onTurn”.',
    'A deal number looks like 77.1234567 or s42.',
    'It is kept under “hokito:damaged:k3v9”.',
    'Really?! Yes… c2d4',
  ])('none: %s', (text) => {
    expect(renderedErrors('en', text)).toEqual([])
  })
})
