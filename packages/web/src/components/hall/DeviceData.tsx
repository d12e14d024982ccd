import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { eraseDevice } from '../../models/site/erase.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { BackupButtons } from '../site/BackupButtons.tsx'

/** Saves, restores or deletes everything stored on this device. */
export function DeviceData() {
  const t = useTranslate()
  const { deviceStorage, tabStorage } = useServices()
  const [isAsking, setAsking] = useState(false)
  return (
    <section class="own-data">
      <h2>{t('progress.data.title')}</h2>
      <BackupButtons />
      <button type="button" class="button button-text own-erase" onClick={() => setAsking(true)}>
        {t('progress.data.erase')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('progress.data.erase')}
          text={t('progress.data.ask')}
          yes={t('progress.data.erase')}
          onYes={() => {
            eraseDevice(deviceStorage, tabStorage)
            // A page that is open already still has some of it.
            location.assign(ROUTES.home)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
