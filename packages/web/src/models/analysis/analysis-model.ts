import { type Move, type Position, play, positionOf } from '@hokito/rules'
import { batch, computed, signal } from '@preact/signals'
import { createRecordView } from '../game/record-view.ts'
import { createWalk } from '../game/walk.ts'
import {
  addMove,
  type Branch,
  branchAt,
  cutPath,
  extend,
  isMain,
  makeMain,
  movesOn,
  nodesOn,
  parentOf,
  pathAfter,
  plyOfPath,
  promote,
  ROOT,
  removeAt,
  setComment,
  siblingsAt,
  type TreePath,
  toggleGlyph,
} from './tree.ts'
import { type Analysis, formatAnalysis } from './tree-record.ts'

/** The reader's place in an analysis, kept beside its content. */
export interface AnalysisPlace {
  /** Path of the selected move. */
  readonly path: TreePath
  /** Moves whose variations are folded. */
  readonly folded: readonly TreePath[]
}

export type AnalysisModel = ReturnType<typeof createAnalysisModel>

/**
 * The longest text of an analysis: shorter than the limit for reading HGN, and quick to write at
 * every edit.
 */
export const LONGEST_ANALYSIS = 100_000
/** How many edits can be undone. */
export const MOST_UNDONE = 200

/** An analysis being edited: signals for the page, actions for its board, buttons and keys. */
export function createAnalysisModel(initial: Analysis, place?: AnalysisPlace) {
  const first = positionOf(initial.head.beginning, initial.head.endRule)
  const tree = signal(initial.tree)
  const past = signal<readonly Edit[]>([])
  const future = signal<readonly Edit[]>([])
  const isFull = signal(false)
  const folded = signal<ReadonlySet<TreePath>>(new Set(place?.folded))
  // The end of the line being walked: going back does not forget which line it was.
  const tip = signal(extend(tree.peek(), ROOT))
  const moves = computed(() => movesOn(tip.value))
  const positions = computed(() => positionsOf(first, moves.value))
  const view = createRecordView({ positions, moves })
  const walk = createWalk(view)
  const path = computed(() => cutPath(tip.value, view.ply.value))
  const analysis = computed((): Analysis => ({ ...initial, tree: tree.value }))

  /** The name of the running series of edits, if any. */
  let goingOn: string | undefined

  /** Selects the position after a path; a path that the tree does not have changes nothing. */
  function go(to: TreePath): void {
    if (branchAt(tree.peek(), to) === undefined) return
    batch(() => {
      if (!tip.peek().startsWith(to)) tip.value = extend(tree.peek(), to)
      walk.go(plyOfPath(to))
    })
  }

  function show({ tree: next, path: to }: Edit): void {
    batch(() => {
      tree.value = next
      // Moves of the line may be gone, or new ones may follow it.
      const kept = nodesOn(next, tip.peek()) === undefined ? to : tip.peek()
      tip.value = extend(next, kept.startsWith(to) ? kept : to)
      walk.go(plyOfPath(to))
    })
  }

  /**
   * Makes an edit that can be undone; returns false for one that changes nothing or that there is
   * no room for. Consecutive edits with the same `going` are undone together.
   */
  function edit(next: Branch, to: TreePath, going?: string): boolean {
    const before = { tree: tree.peek(), path: path.peek() }
    if (JSON.stringify(next) === JSON.stringify(before.tree)) return false
    isFull.value = formatAnalysis({ ...initial, tree: next }).length > LONGEST_ANALYSIS
    if (isFull.peek()) return false
    batch(() => {
      const isNew = going === undefined || going !== goingOn
      if (isNew) past.value = [...past.peek(), before].slice(-MOST_UNDONE)
      future.value = []
      show({ tree: next, path: to })
    })
    goingOn = going
    return true
  }

  /** Takes the last edit from one list and puts the replaced state onto the other. */
  function restore(from: typeof past, onto: typeof past): boolean {
    const edited = from.peek().at(-1)
    if (edited === undefined) return false
    goingOn = undefined
    batch(() => {
      from.value = from.peek().slice(0, -1)
      onto.value = [...onto.peek(), { tree: tree.peek(), path: path.peek() }]
      isFull.value = false
      show(edited)
    })
    return true
  }

  if (place !== undefined) go(place.path)
  return {
    ...view,
    head: initial.head,
    first,
    tree,
    path,
    walk,
    analysis,
    folded,
    /** Was the last edit refused because the analysis has reached its largest size? */
    isFull,
    node: computed(() => nodesOn(tree.value, path.value)?.at(-1)),
    comment: computed(() => branchAt(tree.value, path.value)?.comment ?? ''),
    siblings: computed(() => siblingsAt(tree.value, path.value)),
    isMain: computed(() => isMain(tree.value, path.value)),
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    go,
    /** Makes a move in the selected position: a new one begins or continues a variation. */
    play: (move: Move) => {
      const to = pathAfter(path.peek(), move)
      if (!edit(addMove(tree.peek(), path.peek(), move), to)) go(to)
    },
    /** Goes to the variation `by` places further down. */
    goToSibling: (by: number) => {
      const siblings = siblingsAt(tree.peek(), path.peek())
      const at = siblings.findIndex(({ id }) => path.peek().endsWith(id))
      const next = siblings[at + by]
      if (next !== undefined) go(parentOf(path.peek()) + next.id)
    },
    /** Removes a move and all moves that follow it; the beginning stays. */
    remove: (at: TreePath = path.peek()) => edit(removeAt(tree.peek(), at), parentOf(at)),
    promote: () => edit(promote(tree.peek(), path.peek()), path.peek()),
    makeMain: () => edit(makeMain(tree.peek(), path.peek()), path.peek()),
    setComment: (text: string) =>
      edit(setComment(tree.peek(), path.peek(), text), path.peek(), `comment ${path.peek()}`),
    toggleGlyph: (code: number) => edit(toggleGlyph(tree.peek(), path.peek(), code), path.peek()),
    /** Folds or unfolds the variations beside a move. */
    toggleFolded: (at: TreePath) => {
      const next = new Set(folded.peek())
      if (!next.delete(at)) next.add(at)
      folded.value = next
    },
    undo: () => restore(past, future),
    redo: () => restore(future, past),
    dispose: walk.dispose,
  }
}

// --- internal ---

/** A tree before or after an edit, and the selected path in it. */
interface Edit {
  readonly tree: Branch
  readonly path: TreePath
}

function positionsOf(first: Position, moves: readonly Move[]): readonly Position[] {
  const positions = [first]
  for (const move of moves) positions.push(play(positions.at(-1) ?? first, move))
  return positions
}
