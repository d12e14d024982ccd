import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { createAnalysisStore } from '../../models/analysis/analysis-store.ts'
import { createDailyStore } from '../../models/daily/daily-store.ts'
import { dayOf } from '../../models/device/days.ts'
import { download } from '../../models/game/share.ts'
import {
  createChaptersRead,
  createCourseProgress,
} from '../../models/learn/course/course-progress.ts'
import { createOwnSides } from '../../models/online/own-sides.ts'
import { createPuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { createAccuracyLog } from '../../models/review/accuracy-log.ts'
import { formatBackup, restoreBackup } from '../../models/site/backup.ts'
import { useServices } from '../../services.ts'
import { takeFile } from '../../ui/take-file.ts'
import { useSaying } from '../../ui/use-saying.ts'
import { describeBackupError, describeRestored } from '../../words/backup.ts'

/** Saves everything stored on this device as a file, and restores such a file. */
export function BackupButtons() {
  const t = useTranslate()
  const services = useServices()
  const [analyses] = useState(() => createAnalysisStore(services.deviceStorage))
  const [daily] = useState(() => createDailyStore(services.deviceStorage))
  const [puzzles] = useState(() => createPuzzleStore(services.deviceStorage))
  const [accuracies] = useState(() => createAccuracyLog(services.deviceStorage))
  const [course] = useState(() => createCourseProgress(services.deviceStorage))
  const [chaptersRead] = useState(() => createChaptersRead(services.deviceStorage))
  const [ownSides] = useState(() => createOwnSides(services.deviceStorage))
  const kept = { course, chaptersRead, analyses, daily, puzzles, accuracies, ownSides }
  const belongings = { ...services, ...kept }
  const [told, setTold] = useSaying()
  const [fault, setFault] = useSaying()
  const save = () => {
    const content = new Blob([formatBackup(belongings)], { type: 'application/json' })
    download(`hokito-${dayOf(services.now())}.json`, content)
  }
  const load = async (file: File | undefined) => {
    setTold(undefined)
    setFault(undefined)
    if (file === undefined) return
    if (file.size > LARGEST_BACKUP) {
      return setFault((t) => describeBackupError(t, { code: 'notBackup' }))
    }
    const text = await file.text().catch(() => undefined)
    if (text === undefined) return setFault((t) => t('error.unreadableFile'))
    const restored = restoreBackup(text, belongings)
    if (restored.ok) setTold((t) => describeRestored(t, restored.value))
    else setFault((t) => describeBackupError(t, restored.error))
  }
  return (
    <fieldset class="choice">
      <legend>{t('backup.title')}</legend>
      <div class="button-row">
        <button type="button" class="button" onClick={save}>
          {t('backup.save')}
        </button>
        <label class="button file-button">
          {t('backup.load')}
          <input
            type="file"
            accept=".json,application/json"
            class="visually-hidden"
            onChange={(event) => void load(takeFile(event.currentTarget))}
          />
        </label>
      </div>
      <p class="note" role="status">
        {told}
      </p>
      <p class="fault" role="alert">
        {fault}
      </p>
    </fieldset>
  )
}

// --- internal ---

/** In bytes; browsers store a tenth of it for a site. */
const LARGEST_BACKUP = 100_000_000
