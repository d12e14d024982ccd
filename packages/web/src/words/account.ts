import {
  type HttpRefusal,
  MOST_TOKENS,
  NAME_LENGTH,
  NAME_REFUSALS,
  PASSWORD_LENGTH,
} from '@hokito/protocol'
import type { Translate } from '../i18n/i18n.ts'
import { describeRefusal } from './online.ts'

/** Why an account action failed; an undefined refusal means that there was no answer. */
export function describeAccountRefusal(t: Translate, refusal: HttpRefusal | undefined): string {
  if (refusal === undefined) return t('account.unanswered')
  const { code, retryAfterMs = 0 } = refusal
  switch (code) {
    case 'nameTooShort':
    case 'nameTooLong':
    case 'nameCharacters':
    case 'nameReserved':
    case 'nameTaken':
    case 'renameTooSoon':
      return describeRefusal(t, code, retryAfterMs)
    case 'tooMany':
      return t('account.refusal.tooMany', {
        minutes: Math.max(1, Math.ceil(retryAfterMs / 60_000)),
      })
    case 'tooManyTokens':
      return t('account.refusal.tooManyTokens', { most: MOST_TOKENS })
    case 'passwordTooShort':
    case 'passwordTooLong':
    case 'passwordTooEasy':
    case 'wrongSignIn':
    case 'wrongPassword':
    case 'wrongCode':
    case 'wrongPasskey':
    case 'hasAccount':
    case 'noAccount':
    case 'gamesRunning':
    case 'hasClasses':
    case 'ofClass':
    case 'signedOut':
    case 'onBreak':
    case 'notOnBreak':
    case 'noDaysLeft':
    case 'hasPlayed':
    case 'badMailAddress':
    case 'mailTooSoon':
    case 'wrongLink':
      return t(`account.refusal.${code}`, PASSWORD_LENGTH)
    case 'accountClosed':
      return t('account.refusal.accountClosed', { why: refusal.why ?? '' })
    default:
      return t('account.refusal.failed')
  }
}

/** The fields of account forms. */
export type AccountField = 'name' | 'present' | 'next' | 'code' | 'mail' | 'who'

/**
 * The field of a form at which to show a refusal; undefined if the refusal is about none of them.
 */
export function fieldOf(
  refusal: HttpRefusal | undefined,
  fields: readonly AccountField[],
): AccountField | undefined {
  const about = refusal && FIELDS.find(({ codes }) => codes.includes(refusal.code))
  return fields.findLast((field) => about?.fields.includes(field))
}

/** The rules for names, in words. */
export function describeNames(t: Translate): string {
  return t('online.nameNote', NAME_LENGTH)
}

// --- internal ---

interface Place {
  readonly fields: readonly AccountField[]
  readonly codes: readonly HttpRefusal['code'][]
}

const FIELDS: readonly Place[] = [
  {
    fields: ['name'],
    codes: NAME_REFUSALS,
  },
  { fields: ['next'], codes: ['passwordTooShort', 'passwordTooLong', 'passwordTooEasy'] },
  { fields: ['present'], codes: ['wrongSignIn', 'wrongPassword'] },
  { fields: ['code'], codes: ['wrongCode'] },
  { fields: ['mail'], codes: ['badMailAddress', 'mailTooSoon'] },
]
