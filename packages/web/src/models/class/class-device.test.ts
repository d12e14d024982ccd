import { NO_PROGRESS, playerIdSchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createCourseProgress } from '../learn/course/course-progress.ts'
import { createProgress } from '../learn/progress.ts'
import { createPuzzleStore } from '../puzzles/puzzle-store.ts'
import { createClassDevice } from './class-device.ts'

const ANNA = playerIdSchema.parse('annaannaanna')
const BERT = playerIdSchema.parse('bertbertbert')

function open() {
  const storage = memoryStorage()
  const deviceStorage = () => storage
  const progress = createProgress(storage)
  const solve = (count: number) =>
    createPuzzleStore(deviceStorage).change((now) => ({
      ...now,
      past: { '2026-11-28': { tried: count, solved: count } },
    }))
  const store = { list: () => ({ games: [], damaged: [] }) }
  return {
    progress,
    solve,
    deviceStorage,
    device: createClassDevice({ deviceStorage, progress, store }),
  }
}

test('what was done on a device before its first pupil came counts', () => {
  const { progress, solve, device } = open()
  progress.finish('board')
  solve(3)
  device.enter(ANNA, NO_PROGRESS)
  expect(device.report()).toEqual({ ...NO_PROGRESS, lessons: ['board'], puzzles: 3 })
})

test('the next pupil at the device begins with what the class knows, not with that of others', () => {
  const { progress, solve, deviceStorage, device } = open()
  device.enter(ANNA, NO_PROGRESS)
  progress.finish('board', 'oneHop')
  solve(5)
  expect(device.report()).toEqual({ ...NO_PROGRESS, lessons: ['board', 'oneHop'], puzzles: 5 })
  device.enter(BERT, { ...NO_PROGRESS, lessons: ['top'], exercises: ['safe.1'], puzzles: 2 })
  expect(device.report()).toEqual({
    ...{ lessons: ['top'], exercises: ['safe.1'], puzzles: 2, levels: [] },
  })
  expect([...createCourseProgress(deviceStorage).done.value]).toEqual(['safe.1'])
  solve(6)
  expect(device.report().puzzles).toBe(3)
})

test('the same pupil goes on where the device was left', () => {
  const { progress, device } = open()
  device.enter(ANNA, NO_PROGRESS)
  progress.finish('board')
  device.enter(ANNA, NO_PROGRESS)
  expect(device.report().lessons).toEqual(['board'])
})
