import type { Translate } from '../i18n/i18n.ts'
import type { BackupError, Restored } from '../models/site/backup.ts'
import { joinSentences } from './sentences.ts'

/** Why a backup was not restored. */
export function describeBackupError(t: Translate, error: BackupError): string {
  const reason =
    'n' in error
      ? t(`backup.errors.${error.code}`, { n: error.n })
      : t(`backup.errors.${error.code}`)
  return joinSentences(t('backup.refused'), reason)
}

/** The result of restoring a backup. */
export function describeRestored(t: Translate, { games, analyses }: Restored): string {
  const ofGames = t('backup.restored', { ...games })
  if (analyses.added + analyses.kept === 0) return ofGames
  return joinSentences(ofGames, t('backup.restoredAnalyses', { ...analyses }))
}
