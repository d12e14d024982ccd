import { type Ending, endingOnBoard } from '@hokito/rules'
import { computed } from '@preact/signals'
import { createAnalysisModel } from '../models/analysis/analysis-model.ts'
import { type Branch, cutPath, extend, plyOfPath, ROOT } from '../models/analysis/tree.ts'
import { type Analysis, recordOf } from '../models/analysis/tree-record.ts'

export type EmbeddedGame = ReturnType<typeof createEmbeddedGame>

/**
 * A game in a frame, with its variations, of which one position is looked at: a finished one from its beginning, a
 * running one as it is, or after `ply` moves.
 */
export function createEmbeddedGame(analysis: Analysis, ply: number | undefined) {
  const { tree } = analysis
  const { ending } = recordOf(analysis)
  const main = extend(tree, ROOT)
  const first = ply ?? (ending === undefined ? plyOfPath(main) : 0)
  const model = createAnalysisModel(analysis, { path: cutPath(main, first), folded: [] })
  return {
    model,
    /** How the line that is looked at has ended, at its end. */
    ending: computed((): Ending | undefined =>
      model.path.value === main ? ending : endingOnBoard(model.position.value),
    ),
    dispose: model.dispose,
  }
}

/** Are there several moves to choose from anywhere on the main line? Elsewhere no first variation can begin. */
export function hasVariations({ tree }: Analysis): boolean {
  for (let at: Branch | undefined = tree; at !== undefined; at = at.children[0]) {
    if (at.children.length > 1) return true
  }
  return false
}
