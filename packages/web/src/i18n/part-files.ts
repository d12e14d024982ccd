import type { Language } from './languages.ts'
import type { TextPart } from './parts.ts'

/** The files of all parts in all languages; the glossary is only for translators. */
const FILES = import.meta.glob<object>(['./*/*.json', '!./glossary/*'], { import: 'default' })

/** Loads the texts of a part in a language. */
export function loadPart(part: TextPart, language: Language): Promise<object> {
  const load = FILES[`./${part}/${language}.json`]
  if (load === undefined) throw new Error(`there is no file of ${part} in ${language}`)
  return load()
}
