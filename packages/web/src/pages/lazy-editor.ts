import { withTexts } from '../components/site/with-texts.tsx'
import { lazily } from '../ui/lazily.tsx'

/** The editor of positions, which only few visits of an analysis or a study need. */
export const PositionEditor = lazily(async () =>
  withTexts(['setup'], (await import('../components/analysis/PositionEditor.tsx')).PositionEditor),
)
