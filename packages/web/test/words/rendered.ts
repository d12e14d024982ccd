import { type Language, loadLanguage, TEXT_PARTS } from '../../src/i18n/i18n.ts'
import { composedBy } from './composed.ts'
import { type LookUp, type Rendered, renderSample, samplesOf } from './samples.ts'
import { textsOf } from './texts.ts'
import { typographyErrors } from './typography.ts'

/** All texts of the site in a language, under headings that are the same in every language. */
export async function renderedIn(
  language: Language,
): Promise<ReadonlyMap<string, readonly Rendered[]>> {
  const t = await loadLanguage(language, new Set(TEXT_PARTS))
  // The compiler does not know keys that come from a file.
  const lookUp: LookUp = (key, values) => String(Reflect.apply(t, undefined, [key, values]))
  const samples = samplesOf(textsOf('en'))
  return new Map([
    ...Object.entries(composedBy(t)),
    ...samples.map((sample) => [sample.key, renderSample(sample, lookUp)] as const),
  ])
}

/** Sentences about the errors in a message as people see it. */
export function renderedErrors(language: Language, text: string): readonly string[] {
  const shown = text.replaceAll(MEANT, 'x')
  return [
    ...WRONG.filter(({ wrong }) => wrong.test(shown)).map(({ what }) => what),
    ...typographyErrors(language, shown),
  ]
}

// --- internal ---

/** Code that people are meant to read: rules of a record, keys of the browser's storage. */
const MEANT = /\bonTurn\b|hokito:damaged:\w+/g

const WRONG = [
  { what: 'an argument that was not filled in', wrong: /\{\{|\}\}/ },
  { what: 'a value that is no word', wrong: /\b(?:undefined|null|NaN)\b|\[object/ },
  { what: 'a code', wrong: /\b(?!iP(?:hone|ad))\p{Ll}+\p{Lu}\p{Ll}\w*/u },
  { what: 'a key', wrong: /\b\p{Ll}+\.\p{L}{2,}/u },
  { what: 'two stops', wrong: /[.!?…][.!?](?<![!?][!?])|\. \./ },
  { what: 'a comma before a stop', wrong: /,[.!?]/ },
  { what: 'a stop within a sentence', wrong: /[.!?…][,;:]/ },
]
