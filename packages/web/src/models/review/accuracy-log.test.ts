import { newRecord, parseDeal } from '@hokito/rules'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import {
  createAccuracyLog,
  type ReviewedGame,
  readAccuracies,
  withAccuracy,
} from './accuracy-log.ts'

function recordOf(deal: string) {
  const parsed = parseDeal(deal)
  if (!parsed.ok) throw new Error('the deal of this test is wrong')
  return newRecord({ kind: 'deal', deal: parsed.value }, 'either')
}

test('reviewed games are kept in the order in which they were first reviewed', () => {
  const storage = memoryStorage()
  const log = createAccuracyLog(() => storage)
  log.change((now) => withAccuracy(now, recordOf('1.2'), { at: 1, accuracy: 60 }))
  log.change((now) => withAccuracy(now, recordOf('3.4'), { at: 2, accuracy: 80 }))
  // Another version judges the first game differently.
  log.change((now) => withAccuracy(now, recordOf('1.2'), { at: 3, accuracy: 62.5 }))
  const kept = createAccuracyLog(() => storage).value.value
  expect(kept.map(({ at, accuracy }) => [at, accuracy])).toEqual([
    [1, 62.5],
    [2, 80],
  ])
})

test('of too many games the oldest go', () => {
  const log = Array.from(
    { length: 500 },
    (_, n): ReviewedGame => ({ game: `g${n}`, at: n, accuracy: 50 }),
  )
  const next = withAccuracy(log, recordOf('1.2'), { at: 500, accuracy: 70 })
  expect([next.length, next[0]?.game, next.at(-1)?.accuracy]).toEqual([500, 'g1', 70])
})

test('mistakes are kept by chapter, and a log without them is read', () => {
  const storage = memoryStorage()
  const found = { at: 1, accuracy: 60, mistakes: { safe: 2 } }
  createAccuracyLog(() => storage).change((now) => withAccuracy(now, recordOf('1.2'), found))
  expect(createAccuracyLog(() => storage).value.value[0]?.mistakes).toEqual({ safe: 2 })
  expect(readAccuracies([{ game: 'g', at: 1, accuracy: 60 }])).toHaveLength(1)
  const bad = { game: 'g', at: 1, accuracy: 60, mistakes: { safe: -1 } }
  expect(readAccuracies([bad])).toBeUndefined()
})
