import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { DrawnIcon } from '../../ui/Icon.tsx'
import type { Drawing } from './use-drawing.ts'

/** Switches drawing on the board on and off, beside its other buttons. */
export function DrawSwitch({ drawing: { isOn, toggle } }: { readonly drawing: Drawing }) {
  const t = useTranslate()
  const label = t('analysis.draw.title')
  return (
    <button
      type="button"
      class="button action"
      aria-label={label}
      title={label}
      aria-pressed={isOn.value}
      onClick={() => {
        toggle()
        document.querySelector('.game-board')?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <DrawnIcon path={PENCIL} />
    </button>
  )
}

interface DrawToolsProps {
  readonly model: AnalysisModel
  readonly drawing: Drawing
}

/** How to draw, while that is on, and a button that removes what is drawn. */
export function DrawTools({ model, drawing }: DrawToolsProps) {
  const t = useTranslate()
  const isOn = drawing.isOn.value
  const isDrawn = model.shapes.value.length > 0
  if (!isOn && !isDrawn) return null
  return (
    <div class="draw-tools">
      {isDrawn && (
        <button type="button" class="button button-small" onClick={drawing.clear}>
          {t('analysis.draw.clear')}
        </button>
      )}
      {isOn && <p class="note">{t('analysis.draw.note')}</p>}
    </div>
  )
}

// --- internal ---

const PENCIL = 'M4 20l1-5L16 4l4 4L9 19ZM13 7l4 4'
