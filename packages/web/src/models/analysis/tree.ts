import type { Move } from '@hokito/rules'

/** A move of an analysis with what is noted on it, and the moves that were tried after it. */
export interface TreeNode extends Branch {
  /** Two characters, the same wherever the same move is made: `from` and `to` in base 36. */
  readonly id: string
  readonly move: Move
  /** Judgements in the order in which they were given: PGN's numeric glyphs. */
  readonly glyphs: readonly number[]
}

/** Where moves can follow: the beginning of an analysis, or one of its moves. */
export interface Branch {
  /** Empty where there is none. It cannot contain `}`. */
  readonly comment: string
  /** Each move once; the first is the main one, the others begin variations. */
  readonly children: readonly TreeNode[]
}

/** The ids from the beginning to a node one after another: a path begins with the paths of all that lies before it. */
export type TreePath = string

/** The beginning of an analysis. */
export const ROOT: TreePath = ''

/** An analysis without moves. */
export const EMPTY_TREE: Branch = { comment: '', children: [] }

/** How long a comment may be, in UTF-16 units. */
export const LONGEST_COMMENT = 2000

/** The id of a move among those that can follow a position. */
export function idOf({ from, to }: Move): string {
  return from.toString(36) + to.toString(36)
}

/** The path of a move after another one. */
export function pathAfter(path: TreePath, move: Move): TreePath {
  return path + idOf(move)
}

/** How many moves lead to a node. */
export function plyOfPath(path: TreePath): number {
  return path.length / ID_LENGTH
}

/** The beginning of a path: its first `ply` moves. */
export function cutPath(path: TreePath, ply: number): TreePath {
  return path.slice(0, ID_LENGTH * ply)
}

/** The moves that a path consists of. */
export function movesOn(path: TreePath): readonly Move[] {
  return Array.from({ length: plyOfPath(path) }, (_, ply) => ({
    from: Number.parseInt(path.charAt(ID_LENGTH * ply), 36),
    to: Number.parseInt(path.charAt(ID_LENGTH * ply + 1), 36),
  }))
}

/** The path of what a node follows; that of the beginning is its own. */
export function parentOf(path: TreePath): TreePath {
  return path.slice(0, -ID_LENGTH)
}

/** The nodes from the first move to the end of a path; undefined where the tree does not have it. */
export function nodesOn(tree: Branch, path: TreePath): readonly TreeNode[] | undefined {
  const nodes: TreeNode[] = []
  let branch = tree
  for (let at = 0; at < path.length; at += ID_LENGTH) {
    const id = path.slice(at, at + ID_LENGTH)
    const node = branch.children.find((child) => child.id === id)
    if (node === undefined) return undefined
    nodes.push(node)
    branch = node
  }
  return nodes
}

/** The node at the end of a path, or the beginning; undefined where the tree does not have it. */
export function branchAt(tree: Branch, path: TreePath): Branch | undefined {
  return path === ROOT ? tree : nodesOn(tree, path)?.at(-1)
}

/** A path and the main moves after it, to the end of its line. */
export function extend(tree: Branch, path: TreePath): TreePath {
  let [extended, branch] = [path, branchAt(tree, path)]
  for (;;) {
    const main: TreeNode | undefined = branch?.children[0]
    if (main === undefined) return extended
    extended += main.id
    branch = main
  }
}

/** The moves that could be chosen instead of the last one of a path, that one among them, main one first. */
export function siblingsAt(tree: Branch, path: TreePath): readonly TreeNode[] {
  return path === ROOT ? [] : (branchAt(tree, parentOf(path))?.children ?? [])
}

/** Is this move on the main line? */
export function isMain(tree: Branch, path: TreePath): boolean {
  return extend(tree, ROOT).startsWith(path)
}

/** The tree with a move after a path, as the last variation where it is new. */
export function addMove(tree: Branch, path: TreePath, move: Move): Branch {
  return changeAt(tree, path, (branch) => {
    const id = idOf(move)
    if (branch.children.some((child) => child.id === id)) return branch
    return { ...branch, children: [...branch.children, newNode(move)] }
  })
}

/** The tree without a move and all that follows it. */
export function removeAt(tree: Branch, path: TreePath): Branch {
  if (path === ROOT) return tree
  const id = path.slice(-ID_LENGTH)
  return changeAt(tree, parentOf(path), (branch) => ({
    ...branch,
    children: branch.children.filter((child) => child.id !== id),
  }))
}

/** The tree with the variation that a move lies in one place further up; the same where it is the main line. */
export function promote(tree: Branch, path: TreePath): Branch {
  for (let end = path; end !== ROOT; end = parentOf(end)) {
    const id = end.slice(-ID_LENGTH)
    const children = siblingsAt(tree, end)
    const place = children.findIndex((child) => child.id === id)
    if (place > 0) return changeAt(tree, parentOf(end), (branch) => raised(branch, place))
  }
  return tree
}

/** The tree with a path as its main line. */
export function makeMain(tree: Branch, path: TreePath): Branch {
  let made = tree
  while (!isMain(made, path)) made = promote(made, path)
  return made
}

/** The tree with a comment at a path, as much of it as can be kept; an empty one takes it away. */
export function setComment(tree: Branch, path: TreePath, comment: string): Branch {
  const kept = keptComment(comment)
  return changeAt(tree, path, (branch) => ({ ...branch, comment: kept }))
}

/** As much of a comment as can be kept and written down. */
export function keptComment(text: string): string {
  // A brace would end the comment where it is written down, and after tags, which have quotes, begin another game's.
  const unbraced = (text.includes('"') ? text.replaceAll('{', '(') : text).replaceAll('}', ')')
  const cut = unbraced.trim().slice(0, LONGEST_COMMENT)
  // Half a character cannot be written at all.
  return cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}

/** The tree with a move judged so, or no longer where it was; of the six signs a move has one at most. */
export function toggleGlyph(tree: Branch, path: TreePath, code: number): Branch {
  if (path === ROOT) return tree
  return changeNodeAt(tree, path, (node) => {
    if (node.glyphs.includes(code)) {
      return { ...node, glyphs: node.glyphs.filter((each) => each !== code) }
    }
    const others = isSign(code) ? node.glyphs.filter((each) => !isSign(each)) : node.glyphs
    return { ...node, glyphs: [...others, code] }
  })
}

/** A move on which nothing is noted. */
export function newNode(move: Move): TreeNode {
  return { id: idOf(move), move, glyphs: [], ...EMPTY_TREE }
}

// --- internal ---

const ID_LENGTH = 2
/** `!` is 1, `?!` is 6. */
const MOST_SIGNED = 6

function isSign(code: number): boolean {
  return code >= 1 && code <= MOST_SIGNED
}

function raised<B extends Branch>(branch: B, place: number): B {
  const children = [...branch.children]
  children.splice(place - 1, 0, ...children.splice(place, 1))
  return { ...branch, children }
}

/** The tree with another branch at the end of a path; a path that it does not have changes nothing. */
function changeAt<B extends Branch>(
  branch: B,
  path: TreePath,
  change: <C extends Branch>(branch: C) => C,
): B {
  if (path === ROOT) return change(branch)
  const id = path.slice(0, ID_LENGTH)
  const rest = path.slice(ID_LENGTH)
  return {
    ...branch,
    children: branch.children.map((child) =>
      child.id === id ? changeAt(child, rest, change) : child,
    ),
  }
}

function changeNodeAt(tree: Branch, path: TreePath, change: (node: TreeNode) => TreeNode): Branch {
  const id = path.slice(-ID_LENGTH)
  return changeAt(tree, parentOf(path), (branch) => ({
    ...branch,
    children: branch.children.map((child) => (child.id === id ? change(child) : child)),
  }))
}
