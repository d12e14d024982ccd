import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import type { Drawing } from './use-drawing.ts'

interface DrawToolsProps {
  readonly model: AnalysisModel
  readonly drawing: Drawing
}

/** Switches drawing on the board on and off, and removes what is drawn. */
export function DrawTools({ model, drawing }: DrawToolsProps) {
  const t = useTranslate()
  const isOn = drawing.isOn.value
  return (
    <div class="draw-tools">
      <button
        type="button"
        class="button button-small"
        aria-pressed={isOn}
        onClick={() => {
          drawing.toggle()
          // On a phone the board is far above.
          document.querySelector('.game-board')?.scrollIntoView({ block: 'nearest' })
        }}
      >
        {t('analysis.draw.title')}
      </button>
      {model.shapes.value.length > 0 && (
        <button type="button" class="button button-small" onClick={drawing.clear}>
          {t('analysis.draw.clear')}
        </button>
      )}
      {isOn && <p class="note">{t('analysis.draw.note')}</p>}
    </div>
  )
}
