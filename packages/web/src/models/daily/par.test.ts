import type { Engine } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { dayAfter, FIRST_DAY } from '@hokito/protocol'
import { describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createPar, createParStore, PAR_GAMES, parOf } from './par.ts'

/** An engine that visits fewer positions, so that a test takes seconds. */
async function quickEngine(): Promise<Engine> {
  const engine = startEngine()
  return {
    ...engine,
    configure: (settings) => engine.configure(settings),
    newGame: () => engine.newGame(),
    search: (position, { nodes = 0 }, options) =>
      engine.search(position, { nodes: Math.round(nodes / 5) }, options),
    solve: (...all) => engine.solve(...all),
    close: () => engine.close(),
  }
}

describe('the par of a day', () => {
  test('is the same on every device, and continues where it was left', async () => {
    const storage = memoryStorage()
    const store = createParStore(() => storage)
    const one = createPar(FIRST_DAY, { start: quickEngine, store })
    await expect.poll(() => one.margins.value.length).toBeGreaterThan(1)
    one.dispose()
    const left = store.read().get(FIRST_DAY)?.length ?? 0
    expect(left).toBeGreaterThan(1)
    const rest = createPar(FIRST_DAY, { start: quickEngine, store })
    expect(rest.margins.value.slice(0, left)).toEqual(store.read().get(FIRST_DAY)?.slice(0, left))
    await expect.poll(() => rest.margins.value).toHaveLength(PAR_GAMES)
    const elsewhere = createParStore(() => memoryStorage())
    const other = createPar(FIRST_DAY, { start: quickEngine, store: elsewhere })
    await expect.poll(() => other.margins.value).toHaveLength(PAR_GAMES)
    expect(other.margins.value).toEqual(rest.margins.value)
    // Games of one board differ.
    expect(new Set(rest.margins.value).size).toBeGreaterThan(1)
  })

  test('is their mean, with the spread of a single game', () => {
    expect(parOf([1, 2, 3])).toBeUndefined()
    const par = parOf([2, 4, 4, 4, 5, 5, 7, 9])
    expect(par?.mean).toBe(5)
    expect(par?.spread).toBeCloseTo(Math.sqrt(32 / 7))
  })

  test('is kept for the latest days, and worked out again if it cannot be read', () => {
    const storage = memoryStorage()
    const store = createParStore(() => storage)
    for (let n = 0; n < 80; n++) store.write(dayAfter(FIRST_DAY, n), [n])
    expect(store.read().size).toBe(60)
    expect(store.read().get(dayAfter(FIRST_DAY, 79))).toEqual([79])
    expect(store.read().has(FIRST_DAY)).toBe(false)
    for (const damaged of ['', 'null', '[1]', '{"2026-11-23":[999]}', '{"x":{}}']) {
      storage.setItem('hokito:par', damaged)
      expect([...store.read()]).toEqual([])
    }
    const refusing = createParStore(() => {
      throw new Error('storage is forbidden')
    })
    refusing.write(FIRST_DAY, [1])
    expect(refusing.read().size).toBe(0)
  })

  test('says when there is no engine to work it out', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const start = () => Promise.reject(new Error('no network'))
    const storage = memoryStorage()
    const par = createPar(FIRST_DAY, { start, store: createParStore(() => storage) })
    await expect.poll(() => par.hasFailed.value).toBe(true)
    expect(par.margins.value).toEqual([])
    expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('no network'))
    vi.unstubAllGlobals()
  })
})
