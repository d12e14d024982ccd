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
import type { GameLetterKind, LetterKind, LetterWords } from './words/words.ts'

/** An e-mail in plain text. */
export interface Letter {
  readonly subject: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A game or a challenge that an e-mail lists. */
export interface LetterItem {
  /** The other player's name. */
  readonly name: string
  readonly link: string
  /** The deadline of the move. */
  readonly deadline?: number | undefined
}

/** Links to the settings and for unsubscribing: one for people, one for mail programs. */
export interface Ways {
  readonly settings: string
  readonly off: string
  readonly offAtOnce: string
}

/** All e-mails in all languages. */
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
 * Writes an e-mail to the owner of an account.
 * @param link the link to open
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

/** Writes an e-mail about games to a player who wants such e-mails. */
export function writeGameLetter(
  kind: GameLetterKind,
  language: MailLanguage,
  {
    name,
    items,
    ways,
  }: { readonly name: string; readonly items: readonly LetterItem[]; readonly ways: Ways },
): Letter {
  const { greeting, games } = LETTERS[language]
  const { subject, before } = games.letters[kind]
  const lines = [
    greeting.replace('{{name}}', () => name),
    before,
    ...items.map((item) => `${aboutOne(kind, language, item)}\n${item.link}`),
    `${games.why}\n${games.settings} ${ways.settings}\n${games.off} ${ways.off}`,
  ]
  return { subject, text: `${lines.join('\n\n')}\n`, headers: headersOf(ways) }
}

// --- internal ---

function aboutOne(
  kind: GameLetterKind,
  language: MailLanguage,
  { name, deadline }: LetterItem,
): string {
  const { letters, until, locale } = LETTERS[language].games
  const line = letters[kind].about.replace('{{name}}', () => name)
  if (deadline === undefined) return line
  const date = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    // The reader's time zone is unknown.
    timeZone: 'UTC',
  }).format(deadline)
  return `${line}\n${until.replace('{{date}}', () => `${date} UTC`)}`
}

/** Headers for one-click unsubscribing in mail programs (RFC 8058), which requires https. */
function headersOf({ offAtOnce }: Ways): Readonly<Record<string, string>> {
  return {
    'List-Unsubscribe': `<${offAtOnce}>`,
    ...(offAtOnce.startsWith('https:') && {
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}
