import { useMemo } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { type AnnouncerModel, announce } from '../../ui/Announcer.tsx'
import { moveText } from '../../words/analysis.ts'
import type { TreeActions } from './NodeTools.tsx'

/** The edits of a tree, each of which says what it has done. */
export function useTreeActions(model: AnalysisModel, announcer: AnnouncerModel): TreeActions {
  const t = useTranslate()
  return useMemo(() => {
    const say = (text: string) => announce(announcer, text)
    const tell = (isDone: boolean, text: string) => {
      if (isDone) say(text)
    }
    return {
      undo: () => tell(model.undo(), t('analysis.told.undone')),
      redo: () => tell(model.redo(), t('analysis.told.redone')),
      remove: () => {
        const node = model.node.peek()
        if (node === undefined) return
        tell(model.remove(), t('analysis.told.removed', { move: moveText(node) }))
      },
      promote: () => tell(model.promote(), t('analysis.told.promoted')),
      makeMain: () => tell(model.makeMain(), t('analysis.told.madeMain')),
    }
  }, [model, announcer, t])
}
