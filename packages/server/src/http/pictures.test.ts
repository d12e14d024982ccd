import type { Painter } from '@hokito/picture/node'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../ground/limits.ts'
import { addressKey } from '../limiting/addresses.ts'
import { createVisitors } from '../limiting/visitors.ts'
import { Pictures } from './pictures.ts'

const ADDRESS = addressKey('192.0.2.7')
const MANY = 1_000_000

/** Pictures and their visitors; how many were drawn, and how many painted. */
function setUp(isFull: boolean) {
  const visitors = createVisitors(DEFAULT_LIMITS, 0)
  const done = { drawn: 0, painted: 0 }
  const painter: Painter = {
    paint: async () => {
      done.painted++
      return new Uint8Array(1)
    },
    isFull: () => isFull,
    close: async () => undefined,
  }
  const pictures = new Pictures(painter, visitors)
  const ask = () =>
    pictures.of('a picture', { address: ADDRESS, frames: 2 }, () => {
      done.drawn++
      return { kind: 'png', svg: '' }
    })
  return { visitors, done, ask }
}

type Visitors = ReturnType<typeof createVisitors>

test.each<[string, boolean, (visitors: Visitors) => void]>([
  ['too many wait for the painter', true, () => undefined],
  ['too many frames were painted', false, ({ pictures }) => pictures.spend(MANY)],
  ['its visitor has no requests left', false, ({ requests }) => requests.take(ADDRESS, MANY)],
])('nothing is drawn for a picture that is refused because %s', async (_, isFull, use) => {
  const { visitors, done, ask } = setUp(isFull)
  use(visitors)
  expect(await ask()).toBeGreaterThan(0)
  expect(done).toEqual({ drawn: 0, painted: 0 })
})

test('a picture is drawn once, and sent again without drawing', async () => {
  const { done, ask } = setUp(false)
  expect(await ask()).toEqual(Buffer.alloc(1))
  expect(await ask()).toEqual(Buffer.alloc(1))
  expect(done).toEqual({ drawn: 1, painted: 1 })
})
