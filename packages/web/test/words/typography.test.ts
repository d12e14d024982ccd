import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../src/i18n/i18n.ts'
import { textsOf } from './texts.ts'
import { typographyErrors } from './typography.ts'

describe.each(LANGUAGES)('the typography of %s', (language) => {
  test('is right in every text', () => {
    const errors = [...textsOf(language)].flatMap(([key, text]) =>
      typographyErrors(language, text).map((error) => `${key}: ${error}: ${text}`),
    )
    expect(errors).toEqual([])
  })
})

describe('a fault of typography is found', () => {
  const faulty: readonly (readonly [Language, string, string])[] = [
    ['en', 'Black\'s "move"', 'a straight quote'],
    ['en', "Black's move", 'a straight apostrophe'],
    ['en', 'thinking...', 'full stops for an ellipsis'],
    ['en', 'two  spaces', 'two spaces'],
    ['en', ' first', 'a space at the beginning or end'],
    ['en', 'so , it', 'a space before a comma, a full stop or a closing bracket'],
    ['en', 'Black - White', 'a hyphen for a dash'],
    ['en', 'no e-mail address', 'a hyphen at which a line breaks behind one letter'],
    ['en', 'Black —White', 'a long dash'],
    ['en', 'Black –White', 'a dash with a space on one side only'],
    ['en', '3 x 4', 'the letter x for a times sign'],
    ['en', 'Planned: {{from}}→{{to}}.', 'an arrow in a move, which is written as it is typed'],
    ['en', '{{minutes}} min', 'a number that its unit can leave'],
    ['en', 'expected „a“', 'quotes of another language'],
    ['en', 'expected “a', 'a quote that is not closed'],
    ['en', 'Really ?', 'a space before ; ! ?'],
    ['en', 'e\u0301toile', 'a letter in two parts'],
    ['fr', 'Vraiment ?', 'no narrow no-break space before ; ! ?'],
    ['fr', 'Vraiment\u00a0!', 'no narrow no-break space before ; ! ?'],
    ['fr', 'Points : 3', 'no no-break space before a colon'],
    ['fr', 'Points: 3', 'no no-break space before a colon'],
    ['fr', 'trouvé « a »', 'no no-break space inside « »'],
    ['fr', 'réfléchit …', 'a space before an ellipsis'],
    ['de', 'denkt nach…', 'no no-break space before an ellipsis'],
    ['de', 'erwartet „a”', 'quotes of another language'],
    ['de', 'Drücken Sie auf Ihren Stein', 'a polite form of address'],
    ['nl', 'verwacht ‘a', 'a quote that is not closed'],
    ['es', 'Te rindes?', 'a question without ¿'],
    ['es', 'Hola!', 'an exclamation without ¡'],
    ['pl', 'myśli …', 'a space before an ellipsis'],
    ['pl', 'Znajdź Twoje partie', 'a form of address as in letters'],
    ['et', 'Punktid : kokku', 'a space before a colon'],
    ['et', 'Kui Te tahate', 'a polite form of address'],
  ]

  test.each(faulty)('in %s: %s', (language, text, error) => {
    expect(typographyErrors(language, text)).toContain(error)
  })

  const right: readonly (readonly [Language, string])[] = [
    ['en', 'Black’s “move”: 3 × 4, or [Name "value"]… Right?!'],
    ['en', '{{black}} – {{white}}, 57-43'],
    ['de', 'E\u2011Mail-Adresse'],
    ['fr', 'Vraiment\u202f?! Points\u00a0: «\u00a0a\u00a0»\u202f; l’autre réfléchit…'],
    ['de', 'Schwarz denkt nach\u00a0… erwartet „a“!'],
    ['de', 'Sie wartet: Sie zählt, was sie hat. Ihr seid dran.'],
    ['nl', 'zo’n ‘a’'],
    ['es', '¿Te rindes? ¡Hola!'],
    ['pl', 'Twoja kolej. Twoje partie czekają na ciebie.'],
    ['et', '„a“, {{other}} : {{own}}, {{from}}–{{to}}'],
  ]

  test.each(right)('but none in %s: %s', (language, text) => {
    expect(typographyErrors(language, text)).toEqual([])
  })
})
