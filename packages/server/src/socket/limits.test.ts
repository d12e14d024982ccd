import type { Reply } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { Answered } from './answered.ts'
import { Lag } from './lag.ts'

describe('the lag of a page', () => {
  test('is nothing before it was measured, then the mean of the latest five', () => {
    const lag = new Lag()
    expect(lag.ms).toBe(0)
    for (const sample of [9000, 10, 20, 30, 40, 50]) lag.add(sample)
    expect(lag.ms).toBe(30)
  })

  test('is never negative', () => {
    const lag = new Lag()
    lag.add(-100)
    expect(lag.ms).toBe(0)
  })
})

describe('what is asked twice', () => {
  const reply: Reply = { ok: true }

  test('is done once, and answered the same', async () => {
    const answered = new Answered()
    let done = 0
    const task = async () => {
      done++
      return reply
    }
    const replies = await Promise.all([answered.once('a', task), answered.once('a', task)])
    expect([done, replies]).toEqual([1, [reply, reply]])
    await answered.once('b', task)
    expect(done).toBe(2)
  })

  test('is tried again after it failed or was refused', async () => {
    const answered = new Answered()
    await expect(answered.once('a', () => Promise.reject(new Error('no disk')))).rejects.toThrow()
    const refused: Reply = { ok: false, refusal: { code: 'closing' } }
    expect(await answered.once('a', async () => refused)).toBe(refused)
    expect(await answered.once('a', async () => reply)).toBe(reply)
  })
})
