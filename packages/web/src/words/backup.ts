import type { Translate } from '../i18n/i18n.ts'
import type { BackupError } from '../models/site/backup.ts'
import { joinSentences } from './sentences.ts'

/** Why a backup was not taken over. */
export function describeBackupError(t: Translate, error: BackupError): string {
  const reason =
    error.code === 'badGame'
      ? t('backup.errors.badGame', { n: error.n })
      : t(`backup.errors.${error.code}`)
  return joinSentences(t('backup.refused'), reason)
}
