import { expect, test } from 'vitest'
import { asking, readChapters } from './study-file.ts'

const START = '[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]'
const ONE = `[Event "The first"]\n${START}\n\n1. a2a6 {a note} *`
const TWO = `${START}\n\n1. f1b4 *`

test('a text of several games becomes a chapter for each, named by its event', () => {
  const read = readChapters(`${ONE}\n\n${TWO}\n`)
  const chapters = read.ok ? read.value : []
  expect(chapters.map(({ title }) => title)).toEqual(['The first', undefined])
  expect(chapters[0]?.hgn).toContain('{a note}')
  expect(chapters[1]?.hgn).toContain('f1b4')
})

test.each([
  ['one game', ONE],
  ['a position', 'B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b'],
  ['a layout number', '7.7'],
])('%s becomes one chapter', (_, text) => {
  const read = readChapters(text)
  expect(read.ok && read.value).toHaveLength(1)
})

test('a broken game among several is reported', () => {
  expect(readChapters(`${ONE}\n\n${TWO.replace('f1b4', 'f1f2')}`)).toMatchObject({
    ok: false,
    error: { kind: 'record' },
  })
  expect(readChapters('no record')).toMatchObject({ ok: false })
})

test('a chapter is an exercise if its tag says so, and the record of the chapter does not repeat it', () => {
  const read = readChapters(`[ChapterMode "exercise"]\n${ONE}\n\n${TWO}\n`)
  const chapters = read.ok ? read.value : []
  expect(chapters.map(({ isExercise }) => isExercise)).toEqual([true, false])
  expect(chapters[0]?.hgn).not.toContain('ChapterMode')
})

test('the question of an exercise is the comment on its beginning', () => {
  const [chapter] = [readChapters(ONE)].flatMap((read) => (read.ok ? read.value : []))
  if (chapter === undefined) throw new Error('no chapter')
  expect(asking(chapter, 'What wins?').hgn).toContain('{What wins?} 1. a2a6 {a note}')
  expect(asking(chapter, ' ')).toEqual(chapter)
})
