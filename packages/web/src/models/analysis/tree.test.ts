import {
  formatRecord,
  isSameMove,
  legalMoves,
  type Position,
  parseRecord,
  play,
  positionOf,
  type RandomBytes,
  randomDeal,
  randomIndex,
  seededBytes,
} from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import {
  addMove,
  type Branch,
  branchAt,
  cutPath,
  EMPTY_TREE,
  extend,
  isMain,
  keptComment,
  LONGEST_COMMENT,
  mainPlyOf,
  makeMain,
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
import { type Analysis, analysisOf, formatAnalysis, recordOf } from './tree-record.ts'

const A = { from: 0, to: 6 }
const B = { from: 35, to: 29 }
const C = { from: 1, to: 7 }
const D = { from: 2, to: 8 }

/** A tree of these lines, each of which starts at the beginning. */
function treeOf(...lines: readonly (readonly { from: number; to: number }[])[]): Branch {
  let tree = EMPTY_TREE
  for (const line of lines) {
    let path: TreePath = ROOT
    for (const move of line) {
      tree = addMove(tree, path, move)
      path = pathAfter(path, move)
    }
  }
  return tree
}

function countNodes({ children }: Branch): number {
  return children.reduce((count, child) => count + 1 + countNodes(child), 0)
}

const pathOf = (...moves: readonly { from: number; to: number }[]) => moves.reduce(pathAfter, ROOT)
const namesOf = (tree: Branch, path: TreePath) => siblingsAt(tree, path).map(({ id }) => id)

describe('a tree', () => {
  test('keeps a move once, and new ones as variations in their order', () => {
    const tree = treeOf([A, B], [A, B], [A, C], [D])
    expect(countNodes(tree)).toBe(4)
    expect(namesOf(tree, pathOf(A))).toEqual([pathOf(A), pathOf(D)])
    expect(namesOf(tree, pathOf(A, B))).toEqual([pathOf(B), pathOf(C)])
  })

  test('knows the way to a move, its main continuation, and whether it is on the main line', () => {
    const tree = treeOf([A, B, C], [A, D])
    expect(nodesOn(tree, pathOf(A, D))?.map(({ move }) => move)).toEqual([A, D])
    expect(nodesOn(tree, pathOf(D))).toBeUndefined()
    expect(extend(tree, pathOf(A))).toBe(pathOf(A, B, C))
    expect(isMain(tree, pathOf(A, B))).toBe(true)
    expect(isMain(tree, pathOf(A, D))).toBe(false)
    expect(mainPlyOf(tree, pathOf(A, B))).toBe(2)
    expect(mainPlyOf(tree, pathOf(A, D))).toBe(1)
    expect(plyOfPath(pathOf(A, B, C))).toBe(3)
    expect(cutPath(pathOf(A, B, C), 2)).toBe(pathOf(A, B))
    expect(parentOf(pathOf(A, B))).toBe(pathOf(A))
    expect(parentOf(ROOT)).toBe(ROOT)
  })

  test('lifts the variation that a move lies in by one place, or up to the main line', () => {
    const tree = treeOf([A], [B], [C, D])
    expect(namesOf(promote(tree, pathOf(C, D)), pathOf(C))).toEqual([A, C, B].map((m) => pathOf(m)))
    expect(namesOf(makeMain(tree, pathOf(C, D)), pathOf(C))).toEqual(
      [C, A, B].map((m) => pathOf(m)),
    )
    expect(promote(tree, pathOf(A))).toBe(tree)
    const deep = makeMain(treeOf([A, B], [C, A], [C, D]), pathOf(C, D))
    expect(extend(deep, ROOT)).toBe(pathOf(C, D))
  })

  test('loses a move with all that follows it, and nothing else', () => {
    const tree = treeOf([A, B, C], [A, D], [B])
    const without = removeAt(tree, pathOf(A, B))
    expect(without).toEqual(treeOf([A, D], [B]))
    expect(removeAt(tree, pathOf(D))).toEqual(tree)
    expect(removeAt(tree, ROOT)).toBe(tree)
  })

  test('a comment is kept without what would end it, up to its length, and can be taken away', () => {
    const tree = treeOf([A])
    const commentOf = (text: string) =>
      branchAt(setComment(tree, pathOf(A), text), pathOf(A))?.comment
    expect(commentOf(' a {b} c ')).toBe('a {b) c')
    expect(commentOf('x'.repeat(LONGEST_COMMENT + 1))).toHaveLength(LONGEST_COMMENT)
    expect(commentOf(`${'x'.repeat(LONGEST_COMMENT - 1)}😀`)).toHaveLength(LONGEST_COMMENT - 1)
    expect(setComment(setComment(tree, ROOT, 'a'), ROOT, '')).toEqual(tree)
  })

  test('a move has one of the six signs at most, and any other glyphs beside it', () => {
    const glyphsOf = (...codes: readonly number[]) => {
      const tree = codes.reduce((each, code) => toggleGlyph(each, pathOf(A), code), treeOf([A]))
      return nodesOn(tree, pathOf(A))?.[0]?.glyphs
    }
    expect(glyphsOf(1, 10)).toEqual([1, 10])
    expect(glyphsOf(1, 10, 4)).toEqual([10, 4])
    expect(glyphsOf(4, 4)).toEqual([])
  })
})

/** A random tree of legal moves with notes. */
function randomAnalysis(randomBytes: RandomBytes): Analysis {
  const below = (count: number) => randomIndex(count, randomBytes)
  const endRule = below(2) === 0 ? 'either' : 'onTurn'
  const beginning = { kind: 'deal' as const, deal: randomDeal('standard', randomBytes) }
  const compensation = below(81) / 2
  const first = positionOf({ beginning, endRule, compensation })
  const known: { path: TreePath; position: Position }[] = [{ path: ROOT, position: first }]
  let tree = EMPTY_TREE
  for (let step = below(16); step > 0; step--) {
    // The last path often, so that lines grow; sometimes another, so that they branch.
    const at = below(3) > 0 ? known.at(-1) : known[below(known.length)]
    if (at === undefined) continue
    const moves = legalMoves(at.position)
    const move = moves[below(Math.max(1, moves.length))]
    if (move !== undefined) {
      tree = addMove(tree, at.path, move)
      known.push({ path: pathAfter(at.path, move), position: play(at.position, move) })
    }
    const { path } = known[below(known.length)] ?? at
    const note = below(6)
    if (note === 0) tree = toggleGlyph(tree, path, below(256))
    if (note === 1) tree = setComment(tree, path, COMMENTS[below(COMMENTS.length)] ?? '')
    if (note === 2) tree = promote(tree, path)
    if (note === 3 && below(4) === 0) tree = makeMain(tree, path)
  }
  return {
    head: { beginning, endRule, compensation, tags: { Event: 'x' } },
    tree,
    ended: undefined,
  }
}

const GAME = 'see\n\n[Deal "7.7"]\n\n{why} *'
const COMMENTS = [
  'why not?',
  '(1. a1b1) $3',
  'two\nlines',
  '57-43',
  '{',
  keptComment(GAME),
  '“ž” 😀',
  '1.',
  '',
]

// 10,000 in all, split so that each part fits the time limit of a test.
const SEEDS = Array.from({ length: 10 }, (_, index) => 17 + index)

test.each(SEEDS)('1,000 random trees written as HGN and read back are equal, seed %i', (seed) => {
  const randomBytes = seededBytes(seed)
  for (let n = 0; n < 1000; n++) {
    const analysis = randomAnalysis(randomBytes)
    const read = parseRecord(formatAnalysis(analysis))
    if (!read.ok) throw new Error(`tree ${n}: ${JSON.stringify(read.error)}`)
    // As text, because comparing so many objects one by one takes ten times as long.
    expect(JSON.stringify(analysisOf(read.value)), `tree ${n}`).toBe(JSON.stringify(analysis))
  }
})

describe('a record', () => {
  const text = `[Deal "77.1234567"]
[Result "*"]
[Termination "unterminated"]

`
  const read = (moves: string) => {
    const record = parseRecord(text + moves)
    if (!record.ok) throw new Error(JSON.stringify(record.error))
    return record.value
  }
  const first = positionOf(read('*'))
  const [one, two] = legalMoves(first)
  if (one === undefined || two === undefined) throw new Error('a deal has moves')
  const nameOf = (move: { from: number; to: number }) =>
    [move.from, move.to].map((at) => 'abcdef'[at % 6] + String(Math.floor(at / 6) + 1)).join('')

  test('has its comments at one place put together, also those before a variation', () => {
    const { tree } = analysisOf(
      read(`{a} {b} 1. ${nameOf(one)} {c} ({d} 1. ${nameOf(two)} {e}) {f} *`),
    )
    expect(tree.comment).toBe('a\nb')
    expect(tree.children.map(({ comment }) => comment)).toEqual(['c\nf', 'd\ne'])
  })

  test('has the same move once, with all that was noted on it', () => {
    const { tree } = analysisOf(read(`1. ${nameOf(one)} $1 (1. ${nameOf(one)} $1 $14 {again}) *`))
    expect(tree.children).toHaveLength(1)
    expect(tree.children[0]).toMatchObject({ glyphs: [1, 14], comment: 'again' })
  })

  test('ends as its game did as long as its main line is that game', () => {
    const resigned = {
      ...read(`1. ${nameOf(one)} *`),
      ending: { kind: 'resigned' as const, winner: 'white' as const },
    }
    const analysis = analysisOf(resigned)
    expect(recordOf(analysis).ending).toEqual(resigned.ending)
    expect(parseRecord(formatRecord(recordOf(analysis))).ok).toBe(true)
    const other = makeMain(addMove(analysis.tree, ROOT, two), pathAfter(ROOT, two))
    expect(recordOf({ ...analysis, tree: other }).ending).toBeUndefined()
    expect(recordOf({ ...analysis, tree: other }).moves.some((m) => isSameMove(m, two))).toBe(true)
  })

  test('that is played to its end says so', () => {
    let [position, path, tree] = [first, ROOT, EMPTY_TREE]
    for (;;) {
      const [move] = legalMoves(position)
      if (move === undefined) break
      tree = addMove(tree, path, move)
      path = pathAfter(path, move)
      position = play(position, move)
    }
    const { head } = analysisOf(read('*'))
    expect(recordOf({ head, tree, ended: undefined }).ending?.kind).toBe('stuck')
  })
})
