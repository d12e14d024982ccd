import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { LESSON_IDS } from './lesson-ids.ts'
import { createProgress } from './progress.ts'

const [first, second] = LESSON_IDS

test('lessons done in two tabs are all done the next time', () => {
  const storage = memoryStorage()
  const [one, other] = [createProgress(storage), createProgress(storage)]
  one.finish(first)
  other.finish(second)
  expect([...createProgress(storage).done.value]).toEqual([first, second])
})

test('stored lessons that cannot be read are set aside, and a lesson that no longer exists is ignored', () => {
  const storage = memoryStorage()
  storage.setItem('hokito:learn', '{"broken":')
  expect(createProgress(storage).done.value.size).toBe(0)
  expect(storage.getItem('hokito:learn:damaged')).toBe('{"broken":')
  storage.setItem('hokito:learn', JSON.stringify(['gone', first]))
  expect([...createProgress(storage).done.value]).toEqual([first])
})
