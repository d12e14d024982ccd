import type { HttpRefusal, Limitation } from '@hokito/protocol'
import { type Language, LOCALES, type Translate } from '../i18n/i18n.ts'
import { describeAccountRefusal } from './account.ts'
import { describeRefusal } from './online.ts'

/** What a challenge to one player alone is called. */
export function challengeTitle(t: Translate, name: string): string {
  return `${t('people.challenge')}: ${name}`
}

/** Why something between people came to nothing; without a refusal there was no answer. */
export function describePeopleRefusal(t: Translate, refusal: HttpRefusal | undefined): string {
  switch (refusal?.code) {
    case 'blocked':
      return describeRefusal(t, 'blocked')
    case 'unknownPlayer':
      return t('profile.unknown')
    // Whoever has no account learns what one is for.
    case 'noAccount':
      return t('people.guest')
    case 'listFull':
      return t('people.refusal.listFull')
    default:
      return describeAccountRefusal(t, refusal)
  }
}

/** What somebody is kept from, until when and why; nothing for a closed account, into which nobody gets. */
export function describeLimitation(
  t: Translate,
  { kind, why, until }: Limitation,
  language: Language,
): string {
  if (kind === 'close') return t('account.refusal.accountClosed', { why })
  if (until === undefined) return t(`people.limited.${kind}ForGood`, { why })
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  return t(`people.limited.${kind}`, { date: format.format(until), why })
}
