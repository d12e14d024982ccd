import { expect, test } from 'vitest'
import { gameId } from '../../../../server/test/helpers/ids.ts'
import { createMuted } from './muted.ts'

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

test('an opponent who was muted stays so when the page is reloaded, in that game alone', () => {
  const kept = storage()
  const before = createMuted(gameId('one'), () => kept)
  expect(before.isMuted.value).toBe(false)
  before.isMuted.value = true
  expect(createMuted(gameId('one'), () => kept).isMuted.value).toBe(true)
  expect(createMuted(gameId('other'), () => kept).isMuted.value).toBe(false)
  before.isMuted.value = false
  expect(createMuted(gameId('one'), () => kept).isMuted.value).toBe(false)
})

test('a browser that keeps nothing can mute until the page is left', () => {
  const { isMuted } = createMuted(gameId('one'), () => {
    throw new Error('forbidden')
  })
  isMuted.value = true
  expect(isMuted.value).toBe(true)
})
