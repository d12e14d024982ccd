import type { Saying } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { type AnnouncerModel, announce } from '../../ui/Announcer.tsx'
import { useKeys } from '../../ui/hooks.ts'
import { describeLine } from '../../words/analysis.ts'
import { lastMoveSaying, scoreSaying } from '../../words/spoken.ts'
import { useStepKeys } from '../game/step-keys.ts'
import type { TreeActions } from './NodeTools.tsx'
import type { AnalysisEngine } from './use-analyst.ts'

interface AnalysisKeysOptions {
  readonly model: AnalysisModel
  readonly engine: AnalysisEngine
  readonly actions: TreeActions
  readonly announcer: AnnouncerModel
  readonly onFlip: () => void
  readonly onHelp: () => void
}

/** The keys of the analysis besides those of the board; {@link ANALYSIS_KEYS} describes each. */
export function useAnalysisKeys(options: AnalysisKeysOptions): void {
  const { model, engine, actions, announcer } = options
  const say = (saying: Saying) => announce(announcer, saying)
  const step = (by: number) => () => model.walk.go(model.ply.peek() + by)
  /** Changes to another variation and announces which; the board announces its move. */
  const change = (by: number) => () => {
    model.goToSibling(by)
    const siblings = model.siblings.peek()
    const at = siblings.findIndex(({ id }) => model.path.peek().endsWith(id))
    const place = { n: at + 1, count: siblings.length }
    if (siblings.length > 1) say((t) => t('analysis.place', place))
  }
  useStepKeys(model.walk)
  useKeys((event) => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowUp: change(-1),
      ArrowDown: change(1),
      '[': step(-1),
      ']': step(1),
      Delete: actions.remove,
      u: actions.undo,
      r: actions.redo,
      p: actions.promote,
      P: actions.makeMain,
      f: options.onFlip,
      e: engine.toggle,
      t: engine.toggleThreats,
      v: () => {
        const best = engine.analyst.findings.peek()?.lines[0]
        say((t) => (best === undefined ? t('analysis.noLine') : describeLine(t, best)))
      },
      l: () => {
        const made = model.lastMade.peek()
        say(lastMoveSaying(made))
      },
      s: () => {
        say(scoreSaying(model))
      },
      '?': options.onHelp,
    }
    const act = acts[event.key]
    if (act === undefined) return
    act()
    event.preventDefault()
  })
}
