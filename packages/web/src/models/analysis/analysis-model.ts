import { type Move, type Position, positionOf } from '@hokito/rules'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { createRecordView, positionsAlong, type RecordView } from '../game/record-view.ts'
import { createWalk, type Walk } from '../game/walk.ts'
import {
  edit,
  openAnalysis,
  redo,
  type Step,
  undo,
  walkTo,
  walkToSibling,
} from './analysis-state.ts'
import type { Shape } from './shapes.ts'
import {
  addMove,
  type Branch,
  branchAt,
  clearShapes,
  cutPath,
  isMain,
  makeMain,
  movesOn,
  nodesOn,
  parentOf,
  pathAfter,
  plyOfPath,
  promote,
  removeAt,
  setComment,
  siblingsAt,
  type TreeNode,
  type TreePath,
  toggleGlyph,
  toggleShape,
} from './tree.ts'
import type { Analysis, AnalysisHead } from './tree-record.ts'

export { LONGEST_ANALYSIS, MOST_UNDONE } from './analysis-state.ts'

/** The reader's place in an analysis, kept beside its content. */
export interface AnalysisPlace {
  /** Path of the selected move. */
  readonly path: TreePath
  /** Moves whose variations are folded. */
  readonly folded: readonly TreePath[]
}

/** An analysis being edited: signals for the page, actions for its board, buttons and keys. */
export interface AnalysisModel extends RecordView, ShownNode, NodeEdits {
  readonly head: AnalysisHead
  readonly first: Position
  readonly tree: ReadonlySignal<Branch>
  /** Path of the selected move. */
  readonly path: ReadonlySignal<TreePath>
  readonly walk: Walk
  /** The moves along which the walk leads: those up to the selected one, and those after it. */
  readonly line: ReadonlySignal<readonly TreeNode[]>
  readonly analysis: ReadonlySignal<Analysis>
  /** Moves whose variations are folded. */
  readonly folded: ReadonlySignal<ReadonlySet<TreePath>>
  /** Was the last edit refused because the analysis has reached its largest size? */
  readonly isFull: ReadonlySignal<boolean>
  readonly canUndo: ReadonlySignal<boolean>
  readonly canRedo: ReadonlySignal<boolean>
  /** Selects the position after a path; a path that the tree does not have changes nothing. */
  readonly go: (to: TreePath) => void
  /** Goes to the variation `by` places further down. */
  readonly goToSibling: (by: number) => void
  /** Makes a move in the selected position: a new one begins or continues a variation. */
  readonly play: (move: Move) => void
  /** Folds or unfolds the variations beside a move. */
  readonly toggleFolded: (at: TreePath) => void
  readonly undo: () => boolean
  readonly redo: () => boolean
  /**
   * Takes in what another editor has made of the analysis, which cannot be undone, and shows a path
   * in it as far as it goes.
   */
  readonly replace: (analysis: Analysis, to: TreePath) => void
  readonly dispose: () => void
}

/** The selected move. */
interface ShownNode {
  /** Undefined at the beginning. */
  readonly node: ReadonlySignal<TreeNode | undefined>
  readonly comment: ReadonlySignal<string>
  /** What is drawn on the board. */
  readonly shapes: ReadonlySignal<readonly Shape[]>
  /** The alternatives to the move, itself among them. */
  readonly siblings: ReadonlySignal<readonly TreeNode[]>
  readonly isMain: ReadonlySignal<boolean>
}

/** Edits of the selected move; false if they change nothing, or if there is no room for them. */
interface NodeEdits {
  /** Removes a move and all moves that follow it; the beginning stays. */
  readonly remove: (at?: TreePath) => boolean
  readonly promote: () => boolean
  readonly makeMain: () => boolean
  readonly setComment: (text: string, at?: TreePath) => boolean
  readonly toggleGlyph: (code: number) => boolean
  /** Draws an arrow or shapes a square, or removes it if it is there. */
  readonly toggleShape: (shape: Shape) => boolean
  readonly clearShapes: () => boolean
}

/** An analysis, at the place where its reader left it. */
export function createAnalysisModel(initial: Analysis, place?: AnalysisPlace): AnalysisModel {
  const { head } = initial
  const first = positionOf(head)
  const state = signal(openAnalysis(initial))
  const folded = signal<ReadonlySet<TreePath>>(new Set(place?.folded))
  const analysis = computed(() => state.value.analysis)
  const tree = computed(() => analysis.value.tree)
  const tip = computed(() => state.value.tip)
  const moves = computed(() => movesOn(tip.value))
  const positions = computed(() => positionsAlong(first, moves.value))
  const view = createRecordView({ positions, moves })
  const walk = createWalk(view)
  const path = computed(() => cutPath(tip.value, view.ply.value))

  /** Goes on with a state; returns whether it shows anything new. */
  function take({ state: next, path: to }: Step): boolean {
    batch(() => {
      state.value = next
      if (to !== undefined) walk.go(plyOfPath(to))
    })
    return to !== undefined
  }

  const change: Change = (next, to, series) =>
    take(edit(state.peek(), path.peek(), { tree: next, path: to }, series))
  const go = (to: TreePath) => take(walkTo(state.peek(), to))
  if (place !== undefined) go(place.path)
  return {
    ...view,
    head,
    first,
    tree,
    path,
    walk,
    line: computed(() => nodesOn(tree.value, tip.value) ?? []),
    analysis,
    folded,
    isFull: computed(() => state.value.isFull),
    ...nodeAt(tree, path),
    canUndo: computed(() => state.value.past.length > 0),
    canRedo: computed(() => state.value.future.length > 0),
    go,
    goToSibling: (by) => take(walkToSibling(state.peek(), path.peek(), by)),
    play: (move) => {
      const to = pathAfter(path.peek(), move)
      if (!change(addMove(tree.peek(), path.peek(), move), to)) go(to)
    },
    ...editsAt(tree, path, change),
    toggleFolded: (at) => {
      const next = new Set(folded.peek())
      if (!next.delete(at)) next.add(at)
      folded.value = next
    },
    undo: () => take(undo(state.peek(), path.peek())),
    redo: () => take(redo(state.peek(), path.peek())),
    replace: (next, to) => {
      take(walkTo(openAnalysis(next), nearestIn(next.tree, to)))
    },
    dispose: walk.dispose,
  }
}

// --- internal ---

/** The path, or what is left of it in a tree. */
function nearestIn(tree: Branch, path: TreePath): TreePath {
  return branchAt(tree, path) === undefined ? nearestIn(tree, parentOf(path)) : path
}

function nodeAt(tree: ReadonlySignal<Branch>, path: ReadonlySignal<TreePath>): ShownNode {
  return {
    node: computed(() => nodesOn(tree.value, path.value)?.at(-1)),
    comment: computed(() => branchAt(tree.value, path.value)?.comment ?? ''),
    shapes: computed(() => branchAt(tree.value, path.value)?.shapes ?? []),
    siblings: computed(() => siblingsAt(tree.value, path.value)),
    isMain: computed(() => isMain(tree.value, path.value)),
  }
}

/** Replaces the tree and shows a path in it; `series` names the series of edits, if any. */
type Change = (tree: Branch, to: TreePath, series?: string) => boolean

function editsAt(
  tree: ReadonlySignal<Branch>,
  path: ReadonlySignal<TreePath>,
  change: Change,
): NodeEdits {
  return {
    remove: (at = path.peek()) => change(removeAt(tree.peek(), at), parentOf(at)),
    promote: () => change(promote(tree.peek(), path.peek()), path.peek()),
    makeMain: () => change(makeMain(tree.peek(), path.peek()), path.peek()),
    setComment: (text, at = path.peek()) =>
      change(setComment(tree.peek(), at, text), path.peek(), `comment ${at}`),
    toggleGlyph: (code) => change(toggleGlyph(tree.peek(), path.peek(), code), path.peek()),
    toggleShape: (shape) => change(toggleShape(tree.peek(), path.peek(), shape), path.peek()),
    clearShapes: () => change(clearShapes(tree.peek(), path.peek()), path.peek()),
  }
}
