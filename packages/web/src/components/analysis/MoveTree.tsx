import { numberBefore } from '@hokito/rules'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import {
  type Branch,
  plyOfPath,
  ROOT,
  type TreeNode,
  type TreePath,
} from '../../models/analysis/tree.ts'
import { FADE, useCurrentShown } from '../../ui/use-seen.ts'
import { moveText, spokenMove } from '../../words/analysis.ts'

/** What a review says about a move: its sign, empty if there is none, and the expected result. */
export interface MoveMark {
  readonly sign: string
  /** The name of the sign; empty if there is none. */
  readonly name: string
  readonly value: string
  readonly spoken: string
}

interface MoveTreeProps {
  readonly model: AnalysisModel
  /** Shown beside moves without a sign of the player's own. */
  readonly marks?: ReadonlyMap<TreePath, MoveMark>
}

/** All moves of an analysis with their variations; pressing a move shows the position after it. */
export function MoveTree({ model, marks = NO_MARKS }: MoveTreeProps) {
  const t = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const path = model.path.value
  useCurrentShown(box, path)
  useCommentShown(box, path)
  const { comment, children } = model.tree.value
  return (
    <section class="moves tree" aria-label={t('analysis.tree')}>
      <div class="tree-box" ref={box}>
        <button
          type="button"
          class="moves-move"
          aria-current={path === ROOT ? 'step' : undefined}
          onClick={() => model.go(ROOT)}
        >
          {t('game.start')}
        </button>
        {comment !== '' && <span class="tree-comment">{comment}</span>}
        {children.length === 0 && <p class="note">{t('game.noMoves')}</p>}
        <Line {...{ model, marks }} branch={model.tree.value} path={ROOT} first={undefined} />
      </div>
    </section>
  )
}

// --- internal ---

/** Scrolls on to the comment on the current move, as far as the move itself stays in view. */
function useCommentShown(list: RefObject<HTMLElement | null>, path: TreePath): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current move is the occasion.
  useEffect(() => {
    const box = list.current
    if (box === null) return
    const observer = new ResizeObserver(() => {
      const shown = box.querySelector('.tree-move [aria-current]')
      const comment = shown?.closest('li')?.querySelector(':scope > .tree-comment')
      if (shown == null || comment == null) return
      const frame = box.getBoundingClientRect()
      const room = shown.getBoundingClientRect().top - frame.top - FADE
      const hidden = comment.getBoundingClientRect().bottom - frame.bottom + FADE
      box.scrollTop += Math.max(0, Math.min(room, hidden))
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [list, path])
}

const NO_MARKS: ReadonlyMap<TreePath, MoveMark> = new Map()

interface LineProps extends Required<MoveTreeProps> {
  /** The branch that the line continues, and its path. */
  readonly branch: Branch
  readonly path: TreePath
  /** The first move of the line; undefined for the main move. */
  readonly first: TreeNode | undefined
}

/**
 * A line from its first move on: the main moves in a row, and below each of them its variations.
 */
function Line({ model, marks, branch, path, first }: LineProps) {
  const items: ComponentChildren[] = []
  let at: Branch = branch
  let before = path
  let isNumbered = true
  for (let node = first ?? at.children[0]; node !== undefined; node = at.children[0]) {
    const here = before + node.id
    // The variations beside the first move of a variation are shown there already.
    const others = node === first ? [] : at.children.slice(1)
    items.push(
      <MoveItem key={here} {...{ model, marks, node, isNumbered }} path={here}>
        {others.length > 0 && (
          <Variations {...{ model, marks, others }} branch={at} path={before} beside={here} />
        )}
      </MoveItem>,
    )
    isNumbered = others.length > 0 || node.comment !== ''
    at = node
    before = here
  }
  return <ol class="tree-line">{items}</ol>
}

interface MoveItemProps extends Required<MoveTreeProps> {
  readonly node: TreeNode
  readonly path: TreePath
  /**
   * Whether its number is shown even for the second side to move, because something stands between
   * it and the move before.
   */
  readonly isNumbered: boolean
  readonly children: ComponentChildren
}

function MoveItem({ model, marks, node, path, isNumbered, children }: MoveItemProps) {
  const t = useTranslate()
  const ply = plyOfPath(path) - 1
  const number = numberBefore(ply, model.first.turn, isNumbered)
  const isSecond = numberBefore(ply, model.first.turn, false) === undefined
  const mark = marks.get(path)
  const sign = node.glyphs.length === 0 ? mark?.sign : ''
  return (
    <li class="tree-move">
      <span class={isSecond ? 'tree-numbered tree-second' : 'tree-numbered'}>
        {number !== undefined && <span class="moves-number">{`${number} `}</span>}
        <button
          type="button"
          class="moves-move"
          aria-label={[spokenMove(t, { ...node, comment: '' }), sign && mark?.name, mark?.spoken]
            .filter(Boolean)
            .join(', ')}
          aria-current={path === model.path.value ? 'step' : undefined}
          onClick={() => model.go(path)}
        >
          {moveText(node)}
          {sign}
        </button>
        {mark !== undefined && (
          <small class="tree-value" aria-hidden="true">
            {mark.value}
          </small>
        )}
      </span>
      {node.comment !== '' && <span class="tree-comment">{node.comment}</span>}
      {children}
    </li>
  )
}

interface VariationsProps extends Required<MoveTreeProps> {
  readonly branch: Branch
  readonly path: TreePath
  /** The move that they are variations of. */
  readonly beside: TreePath
  readonly others: readonly TreeNode[]
}

/** The variations beside a move; they can be folded away. */
function Variations({ model, marks, branch, path, beside, others }: VariationsProps) {
  const t = useTranslate()
  const isFolded = model.folded.value.has(beside)
  return (
    <div class="tree-variations">
      <button
        type="button"
        class="tree-fold"
        aria-expanded={!isFolded}
        aria-label={t('analysis.variations', { count: others.length })}
        title={t('analysis.variations', { count: others.length })}
        onClick={() => model.toggleFolded(beside)}
      >
        {isFolded && others.length}
      </button>
      {!isFolded && (
        <ul>
          {others.map((node) => (
            <li key={node.id}>
              <Line {...{ model, marks, branch, path }} first={node} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
