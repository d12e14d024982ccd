import { mergeShapes } from './shapes.ts'
import { type Branch, EMPTY_TREE, keptComment, type TreeNode } from './tree.ts'

/**
 * The tree with what two editors have changed since `base`: `theirs` is stored already, `mine` is
 * not yet. Nothing of theirs is lost. Moves that one of them has removed stay if the other has
 * changed something in them, a comment that both have changed has both texts, what either has drawn
 * stays, and of two orders of variations or two judgements theirs is taken.
 */
export function mergeTrees(base: Branch, mine: Branch, theirs: Branch): Branch {
  return {
    comment: mergeComments(base.comment, mine.comment, theirs.comment),
    shapes: mergeShapes(base.shapes, mine.shapes, theirs.shapes),
    children: mergeChildren(base.children, mine.children, theirs.children),
  }
}

/** One value of a chapter that two editors have changed since `base`. */
export function mergeValues<T>(base: T, mine: T, theirs: T): T {
  return isSame(theirs, base) ? mine : theirs
}

// --- internal ---

type Nodes = readonly TreeNode[]

function mergeComments(base: string, mine: string, theirs: string): string {
  if (mine === base || theirs.includes(mine)) return theirs
  if (theirs === base || mine.includes(theirs)) return mine
  return keptComment(`${theirs}\n${mine}`)
}

function mergeChildren(base: Nodes, mine: Nodes, theirs: Nodes): Nodes {
  const [first, second] = isReordered(base, theirs) ? [theirs, mine] : orderOf(base, mine, theirs)
  const ids = new Set([...first, ...second].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [before, own, other] = [base, mine, theirs].map((nodes) => nodeIn(nodes, id))
    if (own !== undefined && other !== undefined) return mergeNodes(before, own, other)
    const left = own ?? other
    // One of the two has added it, or the other has removed it.
    return left !== undefined && (before === undefined || !isSame(left, before)) ? left : []
  })
}

/** Whose order of the moves is kept: theirs, unless only mine is another one than before. */
function orderOf(base: Nodes, mine: Nodes, theirs: Nodes): readonly [Nodes, Nodes] {
  return isReordered(base, mine) ? [mine, theirs] : [theirs, mine]
}

/** Do moves that were there before stand in another order? */
function isReordered(base: Nodes, nodes: Nodes): boolean {
  const before = base.filter(({ id }) => nodeIn(nodes, id) !== undefined)
  const after = nodes.filter(({ id }) => nodeIn(base, id) !== undefined)
  return before.some(({ id }, at) => after[at]?.id !== id)
}

function mergeNodes(base: TreeNode | undefined, mine: TreeNode, theirs: TreeNode): TreeNode {
  const before = base ?? { ...EMPTY_TREE, glyphs: [] }
  return {
    ...theirs,
    ...mergeTrees(before, mine, theirs),
    glyphs: mergeValues(before.glyphs, mine.glyphs, theirs.glyphs),
  }
}

function nodeIn(nodes: Nodes, id: string): TreeNode | undefined {
  return nodes.find((node) => node.id === id)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
