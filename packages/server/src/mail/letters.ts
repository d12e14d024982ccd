import type { MailLanguage } from '@hokito/protocol'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { et } from './words/et.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { nl } from './words/nl.ts'
import { pl } from './words/pl.ts'
import { pt } from './words/pt.ts'
import type { LetterKind, LetterWords } from './words/words.ts'

/** A letter in plain text. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

/** All letters in all languages. */
export const LETTERS: { readonly [L in MailLanguage]: LetterWords } = {
  en,
  fr,
  de,
  nl,
  it,
  es,
  pt,
  pl,
  et,
}

/**
 * Writes a letter to the owner of an account.
 * @param link what is to be opened
 */
export function writeLetter(
  kind: LetterKind,
  language: MailLanguage,
  { name, link }: { readonly name: string; readonly link: string },
): Letter {
  const { greeting, letters } = LETTERS[language]
  const { subject, before, after } = letters[kind]
  const lines = [greeting.replace('{{name}}', () => name), before, link, after]
  return { subject, text: `${lines.filter((line) => line !== '').join('\n\n')}\n` }
}
