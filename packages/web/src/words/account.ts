import { type HttpRefusal, NAME_LENGTH, NAME_REFUSALS, PASSWORD_LENGTH } from '@hokito/protocol'
import type { Translate } from '../i18n/i18n.ts'
import { describeRefusal } from './online.ts'

/** Why something came to nothing that was to be done with an account; undefined where there was no answer. */
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
    case 'signedOut':
      return t(`account.refusal.${code}`, PASSWORD_LENGTH)
    default:
      return t('account.refusal.failed')
  }
}

/** What is asked for in a form about an account. */
export type AccountField = 'name' | 'present' | 'next' | 'code'

/** At which of the fields of a form it is said why it was refused; undefined where it is about none of them. */
export function fieldOf(
  refusal: HttpRefusal | undefined,
  fields: readonly AccountField[],
): AccountField | undefined {
  const about = refusal && FIELDS.find(({ codes }) => codes.includes(refusal.code))
  return fields.findLast((field) => about?.fields.includes(field))
}

/** A name may be so, in words. */
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
]
