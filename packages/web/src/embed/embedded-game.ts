import { type Ending, endingOnBoard } from '@hokito/rules'
import { computed } from '@preact/signals'
import { createAnalysisModel } from '../models/analysis/analysis-model.ts'
import { type Branch, cutPath, extend, plyOfPath, ROOT } from '../models/analysis/tree.ts'
import { type Analysis, recordOf } from '../models/analysis/tree-record.ts'

export type EmbeddedGame = ReturnType<typeof createEmbeddedGame>

/**
 * A game in a frame, with its variations, showing one position: a finished game from its beginning,
 * a running one at its latest position, or either after `ply` moves.
 */
export function createEmbeddedGame(analysis: Analysis, ply: number | undefined) {
  const { tree } = analysis
  const { ending } = recordOf(analysis)
  const main = extend(tree, ROOT)
  const first = ply ?? (ending === undefined ? plyOfPath(main) : 0)
  const model = createAnalysisModel(analysis, { path: cutPath(main, first), folded: [] })
  return {
    model,
    /** How the shown line has ended, if the shown position is its last. */
    ending: computed((): Ending | undefined =>
      model.path.value === main ? ending : endingOnBoard(model.position.value),
    ),
    dispose: model.dispose,
  }
}

/**
 * Does any position of the main line have several moves to choose from? The first variation can
 * begin nowhere else.
 */
export function hasVariations({ tree }: Analysis): boolean {
  for (let at: Branch | undefined = tree; at !== undefined; at = at.children[0]) {
    if (at.children.length > 1) return true
  }
  return false
}

/** Are arrows or squares drawn on any of its positions? */
export function hasShapes({ tree }: Analysis): boolean {
  const isDrawnOn = ({ shapes, children }: Branch): boolean =>
    shapes.length > 0 || children.some(isDrawnOn)
  return isDrawnOn(tree)
}
