import { formatPosition, parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { emptyPosition } from '../game/setup-model.ts'
import { createKeptSetup } from './kept-setup.ts'

const HALF = '------/------/---a--/------/-bc2---/a----- w'

function positionOf(text: string) {
  const position = parsePosition(text, 'either')
  if (!position.ok) throw new Error('the position cannot be read')
  return position.value
}

test('what was placed is there again, each kind by itself', () => {
  const storage = memoryStorage()
  createKeptSetup('custom', 'either', () => storage).write(positionOf(HALF))
  const again = createKeptSetup('custom', 'either', () => storage).read()
  expect(again && formatPosition(again)).toBe(HALF)
  expect(createKeptSetup('arrangedAll', 'either', () => storage).read()).toBeUndefined()
})

test('what was begun or cleared is not kept', () => {
  const storage = memoryStorage()
  const kept = createKeptSetup('custom', 'either', () => storage)
  kept.write(positionOf(HALF))
  kept.write(emptyPosition('either'))
  expect(kept.read()).toBeUndefined()
  kept.write(positionOf(HALF))
  kept.forget()
  expect(kept.read()).toBeUndefined()
})

test('a text that is no position, and a storage that refuses, keep nothing', () => {
  const storage = memoryStorage()
  storage.setItem('hokito-setup-custom', 'nonsense')
  expect(createKeptSetup('custom', 'either', () => storage).read()).toBeUndefined()
  const refusing = createKeptSetup('custom', 'either', () => {
    throw new Error('forbidden')
  })
  refusing.write(positionOf(HALF))
  expect(refusing.read()).toBeUndefined()
})
