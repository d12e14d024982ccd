import { useMemo } from 'preact/hooks'
import type { Saying } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { type AnnouncerModel, announce } from '../../ui/Announcer.tsx'
import { moveText } from '../../words/analysis.ts'
import type { TreeActions } from './NodeTools.tsx'

/** The edits of a tree; each announces what it has done. */
export function useTreeActions(model: AnalysisModel, announcer: AnnouncerModel): TreeActions {
  return useMemo(() => {
    const tell = (isDone: boolean, saying: Saying) => {
      if (isDone) announce(announcer, saying)
    }
    return {
      undo: () => tell(model.undo(), (t) => t('analysis.told.undone')),
      redo: () => tell(model.redo(), (t) => t('analysis.told.redone')),
      remove: () => {
        const node = model.node.peek()
        if (node === undefined) return
        tell(model.remove(), (t) => t('analysis.told.removed', { move: moveText(node) }))
      },
      promote: () => tell(model.promote(), (t) => t('analysis.told.promoted')),
      makeMain: () => tell(model.makeMain(), (t) => t('analysis.told.madeMain')),
    }
  }, [model, announcer])
}
