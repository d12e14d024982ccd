import { type Move, parseMove, parseSquare } from '@hokito/rules'
import { describe, expect, test, vi } from 'vitest'
import { startOf } from './judge.ts'
import type { LessonId } from './lesson-ids.ts'
import { createLessonModel } from './lesson-model.ts'
import { LESSONS } from './lessons.ts'

function open(id: LessonId, onDone = () => {}) {
  const lesson = LESSONS.find((each) => each.id === id)
  if (lesson === undefined) throw new Error(`no lesson: ${id}`)
  return createLessonModel(lesson, onDone)
}

function move(text: string): Move {
  const parsed = parseMove(text)
  if (!parsed.ok) throw new Error(`no move: ${text}`)
  return parsed.value
}

function at(name: string): number {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`no square: ${name}`)
  return square.value
}

test.each([
  ['oneHop', 'd4'],
  ['moreHops', 'c1'],
  ['tactics', undefined],
] as const)(
  '%s begins with one piece only where its first task names a landing: %s',
  (id, start) => {
    const step = open(id).step.value
    const from = step.kind === 'move' ? startOf(step) : undefined
    expect(from).toBe(start && at(start))
  },
)

test('a solved step stays solved when another piece is pressed before going on', () => {
  const model = open('board')
  model.pick(at('a3'))
  model.refuse({ kind: 'unwanted', square: at('a1') })
  model.refuse(undefined)
  expect(model.isSolved.value).toBe(true)
})

describe('a wrong move', () => {
  test('is shown with the reply that tells why, and taken back by trying again', () => {
    const model = open('tactics')
    model.next()
    const { position } = model.step.value
    model.play(move('e1e4'))
    expect(model.position.value).not.toBe(position)
    expect(model.hint.value?.to).toBe(at('e4'))
    model.retry()
    expect(model.position.value).toBe(position)
    expect(model.hint.value).toBeUndefined()
  })

  test('of the right piece leaves it chosen for the next try', () => {
    const model = open('tactics')
    model.play(move('e2b2'))
    model.retry()
    expect(model.kept.value).toBe(at('e2'))
  })

  test('is followed by the next try at the next press: a landing of the same piece, or another piece', () => {
    const model = open('tactics')
    model.play(move('e2b2'))
    const [solution] = [model.step.value].flatMap((step) =>
      step.kind === 'move' ? step.solutions : [],
    )
    model.retryAt(solution?.to ?? 0)
    expect(model.isSolved.value).toBe(true)
    const other = open('end')
    other.play(move('c2e5'))
    other.retryAt(at('c5'))
    expect(other.after.value).toBeUndefined()
    expect(other.kept.value).toBe(at('c5'))
  })

  test('is not made again by a press on where its piece now stands', () => {
    const model = open('tactics')
    model.play(move('e2b2'))
    model.retryAt(at('b2'))
    expect(model.feedback.value.kind).toBe('asking')
    expect(model.kept.value).toBe(at('e2'))
  })

  test('of another piece leaves none chosen: pressing the right one could be a landing', () => {
    const model = open('end')
    model.play(move('c2e5'))
    model.retry()
    expect(model.kept.value).toBeUndefined()
  })
})

describe('showing the solution', () => {
  test('gives a new hint each time it is asked, so that it can be seen again', () => {
    const model = open('singles')
    model.show()
    const first = model.hint.value
    model.show()
    expect(model.hint.value).toEqual(first)
    expect(model.hint.value).not.toBe(first)
  })

  test('ends with the next answer', () => {
    const model = open('singles')
    model.show()
    model.play(move('c3d3'))
    expect(model.hint.value).toBeUndefined()
  })
})

test('a step that one has come to stays reached when an earlier one is looked at again', () => {
  const model = open('end')
  model.play(move('c5c4'))
  model.next()
  expect([model.index.value, model.reached.value]).toEqual([1, 1])
  model.goTo(0)
  expect(model.isSolved.value).toBe(false)
  expect([model.index.value, model.reached.value]).toEqual([0, 1])
  model.goTo(99)
  expect(model.index.value).toBe(0)
})

test('a lesson is done when its last step is solved, by whichever right move', () => {
  const onDone = vi.fn()
  const model = open('end', onDone)
  model.play(move('c5c4'))
  expect(model.isSolved.value).toBe(true)
  model.next()
  model.answerIsOver(true)
  model.next()
  expect(onDone).not.toHaveBeenCalled()
  model.answerIsOver(true)
  expect(onDone).not.toHaveBeenCalled()
  model.answerIsOver(false)
  expect(onDone).toHaveBeenCalledOnce()
})
