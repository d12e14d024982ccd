import { describe, expect, test } from 'vitest'
import { playerId } from '../../test/helpers/ids.ts'
import { addressKey } from './addresses.ts'
import { Blocks } from './blocks.ts'
import { LONG_TASKS, LongWork } from './long-work.ts'
import { Rate, takeFromAll } from './rate.ts'

describe('a rate', () => {
  test('lets so many through at once, then so many a second', () => {
    const rate = new Rate({ burst: 3, perSecond: 2 }, 0)
    expect([0, 0, 0, 0].map((now) => rate.take(now))).toEqual([true, true, true, false])
    expect([400, 500, 501, 1000].map((now) => rate.take(now))).toEqual([false, true, false, true])
  })

  test('saves up no more than it lets through at once', () => {
    const rate = new Rate({ burst: 2, perSecond: 10 }, 0)
    expect([60_000, 60_000, 60_000].map((now) => rate.take(now))).toEqual([true, true, false])
  })

  test('gives nothing for a clock that goes back', () => {
    const rate = new Rate({ burst: 1, perSecond: 1 }, 1000)
    expect([rate.take(1000), rate.take(0), rate.take(-5000)]).toEqual([true, false, false])
  })

  test('says when there will be enough, and keeps that word', () => {
    const rate = new Rate({ burst: 10, perSecond: 4 }, 0)
    expect(rate.take(0, 9)).toBe(true)
    expect(rate.waitMs(0, 5)).toBe(1000)
    expect([rate.take(999, 5), rate.take(1000, 5)]).toEqual([false, true])
  })

  test('gives all there is for what costs more than there ever is', () => {
    const rate = new Rate({ burst: 3, perSecond: 1 }, 0)
    expect([rate.take(0, 30), rate.waitMs(0, 30)]).toEqual([true, 3000])
  })

  test('loses nothing where another one refuses', () => {
    const [full, empty] = [1, 1].map(() => new Rate({ burst: 2, perSecond: 1 }, 0)) as [Rate, Rate]
    empty.take(0, 2)
    expect(takeFromAll([full, empty], 0, 2)).toBe(2000)
    expect(full.waitMs(0, 2)).toBe(0)
  })
})

const FLOODER = playerId('flooder')

describe('a block', () => {
  test('lasts twice as long each time, ten minutes at most', () => {
    const blocks = new Blocks()
    const lengths = []
    for (let now = 0, n = 0; n < 9; n++) {
      blocks.block(FLOODER, now)
      lengths.push(blocks.waitMs(FLOODER, now) / 1000)
      now += blocks.waitMs(FLOODER, now)
    }
    expect(lengths).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600])
    expect(blocks.waitMs(playerId('somebody'), 0)).toBe(0)
  })

  test('is forgotten after a quiet hour', () => {
    const blocks = new Blocks()
    blocks.block(FLOODER, 0)
    blocks.block(FLOODER, 10_000 + 3_600_001)
    expect(blocks.waitMs(FLOODER, 10_000 + 3_600_001)).toBe(10_000)
  })
})

describe('an address is counted', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'nowhere'],
    [undefined, 'nowhere'],
  ])('%s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})

describe('long work', () => {
  const begin = (work: LongWork, address: string) => {
    const end = new AbortController()
    const task = work.admit(addressKey(address), end.signal)
    return { isAdmitted: typeof task === 'object', task, end: () => end.abort() }
  }

  test('is two tasks of an address at a time; one that ends gives its place back', () => {
    const work = new LongWork()
    const tasks = Array.from({ length: 3 }, () => begin(work, '192.0.2.7'))
    expect(tasks.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, false])
    expect(tasks[2]?.task).toBeGreaterThan(0)
    tasks[0]?.end()
    expect([1, 2].map(() => begin(work, '192.0.2.7').isAdmitted)).toEqual([true, false])
  })

  test('is sixteen tasks in all, of however many addresses', () => {
    const work = new LongWork()
    const tasks = Array.from({ length: LONG_TASKS.inAll }, (_, n) => begin(work, `192.0.2.${n}`))
    expect(tasks.every(({ isAdmitted }) => isAdmitted)).toBe(true)
    expect(begin(work, '198.51.100.1').isAdmitted).toBe(false)
    tasks[0]?.end()
    expect(begin(work, '198.51.100.1').isAdmitted).toBe(true)
  })

  test('goes on with one task in each turn of the event loop', async () => {
    const work = new LongWork()
    let turn = 0
    let isOver = false
    const count = () => {
      turn++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const tasks = Array.from({ length: 5 }, async () => {
      const task = work.begin()
      spin()
      await task.goOn()
      return turn
    })
    const turns = await Promise.all(tasks)
    isOver = true
    expect(new Set(turns).size).toBe(tasks.length)
  })

  test('ends for a visitor who is gone', async () => {
    const { task, end } = begin(new LongWork(), '192.0.2.7')
    const goOn = () => (typeof task === 'object' ? task.goOn() : expect.fail())
    expect(await goOn()).toBe(true)
    end()
    expect(await goOn()).toBe(false)
  })
})

/** Works for longer than a task may in one turn. */
function spin(): void {
  for (const since = performance.now(); performance.now() - since < 5; );
}
