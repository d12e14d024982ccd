import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { lazily } from '../../ui/lazily.tsx'

/** The moves played at the position shown; the server is asked only while this is open. */
export function PlayedHere({ model }: { model: AnalysisModel }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="played-here" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('analysis.played.title')}</summary>
      {isOpen && <PlayedMoves position={model.position.value} onMove={model.play} />}
    </details>
  )
}

// --- internal ---

const PlayedMoves = lazily(async () => (await import('./PlayedMoves.tsx')).PlayedMoves)
