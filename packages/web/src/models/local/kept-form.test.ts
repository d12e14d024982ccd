import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createKeptForm } from './kept-form.ts'
import { formDefaults } from './new-game-form.ts'

const SENT = { ...formDefaults({}), level: 'best', setup: 'arrangedAll', clock: '3+2' } as const

test('what was sent is there again', () => {
  const storage = memoryStorage()
  createKeptForm(() => storage).write(SENT)
  expect(createKeptForm(() => storage).read()).toEqual(SENT)
})

test.each([
  ['no JSON', '{'],
  ['no form', '{"level":3}'],
  ['a form with a level that is none', JSON.stringify({ ...SENT, level: 11 })],
])('%s is no form', (_, text) => {
  const storage = memoryStorage()
  storage.setItem('hokito:new-game', text)
  expect(createKeptForm(() => storage).read()).toBeUndefined()
})

test('where nothing can be kept there is nothing, and no error', () => {
  const kept = createKeptForm(() => {
    throw new Error('forbidden')
  })
  kept.write(SENT)
  expect(kept.read()).toBeUndefined()
})
