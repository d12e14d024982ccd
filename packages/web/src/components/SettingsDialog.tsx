import { useState } from 'preact/hooks'
import { useTranslate } from '../i18n/i18n.ts'
import { type Settings, THEMES } from '../models/settings.ts'
import { useServices } from '../services.ts'
import { Choice } from './Choice.tsx'
import { Dialog } from './Dialog.tsx'

/** What can be chosen for this device; every change holds at once. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { settings } = useServices()
  const [isStored, setStored] = useState(true)
  const current = settings.settings.value
  const change = (changes: Partial<Settings>) => setStored(settings.change(changes))
  return (
    <Dialog title={t('settings.title')} onClose={onClose}>
      <Choice
        legend={t('settings.theme')}
        options={THEMES.map((theme) => ({ value: theme, label: t(`settings.themes.${theme}`) }))}
        value={current.theme}
        onChange={(theme) => change({ theme })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={current.coordinates}
          onChange={(event) => change({ coordinates: event.currentTarget.checked })}
        />
        {t('settings.coordinates')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={current.animation}
          onChange={(event) => change({ animation: event.currentTarget.checked })}
        />
        {t('settings.animation')}
      </label>
      {!isStored && <p role="alert">{t('settings.notStored')}</p>}
    </Dialog>
  )
}
