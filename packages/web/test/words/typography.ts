import type { Language } from '../../src/i18n/i18n.ts'

/** Sentences about violations of a language's typography in a text; none if it is correct. */
export function typographyErrors(language: Language, text: string): readonly string[] {
  const words = text.replaceAll(TAG, '[]').replaceAll(SIGN, '$1x')
  return [
    ...[...EVERYWHERE, ...rulesOf(language)]
      .filter(({ wrong }) => wrong.test(words))
      .map(({ what }) => what),
    ...quoteErrors(language, words),
    ...(text === text.normalize('NFC') ? [] : ['a letter in two parts']),
  ]
}

// --- internal ---

interface Rule {
  readonly what: string
  readonly wrong: RegExp
}

/** A tag of a record is code, so its quotes are straight in every language. */
const TAG = /\[\p{L}+ "[\p{L}\d.]+"\]/gu

/** The sign of a move, in quotes, is the same in every language. */
const SIGN = /([«„“‘]\s?)[!?]+(?=\s?[»“”’])/gu

const EVERYWHERE: readonly Rule[] = [
  { what: 'a straight quote', wrong: /"/ },
  { what: 'a straight apostrophe', wrong: /'/ },
  { what: 'full stops for an ellipsis', wrong: /\.\./ },
  { what: 'two spaces', wrong: /\s\s/ },
  { what: 'a space at the beginning or end', wrong: /^\s|\s$/ },
  { what: 'a space before a comma, a full stop or a closing bracket', wrong: /\s[,.)\]]/ },
  { what: 'a hyphen for a dash', wrong: /\s-\s|--/ },
  { what: 'a hyphen at which a line breaks behind one letter', wrong: /(?<!\p{L})\p{L}-\p{L}/u },
  { what: 'a long dash', wrong: /—/ },
  { what: 'a dash with a space on one side only', wrong: /\s–\S|\S–\s/ },
  { what: 'the letter x for a times sign', wrong: /\d\s*x\s*\d/i },
  { what: 'an arrow in a move, which is written as it is typed', wrong: /\S→\S/ },
  { what: 'a number that its unit can leave', wrong: /[\d}] (?:min|s|MB|Mo|kB|ko|%)(?!\p{L})/u },
]

/** The rules of the Lexique of the Imprimerie nationale, with the narrow space that fonts have. */
const FRENCH: readonly Rule[] = [
  { what: 'no narrow no-break space before ; ! ?', wrong: /(?<![\u202f!?])[;!?]/ },
  // A time such as 1:05 has no space.
  { what: 'no no-break space before a colon', wrong: /(?<!\u00a0):(?!\d)/ },
  { what: 'no no-break space inside « »', wrong: /«(?!\u00a0)|(?<!\u00a0)»/ },
  { what: 'a space before an ellipsis', wrong: /\s…/ },
]

const NO_SPACES: readonly Rule[] = [
  { what: 'a space before ; ! ?', wrong: /\s[;!?]/ },
  // A score may have a colon between spaces.
  { what: 'a space before a colon', wrong: /\s:(?! [\d{])/ },
]

const UNSPACED_ELLIPSIS: Rule = { what: 'a space before an ellipsis', wrong: /\s…/ }
/** Duden: a space before the ellipsis if whole words are left out, none only inside a word. */
const GERMAN_ELLIPSIS: Rule = {
  what: 'no no-break space before an ellipsis',
  wrong: /(?<!\u00a0)…/,
}
/**
 * A capital within a sentence makes the word a polite form; we address the reader as `du` and
 * `sina`.
 */
const GERMAN_POLITE: Rule = {
  what: 'a polite form of address',
  wrong: /(?<=[\p{L},] )(?:Sie|Ihnen|Ihr\p{L}{0,2})(?!\p{L})/u,
}
const ESTONIAN_POLITE: Rule = {
  what: 'a polite form of address',
  wrong: /(?<=[\p{L},] )Te(?:ie|il|id|iega)?(?!\p{L})/u,
}
/** Polish writes to the reader with a capital in letters only. */
const POLISH_LETTER: Rule = {
  what: 'a form of address as in letters',
  wrong:
    /(?<=[\p{L},:}] )(?:Tw[oó]j\p{L}*|Ci(?:ę|ebie)?|Tobie|Tobą|W(?:as|am|ami|asz\p{L}*))(?!\p{L})/u,
}
const SPANISH: readonly Rule[] = [
  { what: 'a question without ¿', wrong: /^[^¿]*\?/ },
  { what: 'an exclamation without ¡', wrong: /^[^¡]*!/ },
]

function rulesOf(language: Language): readonly Rule[] {
  switch (language) {
    case 'fr':
      return FRENCH
    case 'de':
      return [...NO_SPACES, GERMAN_ELLIPSIS, GERMAN_POLITE]
    case 'es':
      return [...NO_SPACES, UNSPACED_ELLIPSIS, ...SPANISH]
    case 'et':
      return [...NO_SPACES, UNSPACED_ELLIPSIS, ESTONIAN_POLITE]
    case 'pl':
      return [...NO_SPACES, UNSPACED_ELLIPSIS, POLISH_LETTER]
    default:
      return [...NO_SPACES, UNSPACED_ELLIPSIS]
  }
}

const QUOTES: { readonly [L in Language]: readonly [open: string, close: string] } = {
  en: ['“', '”'],
  fr: ['«', '»'],
  de: ['„', '“'],
  nl: ['‘', '’'],
  it: ['«', '»'],
  es: ['«', '»'],
  pt: ['«', '»'],
  pl: ['„', '”'],
  et: ['„', '“'],
}

/** Quotes of another language, and unclosed quotes. */
function quoteErrors(language: Language, text: string): readonly string[] {
  const [open, close] = QUOTES[language]
  const foreign = [...text].filter((letter) => /[«»‹›“”„‚‘]/.test(letter))
  const opened = text.split(open).length
  const closed = text.split(close).length
  // The Dutch closing quote is also the apostrophe.
  const isClosed = close === '’' ? closed >= opened : closed === opened
  return [
    ...(foreign.every((letter) => letter === open || letter === close)
      ? []
      : ['quotes of another language']),
    ...(isClosed ? [] : ['a quote that is not closed']),
  ]
}
