import { useState } from 'preact/hooks'
import { CONFIRMATIONS, MARKS } from '../../board/index.ts'
import { LANGUAGE_NAMES, LANGUAGES, useTranslate } from '../../i18n/i18n.ts'
import { type Settings, THEMES } from '../../models/device/settings.ts'
import { useServices } from '../../services.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { BackupButtons } from './BackupButtons.tsx'
import { NotificationsField } from './NotificationsField.tsx'
import { SetChoice } from './SetChoice.tsx'

/** The settings of this device; every change applies immediately. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { settings } = useServices()
  const [isStored, setStored] = useState(true)
  const current = settings.settings.value
  const change = (changes: Partial<Settings>) => setStored(settings.change(changes))
  const field = { current, change }
  return (
    <Dialog title={t('settings.title')} onClose={onClose} isAside>
      <Choice
        legend={t('settings.theme')}
        options={THEMES.map((theme) => ({ value: theme, label: t(`settings.themes.${theme}`) }))}
        value={current.theme}
        onChange={(theme) => change({ theme })}
      />
      <SetChoice {...field} />
      <LanguageField {...field} />
      <Choice
        legend={t('settings.marks')}
        options={MARKS.map((marks) => ({ value: marks, label: t(`settings.marksAs.${marks}`) }))}
        value={current.marks}
        onChange={(marks) => change({ marks })}
      />
      <Choice
        legend={t('settings.confirmation')}
        options={CONFIRMATIONS.map((confirmation) => ({
          value: confirmation,
          label: t(`settings.confirmations.${confirmation}`),
        }))}
        value={current.confirmation}
        onChange={(confirmation) => change({ confirmation })}
      />
      <VolumeField {...field} />
      <Check {...field} setting="pattern" />
      <Check {...field} setting="coordinates" />
      <Check {...field} setting="animation" />
      <NotificationsField />
      <BackupButtons />
      {!isStored && <p role="alert">{t('settings.notStored')}</p>}
    </Dialog>
  )
}

// --- internal ---

interface FieldProps {
  readonly current: Settings
  readonly change: (changes: Partial<Settings>) => void
}

function LanguageField({ current, change }: FieldProps) {
  const t = useTranslate()
  const { failed } = useServices().language
  const language = failed.value?.language
  return (
    <>
      <label class="field">
        {t('settings.language')}
        <select
          class="select"
          value={current.language ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            change({ language: LANGUAGES.find((each) => each === chosen) })
          }}
        >
          <option value="">{t('settings.browserLanguage')}</option>
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      {language !== undefined && (
        <p role="alert">{t('notice.languageFailed', { name: LANGUAGE_NAMES[language] })}</p>
      )}
    </>
  )
}

function VolumeField({ current: { volume }, change }: FieldProps) {
  const t = useTranslate()
  const { sounds } = useServices()
  return (
    <label class="field">
      <span>{t('settings.volume', { volume: volume === 0 ? t('settings.silent') : volume })}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={10}
        value={volume}
        aria-valuetext={volume === 0 ? t('settings.silent') : `${volume}`}
        onInput={(event) => change({ volume: event.currentTarget.valueAsNumber })}
        onChange={() => sounds.play('own')}
      />
    </label>
  )
}

interface CheckProps extends FieldProps {
  readonly setting: 'pattern' | 'coordinates' | 'animation'
}

function Check({ current, change, setting }: CheckProps) {
  const t = useTranslate()
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={current[setting]}
        onChange={(event) => change({ [setting]: event.currentTarget.checked })}
      />
      {t(`settings.${setting}`)}
    </label>
  )
}
