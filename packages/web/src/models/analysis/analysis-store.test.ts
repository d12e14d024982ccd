import { parseDeal } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createAnalysisStore, type KeptAnalysis, MOST_KEPT } from './analysis-store.ts'
import { ROOT } from './tree.ts'
import { newAnalysis } from './tree-record.ts'

const deal = parseDeal('77.1234567')
if (!deal.ok) throw new Error('the test has a deal')
const blank = newAnalysis({ kind: 'deal', deal: deal.value }, 'either')

function kept(id: string): KeptAnalysis {
  return { id, revision: 0, changedAt: 0, analysis: blank, place: { path: ROOT, folded: [] } }
}

function stored() {
  const storage = memoryStorage()
  return { storage, store: createAnalysisStore(() => storage) }
}

describe('analyses on a device', () => {
  test('are read as they were written, the last changed first', () => {
    const { store } = stored()
    const saved = store.save(kept('a'), 5, 'x')
    expect(store.load('a')).toEqual(saved)
    store.save(kept('b'), 9, 'x')
    expect(store.list().kept.map(({ id }) => id)).toEqual(['b', 'a'])
    store.remove('b')
    expect(store.load('b')).toBe('absent')
  })

  test('are as many as there is room for: the oldest goes for a new one', () => {
    const { store } = stored()
    for (let n = 0; n <= MOST_KEPT; n++) store.save(kept(`id${n}`), n, 'x')
    expect(store.list().kept).toHaveLength(MOST_KEPT)
    expect(store.load('id0')).toBe('absent')
    expect(store.load(`id${MOST_KEPT}`)).not.toBe('absent')
  })

  test('that two tabs have changed become two', () => {
    const { store } = stored()
    const mine = store.save(kept('a'), 1, 'x')
    if (mine === undefined) throw new Error('there is room')
    const theirs = { ...mine, analysis: { ...blank, tree: { ...blank.tree, comment: 'theirs' } } }
    store.save(theirs, 2, 'x')
    expect(store.save(mine, 3, 'fresh')?.id).toBe('fresh')
    expect(store.load('a')).toMatchObject({ analysis: { tree: { comment: 'theirs' } } })
  })

  test('that are damaged stay where they are, and are reported', () => {
    const { storage, store } = stored()
    store.save(kept('a'), 1, 'x')
    const text = storage.getItem('hokito:analysis:a') ?? ''
    const damages = ['', '{}', text.slice(0, -9), text.replace('Deal', 'Dael')]
    for (const [n, damage] of damages.entries()) {
      storage.setItem(`hokito:analysis:d${n}`, damage)
      expect(store.load(`d${n}`), damage).toBe('damaged')
    }
    expect(store.list()).toMatchObject({ damaged: damages.length })
    expect(store.save(kept('d0'), 2, 'fresh')?.id).toBe('fresh')
    expect(storage.getItem('hokito:analysis:d0')).toBe('')
  })

  test('keep a place only where the tree has one', () => {
    const { store } = stored()
    store.save({ ...kept('a'), place: { path: 'zz', folded: ['zz', ROOT] } }, 1, 'x')
    expect(store.load('a')).toMatchObject({ place: { path: ROOT, folded: [ROOT] } })
  })

  test('are none where the browser forbids the storage, or has no room', () => {
    const forbidden = createAnalysisStore(() => {
      throw new DOMException('forbidden', 'SecurityError')
    })
    expect(forbidden.list()).toEqual({ kept: [], damaged: 0 })
    expect(forbidden.save(kept('a'), 1, 'x')).toBeUndefined()
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(createAnalysisStore(() => full).save(kept('a'), 1, 'x')).toBeUndefined()
  })
})
