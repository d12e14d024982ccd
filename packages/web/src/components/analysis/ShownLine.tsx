import { numberBefore } from '@hokito/rules'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { moveText, spokenMove } from '../../words/analysis.ts'

/**
 * The line that is shown, in one row below the board, for a screen on which the tree is out of view.
 * It follows the current move.
 */
export function ShownLine({ model }: { readonly model: AnalysisModel }) {
  const t = useTranslate()
  const row = useRef<HTMLDivElement>(null)
  const ply = model.ply.value
  const line = model.line.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: another move is the occasion.
  useEffect(() => {
    const box = row.current
    const shown = box?.querySelector<HTMLElement>('[aria-current]')
    if (box === null || shown == null) return
    box.scrollLeft = shown.offsetLeft - (box.clientWidth - shown.offsetWidth) / 2
  }, [ply, line])
  const { turn } = model.first
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of moves is no group of fields.
    <div ref={row} class="shown-line" role="group" aria-label={t('game.moves')}>
      <button
        type="button"
        class="moves-move"
        aria-current={ply === 0 ? 'step' : undefined}
        onClick={() => model.walk.go(0)}
      >
        {t('game.start')}
      </button>
      {line.map((node, at) => (
        // The same move can occur twice in a line, so its place is the key.
        <span key={`${at + 1}`}>
          <small>{numberBefore(at, turn)}</small>
          <button
            type="button"
            class="moves-move"
            aria-label={spokenMove(t, { ...node, comment: '' })}
            aria-current={at + 1 === ply ? 'step' : undefined}
            onClick={() => model.walk.go(at + 1)}
          >
            {moveText(node)}
          </button>
        </span>
      ))}
    </div>
  )
}
