import {
  type Branch,
  branchAt,
  extend,
  nodesOn,
  parentOf,
  ROOT,
  siblingsAt,
  type TreePath,
} from './tree.ts'
import { type Analysis, formatAnalysis } from './tree-record.ts'

/**
 * The longest text of an analysis: shorter than the limit for reading HGN, and quick to write at
 * every edit.
 */
export const LONGEST_ANALYSIS = 100_000
/** How many edits can be undone. */
export const MOST_UNDONE = 200

/** An analysis being edited. */
export interface AnalysisState {
  readonly analysis: Analysis
  /** The end of the line being walked: going back does not forget which line it was. */
  readonly tip: TreePath
  /** What was shown before each edit that can be undone, the latest last. */
  readonly past: readonly View[]
  /** What was shown before each edit was undone, the next to redo last. */
  readonly future: readonly View[]
  /** The name of the running series of edits, if any. */
  readonly series: string | undefined
  /** Was the last edit refused because the analysis has reached its largest size? */
  readonly isFull: boolean
}

/** The state to go on with, and the path to show in it; without one, the shown path stays. */
export interface Step {
  readonly state: AnalysisState
  readonly path?: TreePath
}

/** An analysis as it is opened: on its main line, with nothing to undo. */
export function openAnalysis(analysis: Analysis): AnalysisState {
  const tip = extend(analysis.tree, ROOT)
  return { analysis, tip, past: [], future: [], series: undefined, isFull: false }
}

/** Goes to a path; one that the tree does not have changes nothing. */
export function walkTo(state: AnalysisState, path: TreePath): Step {
  const { tree } = state.analysis
  if (branchAt(tree, path) === undefined) return { state }
  return { state: state.tip.startsWith(path) ? state : { ...state, tip: extend(tree, path) }, path }
}

/** Goes to the variation `by` places further down than the move shown. */
export function walkToSibling(state: AnalysisState, shown: TreePath, by: number): Step {
  const siblings = siblingsAt(state.analysis.tree, shown)
  const at = siblings.findIndex(({ id }) => shown.endsWith(id))
  const next = siblings[at + by]
  return next === undefined ? { state } : walkTo(state, parentOf(shown) + next.id)
}

/**
 * Makes an edit that can be undone. One that changes nothing is none, and one that there is no room
 * for is refused. Consecutive edits of the same series are undone together.
 */
export function edit(state: AnalysisState, shown: TreePath, after: View, series?: string): Step {
  if (JSON.stringify(after.tree) === JSON.stringify(state.analysis.tree)) return { state }
  const next = withView(state, after)
  const isFull = formatAnalysis(next.analysis).length > LONGEST_ANALYSIS
  if (isFull) return { state: { ...state, isFull } }
  const isNew = series === undefined || series !== state.series
  const past = isNew ? [...state.past, viewOf(state, shown)].slice(-MOST_UNDONE) : state.past
  return { state: { ...next, past, future: [], series }, path: after.path }
}

/** Takes the last edit back, if there is one. */
export function undo(state: AnalysisState, shown: TreePath): Step {
  const view = state.past.at(-1)
  if (view === undefined) return { state }
  const past = state.past.slice(0, -1)
  const future = [...state.future, viewOf(state, shown)]
  return { state: { ...withView(state, view), past, future }, path: view.path }
}

/** Makes the edit again that was undone last, if there is one. */
export function redo(state: AnalysisState, shown: TreePath): Step {
  const view = state.future.at(-1)
  if (view === undefined) return { state }
  const past = [...state.past, viewOf(state, shown)]
  const future = state.future.slice(0, -1)
  return { state: { ...withView(state, view), past, future }, path: view.path }
}

// --- internal ---

/** A tree before or after an edit, and the path shown in it. */
interface View {
  readonly tree: Branch
  readonly path: TreePath
}

function viewOf({ analysis: { tree } }: AnalysisState, path: TreePath): View {
  return { tree, path }
}

/** The same with another tree; any series of edits is over. */
function withView(state: AnalysisState, { tree, path }: View): AnalysisState {
  // Moves of the line may be gone, or new ones may follow it.
  const kept = nodesOn(tree, state.tip) === undefined ? path : state.tip
  const tip = extend(tree, kept.startsWith(path) ? kept : path)
  return { ...state, analysis: { ...state.analysis, tree }, tip, series: undefined, isFull: false }
}
