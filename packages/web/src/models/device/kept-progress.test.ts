import { describe, expect, test } from 'vitest'
import { createKeptProgress } from './kept-progress.ts'
import { memoryStorage } from './memory-storage.ts'

const KEY = 'hokito:count'

function countIn(storage: Storage) {
  return createKeptProgress(() => storage, {
    key: KEY,
    none: 0,
    read: (json) => (typeof json === 'number' ? json : undefined),
  })
}

/** A storage that refuses every write. */
function fullStorage(): Storage {
  return {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
}

describe('progress', () => {
  test('is there the next time', () => {
    const storage = memoryStorage()
    expect(countIn(storage).change((count) => count + 3)).toBe(true)
    expect(countIn(storage).value.value).toBe(3)
  })

  test('of another tab is not lost', () => {
    const storage = memoryStorage()
    const [one, other] = [countIn(storage), countIn(storage)]
    one.change((count) => count + 1)
    other.change((count) => count + 1)
    expect(other.value.value).toBe(2)
  })

  test('that cannot be read is kept aside and started again', () => {
    const storage = memoryStorage()
    storage.setItem(KEY, '{"broken":')
    const kept = countIn(storage)
    expect(kept.value.value).toBe(0)
    expect(storage.getItem(`${KEY}:damaged`)).toBe('{"broken":')
    kept.change(() => 7)
    expect(countIn(storage).value.value).toBe(7)
  })

  test('continues if the browser keeps nothing, and says so', () => {
    const kept = countIn(fullStorage())
    expect(kept.change(() => 1)).toBe(false)
    expect(kept.change((count) => count + 1)).toBe(false)
    expect(kept.value.value).toBe(2)
  })

  test('that the browser has no room for is not replaced by what it still stores', () => {
    const storage = memoryStorage()
    const setItem = storage.setItem.bind(storage)
    const kept = countIn(storage)
    kept.change(() => 1)
    storage.setItem = fullStorage().setItem
    kept.change(() => 5)
    storage.setItem = setItem
    kept.change((count) => count + 1)
    expect(countIn(storage).value.value).toBe(6)
  })

  test('that was taken in can be undone, to what was there before', () => {
    const storage = memoryStorage()
    const kept = countIn(storage)
    kept.takeIn(() => 5)?.()
    expect([kept.value.value, storage.length]).toEqual([0, 0])
    kept.change(() => 2)
    kept.takeIn((count) => count + 5)?.()
    expect([kept.value.value, storage.getItem(KEY)]).toEqual([2, '2'])
    expect(countIn(fullStorage()).takeIn(() => 5)).toBeUndefined()
  })
})
