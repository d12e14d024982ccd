import type { GameId } from '@hokito/protocol'
import { newRecord, parseDeal } from '@hokito/rules'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createOwnSides } from './own-sides.ts'

const id = (n: number) => `game${n}` as GameId

function recordOf(game: GameId) {
  const deal = parseDeal('1.2')
  if (!deal.ok) throw new Error('the deal of this test is wrong')
  const record = newRecord({ kind: 'deal', deal: deal.value }, 'either')
  return { ...record, tags: { ...record.tags, GameId: game } }
}

test('a device knows the sides of its online games, the first word on each', () => {
  const storage = memoryStorage()
  const sides = createOwnSides(() => storage)
  sides.keep(id(1), 'white')
  sides.keep(id(1), 'black')
  sides.keep(id(2), 'black')
  const again = createOwnSides(() => storage)
  expect([1, 2, 3].map((n) => again.in(recordOf(id(n))))).toEqual(['white', 'black', undefined])
})

test('a record without an online game has no side', () => {
  const { tags: _, ...record } = recordOf(id(1))
  expect(createOwnSides(() => memoryStorage()).in({ ...record, tags: {} })).toBeUndefined()
})

test('the oldest sides go when there are too many', () => {
  const storage = memoryStorage()
  const many = createOwnSides(() => storage)
  for (let n = 0; n < 501; n++) many.keep(id(n), 'black')
  expect([0, 1, 500].map((n) => many.in(recordOf(id(n))))).toEqual([undefined, 'black', 'black'])
})
