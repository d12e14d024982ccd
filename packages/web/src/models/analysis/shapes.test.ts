import { parseSquare } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { MOST_SHAPES, mergeShapes, readNote, type Shape, toggled, writeNote } from './shapes.ts'

function square(name: string): number {
  const read = parseSquare(name)
  return read.ok ? read.value : expect.fail(name)
}

/** `a1` or `a1c3`. */
function shape(name: string): Shape {
  return { from: square(name.slice(0, 2)), to: square(name.slice(-2)) }
}

const shapes = (names: string) => names.split(' ').filter(Boolean).map(shape)

describe('a comment', () => {
  test.each([
    ['a square', '[%csl Ga1] Look here.', 'a1', 'Look here.'],
    ['arrows of any colour', '[%cal Ra1c3,Yf6e5]', 'a1c3 f6e5', ''],
    ['both, within the words', 'Not [%csl Ga1][%cal Gb1c3]this.', 'a1 b1c3', 'Not this.'],
    ['the same twice', '[%csl Ga1,Ga1] [%csl Ba1]', 'a1', ''],
    ['a square that the board does not have', '[%csl Gh8]', '', '[%csl Gh8]'],
    ['another command', '[%clk 0:01:00]', '', '[%clk 0:01:00]'],
    ['a list that breaks off', '[%cal Ga1', '', '[%cal Ga1'],
    ['an empty list', '[%csl ]', '', '[%csl ]'],
  ])('with %s', (_, comment, drawn, text) => {
    expect(readNote(comment)).toEqual({ text, shapes: shapes(drawn) })
  })

  test.each(['a1', 'a1c3', 'a1 f6 b2c3 c3b2'])('is written so that %s is read again', (names) => {
    const note = { text: 'Words.', shapes: shapes(names) }
    expect(readNote(writeNote(note))).toEqual(note)
  })

  test('without anything drawn stays as it is', () => {
    expect(writeNote({ text: 'Words.', shapes: [] })).toBe('Words.')
  })
})

test('what is drawn twice is gone, and an arrow is not the one back', () => {
  const drawn = toggled(shapes('a1 a1c3'), shape('c3a1'))
  expect(drawn).toEqual(shapes('a1 a1c3 c3a1'))
  expect(toggled(drawn, shape('a1c3'))).toEqual(shapes('a1 c3a1'))
})

test('there is an end to what fits, in comments too', () => {
  const many = Array.from({ length: 36 }, (_, to) => ({ from: 0, to }))
  const full = many.slice(0, MOST_SHAPES)
  expect(many.reduce<readonly Shape[]>(toggled, [])).toEqual(full)
  expect(readNote(writeNote({ text: '', shapes: many })).shapes).toEqual(full)
})

test.each([
  ['both add', 'a1', 'a1 b1', 'a1 c1', 'a1 c1 b1'],
  ['one removes what the other left', 'a1 b1', 'a1', 'a1 b1 c1', 'a1 c1'],
  ['both draw the same', '', 'a1', 'a1', 'a1'],
  ['both remove', 'a1', '', '', ''],
])('two editors: %s', (_, base, mine, theirs, merged) => {
  expect(mergeShapes(shapes(base), shapes(mine), shapes(theirs))).toEqual(shapes(merged))
})
