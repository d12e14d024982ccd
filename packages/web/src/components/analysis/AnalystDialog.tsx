import { useTranslate } from '../../i18n/i18n.ts'
import {
  type AnalystSettingsModel,
  HASH_SIZES,
  MOST_LINES,
} from '../../models/analysis/analyst-settings.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface AnalystDialogProps {
  readonly settings: AnalystSettingsModel
  readonly onClose: () => void
}

/** How many lines the computer shows, and how much of the device it may use. */
export function AnalystDialog({ settings, onClose }: AnalystDialogProps) {
  const t = useTranslate()
  const { lines, threads, hashMiB } = settings.settings.value
  return (
    <Dialog title={t('analysis.settings')} onClose={onClose}>
      <Choice
        legend={t('analysis.lines')}
        options={upTo(MOST_LINES)}
        value={String(lines)}
        onChange={(value) => settings.change({ lines: Number(value) })}
      />
      {settings.mostThreads === 1 ? (
        <p class="note">{t('analysis.oneThread')}</p>
      ) : (
        <label class="field">
          {t('analysis.threads', { count: threads })}
          <input
            type="range"
            min={1}
            max={settings.mostThreads}
            value={threads}
            onChange={(event) => settings.change({ threads: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      <label class="field">
        {t('analysis.memory')}
        <select
          class="select"
          value={hashMiB}
          onChange={(event) => {
            const size = HASH_SIZES.find((each) => each === Number(event.currentTarget.value))
            if (size !== undefined) settings.change({ hashMiB: size })
          }}
        >
          {HASH_SIZES.map((size) => (
            <option key={size} value={size}>
              {t('analysis.memorySize', { size })}
            </option>
          ))}
        </select>
      </label>
    </Dialog>
  )
}

// --- internal ---

function upTo(most: number) {
  return Array.from({ length: most }, (_, index) => {
    const value = String(index + 1)
    return { value, label: value }
  })
}
