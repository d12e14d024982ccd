import { type Color, isSameMove, type Move, positionOf, type Square } from '@hokito/rules'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { createRecordView, positionsAlong, type RecordView } from '../game/record-view.ts'
import type { Shape } from './shapes.ts'
import {
  type Branch,
  branchAt,
  movesOn,
  nodesOn,
  ROOT,
  type TreeNode,
  type TreePath,
} from './tree.ts'
import type { Analysis, AnalysisHead } from './tree-record.ts'

/** How an exercise stands. A wrong move is on the board for a moment, and is then taken back. */
export type ExerciseState =
  | { readonly kind: 'asked' | 'done' }
  | { readonly kind: 'right' | 'wrong'; readonly move: Move }

/** A chapter whose reader finds the moves of the side that moves first. */
export interface ChapterExercise extends RecordView {
  readonly head: AnalysisHead
  /** The side whose moves are to be found. */
  readonly solver: Color
  readonly state: ReadonlySignal<ExerciseState>
  readonly movable: ReadonlySignal<Color | 'none'>
  readonly hint: ReadonlySignal<undefined>
  /** Where the move to be found begins, once the reader has asked for a hint. */
  readonly hinted: ReadonlySignal<Square | undefined>
  /** The moves found so far, with the answers. */
  readonly path: ReadonlySignal<TreePath>
  /**
   * What the chapter says about the move found last and its answer; at first, about the beginning.
   * After a wrong move, what it says about that one, if anything.
   */
  readonly note: ReadonlySignal<string>
  readonly shapes: ReadonlySignal<readonly Shape[]>
  /** Makes a move; resolves once a right one is answered and a wrong one taken back. */
  readonly play: (move: Move) => Promise<void>
  /** Says where the next move to be found begins. */
  readonly giveHint: () => void
  /** Begins once more. */
  readonly again: () => void
  readonly dispose: () => void
}

/**
 * An exercise of a chapter. Right is the main move, and every other move that the chapter calls
 * good or brilliant. `pause` lets the reader see a move before the next one.
 */
export function createChapterExercise(
  { head, tree }: Analysis,
  pause: () => Promise<void>,
): ChapterExercise {
  const first = positionOf(head)
  const solver = first.turn
  const state = signal<ExerciseState>(ASKED)
  const path = signal<TreePath>(ROOT)
  const tried = signal<Move | undefined>(undefined)
  const helped = signal<TreePath | undefined>(undefined)
  const { isBusy, rest, cut } = createRests(pause)
  const moves = computed(() => [
    ...movesOn(path.value),
    ...(tried.value === undefined ? [] : [tried.value]),
  ])
  const positions = computed(() => positionsAlong(first, moves.value))

  async function tryMove(move: Move): Promise<void> {
    const branch = branchAt(tree, path.peek())
    if (isBusy.peek() || state.peek().kind === 'done' || branch === undefined) return
    const node = rightMove(branch, move)
    batch(() => {
      state.value = { kind: node === undefined ? 'wrong' : 'right', move }
      if (node === undefined) tried.value = move
      else path.value += node.id
    })
    if (node === undefined) {
      if (await rest()) tried.value = undefined
      return
    }
    const [answer] = node.children
    if (answer !== undefined) {
      if (!(await rest())) return
      path.value += answer.id
    }
    if (answer === undefined || answer.children.length === 0) state.value = { kind: 'done' }
  }

  return {
    ...createRecordView({ positions, moves }),
    ...{ head, solver, state, path, play: tryMove },
    movable: computed(() => (isBusy.value || state.value.kind === 'done' ? 'none' : solver)),
    hint: signal(undefined),
    hinted: computed(() => {
      const isHelped = helped.value === path.value && tried.value === undefined
      return isHelped ? branchAt(tree, path.value)?.children[0]?.move.from : undefined
    }),
    note: computed(() => whyWrong(tree, path.value, state.value) ?? noteAt(tree, path.value)),
    shapes: computed(() => (tried.value ? [] : (branchAt(tree, path.value)?.shapes ?? []))),
    giveHint: () => {
      if (isBusy.peek() || state.peek().kind === 'done') return
      batch(() => {
        state.value = ASKED
        helped.value = path.peek()
      })
    },
    again: () => {
      batch(() => {
        cut()
        state.value = ASKED
        helped.value = undefined
        path.value = ROOT
        tried.value = undefined
      })
    },
    dispose: cut,
  }
}

// --- internal ---

/** Pauses between moves. After `cut` a pause under way says that the exercise has not gone on. */
function createRests(pause: () => Promise<void>) {
  const isBusy = signal(false)
  let round = 0
  return {
    isBusy,
    rest: async (): Promise<boolean> => {
      const begun = round
      isBusy.value = true
      await pause()
      if (begun !== round) return false
      isBusy.value = false
      return true
    },
    cut: () => {
      round++
      isBusy.value = false
    },
  }
}

const ASKED: ExerciseState = { kind: 'asked' }
/** The glyphs of good and brilliant moves. */
const GOOD = [1, 3]

function rightMove({ children }: Branch, move: Move): TreeNode | undefined {
  return children.find(
    (node, at) =>
      isSameMove(node.move, move) && (at === 0 || node.glyphs.some((code) => GOOD.includes(code))),
  )
}

/** What the author says about a wrong move that has a variation; undefined if nothing. */
function whyWrong(tree: Branch, path: TreePath, state: ExerciseState): string | undefined {
  if (state.kind !== 'wrong') return undefined
  const variations = branchAt(tree, path)?.children
  return variations?.find(({ move }) => isSameMove(move, state.move))?.comment || undefined
}

function noteAt(tree: Branch, path: TreePath): string {
  const told = path === ROOT ? [tree] : (nodesOn(tree, path)?.slice(-2) ?? [])
  return told
    .map(({ comment }) => comment)
    .filter(Boolean)
    .join('\n')
}
