import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { moveText, spokenMove } from '../../words/analysis.ts'
import { MoveStrip } from '../game/MoveStrip.tsx'

/** The line that is shown, for a screen on which the tree is out of view. */
export function ShownLine({ model }: { readonly model: AnalysisModel }) {
  const t = useTranslate()
  const moves = model.line.value.map((node) => ({
    text: moveText(node),
    label: spokenMove(t, { ...node, comment: '' }),
  }))
  return (
    <MoveStrip
      moves={moves}
      firstTurn={model.first.turn}
      ply={model.ply.value}
      onGo={model.walk.go}
    />
  )
}
