import { type Move, signOf } from '@hokito/rules'
import { readNote, type Shape, toggled, withShapes } from './shapes.ts'

/** A move of an analysis with its notes, and the moves tried after it. */
export interface TreeNode extends Branch {
  /** Two characters, the same wherever the same move is made: `from` and `to` in base 36. */
  readonly id: string
  readonly move: Move
  /** PGN's numeric glyphs, in the order in which they were given. */
  readonly glyphs: readonly number[]
}

/** A place where moves can follow: the beginning of an analysis, or one of its moves. */
export interface Branch {
  /** Empty if there is none. It cannot contain `}`. */
  readonly comment: string
  /** The arrows and highlighted squares, in the order in which they were drawn. */
  readonly shapes: readonly Shape[]
  /** Each move once; the first is the main one, the others begin variations. */
  readonly children: readonly TreeNode[]
}

/**
 * The ids of the nodes from the beginning to a node, joined: a path begins with the paths of all
 * nodes before it.
 */
export type TreePath = string

/** The beginning of an analysis. */
export const ROOT: TreePath = ''

/** An analysis without moves. */
export const EMPTY_TREE: Branch = { comment: '', shapes: [], children: [] }

/** How long a comment may be, in UTF-16 units. */
export const LONGEST_COMMENT = 2000

/** The id of a move, unique among the moves possible in a position. */
export function idOf({ from, to }: Move): string {
  return from.toString(36) + to.toString(36)
}

/** The path that a move adds to another path. */
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

/** How many moves of a path are on the main line before it leaves that line. */
export function mainPlyOf(tree: Branch, path: TreePath): number {
  const nodes = nodesOn(tree, path) ?? []
  const off = nodes.findIndex((node, at) => (nodes[at - 1] ?? tree).children[0] !== node)
  return off < 0 ? nodes.length : off
}

/** The moves of a path. */
export function movesOn(path: TreePath): readonly Move[] {
  return Array.from({ length: plyOfPath(path) }, (_, ply) => ({
    from: Number.parseInt(path.charAt(ID_LENGTH * ply), 36),
    to: Number.parseInt(path.charAt(ID_LENGTH * ply + 1), 36),
  }))
}

/** The path of a node's parent; the beginning is its own parent. */
export function parentOf(path: TreePath): TreePath {
  return path.slice(0, -ID_LENGTH)
}

/** The nodes from the first move to the end of a path; undefined if the tree does not have it. */
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

/** A tree with only these nodes, each after the one before. */
export function onlyLine({ comment, shapes }: Branch, nodes: readonly TreeNode[]): Branch {
  const children = nodes.reduceRight<readonly TreeNode[]>(
    (later, node) => [{ ...node, children: later }],
    [],
  )
  return { comment, shapes, children }
}

/** The node at the end of a path, or the beginning; undefined if the tree does not have it. */
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

/** The alternatives to the last move of a path, including that move, the main one first. */
export function siblingsAt(tree: Branch, path: TreePath): readonly TreeNode[] {
  return path === ROOT ? [] : (branchAt(tree, parentOf(path))?.children ?? [])
}

/** Is this move on the main line? */
export function isMain(tree: Branch, path: TreePath): boolean {
  return mainPlyOf(tree, path) === plyOfPath(path)
}

/** Adds a move after a path, as the last variation if it is new. */
export function addMove(tree: Branch, path: TreePath, move: Move): Branch {
  return changeAt(tree, path, (branch) => {
    const id = idOf(move)
    if (branch.children.some((child) => child.id === id)) return branch
    return { ...branch, children: [...branch.children, newNode(move)] }
  })
}

/** Removes a move and all moves that follow it. */
export function removeAt(tree: Branch, path: TreePath): Branch {
  if (path === ROOT) return tree
  const id = path.slice(-ID_LENGTH)
  return changeAt(tree, parentOf(path), (branch) => ({
    ...branch,
    children: branch.children.filter((child) => child.id !== id),
  }))
}

/** Moves the variation of a move one place up; changes nothing on the main line. */
export function promote(tree: Branch, path: TreePath): Branch {
  for (let end = path; end !== ROOT; end = parentOf(end)) {
    const id = end.slice(-ID_LENGTH)
    const children = siblingsAt(tree, end)
    const place = children.findIndex((child) => child.id === id)
    if (place > 0) return changeAt(tree, parentOf(end), (branch) => raised(branch, place))
  }
  return tree
}

/** Makes a path the main line. */
export function makeMain(tree: Branch, path: TreePath): Branch {
  let made = tree
  while (!isMain(made, path)) made = promote(made, path)
  return made
}

/**
 * Sets the comment at a path, shortened to what can be kept; an empty one removes it. Shapes that
 * are written in it are drawn, as they are when a record is read.
 */
export function setComment(tree: Branch, path: TreePath, comment: string): Branch {
  const { text, shapes } = readNote(comment)
  const kept = keptComment(text)
  return changeAt(tree, path, (branch) => ({
    ...branch,
    comment: kept,
    shapes: withShapes(branch.shapes, shapes),
  }))
}

/** Draws a shape at a path, or removes it if it is there. */
export function toggleShape(tree: Branch, path: TreePath, shape: Shape): Branch {
  return changeAt(tree, path, (branch) => ({ ...branch, shapes: toggled(branch.shapes, shape) }))
}

/** Removes all shapes at a path. */
export function clearShapes(tree: Branch, path: TreePath): Branch {
  return changeAt(tree, path, (branch) => ({ ...branch, shapes: [] }))
}

/** The part of a comment that can be kept and written. */
export function keptComment(text: string): string {
  // In the written text a closing brace would end the comment. An opening one followed by tags,
  // which have quotes, would begin another game.
  const unbraced = (text.includes('"') ? text.replaceAll('{', '(') : text).replaceAll('}', ')')
  const cut = unbraced.trim().slice(0, LONGEST_COMMENT)
  // Half of a surrogate pair cannot be written at all.
  return cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}

/** Adds a glyph to a move, or removes it; a move has at most one of the six signs. */
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

/** A move without notes. */
export function newNode(move: Move): TreeNode {
  return { id: idOf(move), move, glyphs: [], ...EMPTY_TREE }
}

// --- internal ---

const ID_LENGTH = 2

function isSign(code: number): boolean {
  return signOf(code) !== undefined
}

function raised<B extends Branch>(branch: B, place: number): B {
  const children = [...branch.children]
  children.splice(place - 1, 0, ...children.splice(place, 1))
  return { ...branch, children }
}

/** Replaces the branch at the end of a path; a path that the tree does not have changes nothing. */
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
