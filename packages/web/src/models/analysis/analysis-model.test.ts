import { legalMoves, parsePosition, play } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { createAnalysisModel, LONGEST_ANALYSIS, MOST_UNDONE } from './analysis-model.ts'
import { LONGEST_COMMENT, ROOT } from './tree.ts'
import { newAnalysis } from './tree-record.ts'

const parsed = parsePosition('aaaaaa/aaaaaa/aaaaaa/AAAAAA/AAAAAA/AAAAAA b', 'either')
if (!parsed.ok) throw new Error('the test has a position')
const first = parsed.value
const blank = newAnalysis({ kind: 'position', position: first }, 'either')
const [one, two] = legalMoves(first)
if (one === undefined || two === undefined) throw new Error('it has two moves')
const [reply] = legalMoves(play(first, one))
if (reply === undefined) throw new Error('and an answer')

describe('an analysis', () => {
  test('is walked back without losing the line that one came from', () => {
    const model = createAnalysisModel(blank)
    model.play(one)
    model.play(reply)
    model.walk.go(0)
    model.play(two)
    expect(model.path.value).toHaveLength(2)
    model.walk.go(0)
    model.walk.go(1)
    expect(model.lastMade.value?.move).toEqual(two)
    expect(model.positions.value[1]).toEqual(play(first, two))
    model.go(ROOT)
    model.play(one)
    expect(model.walk.last.value).toBe(2)
    expect(model.canRedo.value).toBe(false)
  })

  test('takes every kind of edit back and makes it again, one after another', () => {
    const model = createAnalysisModel(blank)
    const states: string[] = []
    const keep = () => states.push(JSON.stringify([model.tree.value, model.path.value]))
    const edits = [
      () => model.play(one),
      () => model.play(reply),
      () => {
        model.go(ROOT)
        model.play(two)
      },
      () => model.toggleGlyph(1),
      () => model.setComment('better'),
      () => model.promote(),
      () => model.makeMain(),
      () => model.remove(),
    ]
    for (const edit of edits) {
      edit()
      if (states.at(-1) !== JSON.stringify([model.tree.value, model.path.value])) keep()
    }
    const trees = states.map((state) => JSON.stringify(JSON.parse(state)[0]))
    for (const tree of trees.slice(0, -1).reverse()) {
      expect(model.undo()).toBe(true)
      expect(JSON.stringify(model.tree.value)).toBe(tree)
    }
    expect(model.undo()).toBe(true)
    expect(model.tree.value).toEqual(blank.tree)
    expect(model.undo()).toBe(false)
    while (model.redo());
    expect(JSON.stringify(model.tree.value)).toBe(trees.at(-1))
  })

  test('what is typed in one go is undone in one go', () => {
    const model = createAnalysisModel(blank)
    for (const text of ['a', 'ab', 'abc']) model.setComment(text)
    model.undo()
    expect(model.comment.value).toBe('')
    model.redo()
    expect(model.comment.value).toBe('abc')
  })

  test('going to another move is no edit', () => {
    const model = createAnalysisModel(blank)
    model.play(one)
    model.walk.go(0)
    model.play(one)
    model.undo()
    expect(model.tree.value).toEqual(blank.tree)
    expect(model.canUndo.value).toBe(false)
  })

  test('refuses what would make it too large to be read again, and says so', () => {
    const model = createAnalysisModel(blank)
    const moves = legalMoves(first)
    for (const move of moves) {
      model.go(ROOT)
      model.play(move)
      model.setComment('x'.repeat(LONGEST_COMMENT))
    }
    const fits = Math.floor(LONGEST_ANALYSIS / LONGEST_COMMENT)
    expect(model.isFull.value).toBe(moves.length > fits)
    while (model.undo());
    expect(model.isFull.value).toBe(false)
  })

  test('can be undone so many times and no more', () => {
    const model = createAnalysisModel(blank)
    model.play(one)
    for (let n = 0; n < MOST_UNDONE + 10; n++) model.toggleGlyph(1)
    let undone = 0
    while (model.undo()) undone++
    expect(undone).toBe(MOST_UNDONE)
  })

  test('goes to the variations beside a move, and stays at the last', () => {
    const model = createAnalysisModel(blank)
    model.play(one)
    model.go(ROOT)
    model.play(two)
    model.goToSibling(-1)
    expect(model.lastMade.value?.move).toEqual(one)
    model.goToSibling(-1)
    expect(model.lastMade.value?.move).toEqual(one)
    model.goToSibling(1)
    expect(model.lastMade.value?.move).toEqual(two)
  })

  test('comes back to its place', () => {
    const model = createAnalysisModel(blank)
    model.play(one)
    model.play(reply)
    model.walk.go(1)
    const again = createAnalysisModel(model.analysis.value, { path: model.path.value, folded: [] })
    expect(again.path.value).toBe(model.path.value)
    expect(again.walk.last.value).toBe(2)
  })
})
