import {
  type Beginning,
  type Comment,
  type Ending,
  type EndRule,
  endingOnBoard,
  formatRecord,
  type GameRecord,
  type GameStart,
  type Glyph,
  isSameMove,
  type Line,
  lineOf,
  newRecord,
  type Position,
  play,
  positionOf,
  type Variation,
} from '@hokito/rules'
import { readNote, writeNote } from './shapes.ts'
import { type Branch, idOf, keptComment, newNode, type TreeNode } from './tree.ts'

/** The start of an analysis: a record without its moves. */
export type AnalysisHead = GameStart & Pick<GameRecord, 'tags'>

/** An analysis as it is stored and exchanged: its start and its tree. */
export interface Analysis {
  readonly head: AnalysisHead
  readonly tree: Branch
  /** How the game on the main line was ended; only an ending that the board does not show. */
  readonly ended: EndedGame | undefined
}

/** A game that ended otherwise than on the board, after these moves. */
export interface EndedGame {
  readonly moves: Line['moves']
  readonly ending: Ending
}

/**
 * Makes an analysis from a checked record. Several comments at one place become one, and comments
 * before the first move of a variation move to after it.
 */
export function analysisOf(record: GameRecord): Analysis {
  const { beginning, endRule, compensation, tags, ending, moves } = record
  const root: Growing = { comments: [], children: [] }
  grow(root, record, { ply: 0, isVariation: false })
  return {
    head: { beginning, endRule, compensation, tags },
    tree: settle(root),
    ended: ending === undefined || ending.kind === 'stuck' ? undefined : { moves, ending },
  }
}

/** The record of an analysis: its main line with all variations. */
export function recordOf({ head, tree, ended }: Analysis): GameRecord {
  const line = lineFrom(tree, 0)
  const note = noteOf(tree)
  const comments = note === '' ? [] : [{ ply: 0, text: note }]
  const main = { ...line, comments: [...comments, ...line.comments] }
  const isUntouched =
    ended?.moves.length === main.moves.length &&
    ended.moves.every((move, ply) => isSameMove(move, main.moves[ply] ?? move))
  return { ...head, ...main, ending: isUntouched ? ended.ending : endingAfter(head, main) }
}

/** An analysis without moves, from this beginning. */
export function newAnalysis(beginning: Beginning, endRule: EndRule, compensation = 0): Analysis {
  return analysisOf(newRecord(beginning, endRule, compensation))
}

/** An analysis without moves, from this position. */
export function analysisAt(position: Position): Analysis {
  const { endRule, compensation } = position
  return newAnalysis({ kind: 'position', position }, endRule, compensation)
}

/** The analysis as HGN. */
export function formatAnalysis(analysis: Analysis): string {
  return formatRecord(recordOf(analysis))
}

// --- internal ---

/** A branch under construction. */
interface Growing {
  readonly comments: string[]
  readonly children: GrowingNode[]
}

interface GrowingNode extends Growing {
  readonly move: TreeNode['move']
  readonly glyphs: number[]
}

/** Adds a line that begins after `firstPly` moves to the branch that it follows. */
function grow(
  first: Growing,
  line: Line,
  { ply: firstPly, isVariation }: { readonly ply: number; readonly isVariation: boolean },
): void {
  const branches = [first]
  for (const move of line.moves) branches.push(childOf(branches.at(-1) ?? first, move))
  const at = (ply: number) => branches[ply - firstPly]
  for (const { ply, text } of line.comments) {
    // A comment before a variation would seem to be about the move that the variation replaces.
    const place = isVariation && ply === firstPly ? branches[1] : at(ply)
    if (text.trim() !== '') place?.comments.push(text.trim())
  }
  for (const { ply, code } of line.glyphs) {
    const branch = at(ply)
    if (branch !== undefined && isNode(branch) && !branch.glyphs.includes(code)) {
      branch.glyphs.push(code)
    }
  }
  for (const variation of line.variations) {
    const branch = at(variation.ply)
    if (branch !== undefined) grow(branch, variation, { ply: variation.ply, isVariation: true })
  }
}

function isNode(branch: Growing): branch is GrowingNode {
  return 'glyphs' in branch
}

/** The node of a move after a branch, created if it is missing. */
function childOf(branch: Growing, move: TreeNode['move']): GrowingNode {
  const known = branch.children.find((child) => idOf(child.move) === idOf(move))
  if (known !== undefined) return known
  const node: GrowingNode = { move, glyphs: [], comments: [], children: [] }
  branch.children.push(node)
  return node
}

function settle({ comments, children }: Growing): Branch {
  const { text, shapes } = readNote(comments.join('\n'))
  return {
    comment: keptComment(text),
    shapes,
    children: children.map((child) => ({
      ...newNode(child.move),
      glyphs: child.glyphs,
      ...settle(child),
    })),
  }
}

/**
 * The main moves after a branch, which stands after `firstPly` moves, with all their variations.
 */
function lineFrom(branch: Branch, firstPly: number): Line {
  const nodes: TreeNode[] = []
  const variations: Variation[] = []
  let ply = firstPly
  for (let at = branch; at.children[0] !== undefined; at = at.children[0]) {
    for (const other of at.children.slice(1)) variations.push(variationOf(other, ply))
    nodes.push(at.children[0])
    ply++
  }
  return { ...lineOf(nodes.map(({ move }) => move)), ...notesOn(nodes, firstPly), variations }
}

function variationOf(first: TreeNode, ply: number): Variation {
  const rest = lineFrom(first, ply + 1)
  const notes = notesOn([first], ply)
  return {
    ply,
    moves: [first.move, ...rest.moves],
    comments: [...notes.comments, ...rest.comments],
    glyphs: [...notes.glyphs, ...rest.glyphs],
    variations: rest.variations,
  }
}

function notesOn(
  nodes: readonly TreeNode[],
  firstPly: number,
): { readonly comments: readonly Comment[]; readonly glyphs: readonly Glyph[] } {
  const plyAfter = (index: number) => firstPly + index + 1
  return {
    comments: nodes.flatMap((node, index) => {
      const text = noteOf(node)
      return text === '' ? [] : [{ ply: plyAfter(index), text }]
    }),
    glyphs: nodes.flatMap(({ glyphs }, index) =>
      glyphs.map((code) => ({ ply: plyAfter(index), code })),
    ),
  }
}

/** The comment of a branch as a record has it, with what is drawn on the board. */
function noteOf({ comment, shapes }: Branch): string {
  return writeNote({ text: comment, shapes })
}

function endingAfter(head: AnalysisHead, { moves }: Line): Ending | undefined {
  return endingOnBoard(moves.reduce(play, positionOf(head)))
}
