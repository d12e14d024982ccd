import { type Move, parseMove, parseRecord } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { createChapterExercise } from './chapter-exercise.ts'
import { analysisOf } from './tree-record.ts'

const HEAD = '[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]\n\n'
const LINE =
  '{Begin.} 1. a2a6 {One.} (1. a1d2 $1 {Good too.}) (1. b3e2 $2) b4f6 {Two.} 2. a6a1 {Three.}'

function exercise(text = LINE) {
  const record = parseRecord(`${HEAD}${text} *`)
  if (!record.ok) return expect.fail(JSON.stringify(record.error))
  return createChapterExercise(analysisOf(record.value), async () => undefined)
}

function move(text: string): Move {
  const read = parseMove(text)
  return read.ok ? read.value : expect.fail(text)
}

describe('an exercise of a chapter', () => {
  test('begins at the first position and says nothing of what follows', () => {
    const { moves, note, movable } = exercise()
    expect([moves.value, note.value, movable.value]).toEqual([[], 'Begin.', 'black'])
  })

  test('answers each right move until all are found, and tells the notes with them', async () => {
    const { play, state, moves, note, movable } = exercise()
    const playing = play(move('a2a6'))
    expect([note.value, movable.value]).toEqual(['One.', 'none'])
    await playing
    expect(moves.value).toEqual([move('a2a6'), move('b4f6')])
    expect([note.value, movable.value]).toEqual(['One.\nTwo.', 'black'])
    expect(state.value).toEqual({ kind: 'right', move: move('a2a6') })
    await play(move('a6a1'))
    expect([state.value.kind, movable.value]).toEqual(['done', 'none'])
    expect(note.value).toBe('Two.\nThree.')
  })

  test('takes a wrong move back, and a bad variation is wrong', async () => {
    const { play, state, moves, note } = exercise()
    const playing = play(move('b3e2'))
    expect(moves.value).toEqual([move('b3e2')])
    await playing
    expect([moves.value, note.value]).toEqual([[], 'Begin.'])
    expect(state.value).toEqual({ kind: 'wrong', move: move('b3e2') })
    await play(move('a2a6'))
    expect(moves.value).toHaveLength(2)
  })

  test('says why a move is wrong if the author does, until the next try', async () => {
    const { play, note } = exercise(LINE.replace('b3e2 $2', 'b3e2 $2 {Too early.}'))
    await play(move('b3e2'))
    expect(note.value).toBe('Too early.')
    await play(move('a1f3'))
    expect(note.value).toBe('Begin.')
  })

  test('hints at the piece of the next move alone', async () => {
    const { play, giveHint, hinted, state } = exercise()
    const squareOf = (text: string) => move(text).from
    await play(move('b3e2'))
    expect(hinted.value).toBeUndefined()
    giveHint()
    expect([hinted.value, state.value.kind]).toEqual([squareOf('a2a6'), 'asked'])
    await play(move('a2a6'))
    expect(hinted.value).toBeUndefined()
    giveHint()
    expect(hinted.value).toBe(squareOf('a6a1'))
    await play(move('a6a1'))
    giveHint()
    expect([hinted.value, state.value.kind]).toEqual([undefined, 'done'])
  })

  test('follows a variation that is judged good', async () => {
    const { play, state, note } = exercise()
    await play(move('a1d2'))
    expect([state.value.kind, note.value]).toEqual(['done', 'Good too.'])
  })

  test('begins again, even while an answer is awaited', async () => {
    const { play, again, state, moves } = exercise()
    const playing = play(move('a2a6'))
    again()
    await playing
    expect([moves.value, state.value.kind]).toEqual([[], 'asked'])
    await play(move('a2a6'))
    expect(moves.value).toHaveLength(2)
  })
})
