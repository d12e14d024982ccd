import type { HttpRefusal, Limitation } from '@hokito/protocol'
import type { Language, Translate } from '../i18n/i18n.ts'
import { describeAccountRefusal } from './account.ts'
import { formatMoment } from './dates.ts'
import { describeRefusal } from './online.ts'

/** The title of a challenge to one player only. */
export function challengeTitle(t: Translate, name: string): string {
  return `${t('people.challenge')}: ${name}`
}

/** Why an action between players failed; without a refusal there was no answer. */
export function describePeopleRefusal(t: Translate, refusal: HttpRefusal | undefined): string {
  switch (refusal?.code) {
    case 'blocked':
      return describeRefusal(t, 'blocked')
    case 'unknownPlayer':
      return t('profile.unknown')
    // A player without an account reads what an account is for.
    case 'noAccount':
      return t('people.guest')
    case 'listFull':
      return t('people.refusal.listFull')
    default:
      return describeAccountRefusal(t, refusal)
  }
}

/**
 * What a player is barred from, until when and why; empty for a closed account, because nobody can
 * sign in to it.
 */
export function describeLimitation(
  t: Translate,
  { kind, why, until }: Limitation,
  language: Language,
): string {
  if (kind === 'close') return t('account.refusal.accountClosed', { why })
  if (until === undefined) return t(`people.limited.${kind}ForGood`, { why })
  return t(`people.limited.${kind}`, { date: formatMoment(language, until, 'long'), why })
}
