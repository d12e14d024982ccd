import type { ClassTask, PupilProgress } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { CHAPTERS } from '../learn/course/chapters.ts'
import { chaptersDone, highestLevel, isDone, namesIn, taskRoute } from './tasks.ts'

const DONE: PupilProgress = {
  lessons: ['board'],
  exercises: ['safe.1', 'safe.2', 'stuck.1'],
  puzzles: 10,
  levels: [2, 4],
}

const TASKS: readonly (readonly [ClassTask, boolean])[] = [
  [{ kind: 'lesson', lesson: 'board' }, true],
  [{ kind: 'lesson', lesson: 'oneHop' }, false],
  [{ kind: 'chapter', chapter: 'safe', exercises: 2 }, true],
  [{ kind: 'chapter', chapter: 'stuck', exercises: 2 }, false],
  [{ kind: 'puzzles', count: 10 }, true],
  [{ kind: 'puzzles', count: 11 }, false],
  // A stronger opponent counts as well.
  [{ kind: 'level', level: 3 }, true],
  [{ kind: 'level', level: 5 }, false],
]

test.each(TASKS)('the task %o is done: %s', (task, expected) => {
  expect(isDone(task, DONE)).toBe(expected)
})

test.each([
  [{ kind: 'lesson', lesson: 'board' }, '/learn/board'],
  [{ kind: 'chapter', chapter: 'safe', exercises: 2 }, '/learn/strategy/safe'],
  [{ kind: 'chapter', chapter: 'movesInHand', exercises: 2 }, '/learn/strategy/runOut'],
  [{ kind: 'puzzles', count: 10 }, '/puzzles'],
  [{ kind: 'level', level: 3 }, '/new?opponent=computer&level=3'],
] as const)('the task %o is done at %s', (task, route) => {
  expect(taskRoute(task)).toBe(route)
})

test('a task of an earlier course is done with the exercises that its chapter has now', () => {
  const task: ClassTask = { kind: 'chapter', chapter: 'notGreedy', exercises: 99 }
  const now = CHAPTERS.find(({ id }) => id === 'pointsWait')?.exercises ?? expect.fail()
  const exercises = now.map((_, at) => `pointsWait.${at + 1}`)
  expect(isDone(task, { ...DONE, exercises })).toBe(true)
  expect(isDone(task, { ...DONE, exercises: exercises.slice(1) })).toBe(false)
})

test('chapters count when all their exercises are solved', () => {
  const ofChapters = (...ids: string[]) => {
    const chosen = CHAPTERS.filter(({ id }) => ids.includes(id))
    return chosen.flatMap(({ id, exercises }) => exercises.map((_, at) => `${id}.${at + 1}`))
  }
  expect(chaptersDone(DONE)).toBe(0)
  expect(chaptersDone({ ...DONE, exercises: ofChapters('safe', 'stuck') })).toBe(2)
  expect(chaptersDone({ ...DONE, exercises: ofChapters('safe', 'stuck').slice(1) })).toBe(1)
  expect(highestLevel(DONE)).toBe(4)
  expect(highestLevel({ ...DONE, levels: [] })).toBe(0)
})

test('a list of names has one in each line, and a question mark for a drawn one', () => {
  expect(namesIn('Anna\n\n  Bert \n?\n')).toEqual(['Anna', 'Bert', ''])
})
