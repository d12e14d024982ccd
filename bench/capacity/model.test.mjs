// @ts-check
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costsOf, mostHeard, needOf, nodeMsOf } from './model.mjs'

const RUN = {
  postgresMs: 0.2,
  commits: 0.5,
  walBytes: 800,
  redisMs: 0.05,
  redisInBytes: 200,
  redisOutBytes: 400,
}
const MEASURED = {
  runs: [
    { ...RUN, nodes: 1, nodeMs: 0.3 },
    { ...RUN, nodes: 2, nodeMs: 0.6 },
    { ...RUN, nodes: 3, nodeMs: 0.65 },
  ],
  bytesKept: { games: 800, events: 270 },
  socketBytes: 30_000,
}
const COSTS = costsOf(MEASURED)

describe('the capacity model', () => {
  test('gives the runs back from which it was made', () => {
    for (const { nodes, nodeMs } of MEASURED.runs)
      expect(nodeMsOf(COSTS, nodes)).toBeCloseTo(nodeMs)
  })

  test('needs one node for a club, and has no use for Redis there', () => {
    expect(needOf(1000, COSTS)).toMatchObject({ nodes: 1, redisMegabytesPerSecond: 0 })
  })

  test('gives every node time enough, and not one more than that takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (players) => {
        const { nodes = 0, movesPerSecond } = needOf(players, COSTS)
        const shareWith = (/** @type {number} */ count) =>
          (movesPerSecond * nodeMsOf(COSTS, count)) / count / 1000
        expect(shareWith(nodes)).toBeLessThanOrEqual(0.5 + 1e-9)
        if (nodes > 2) expect(shareWith(nodes - 1)).toBeGreaterThan(0.5)
      }),
    )
  })

  test('says where no number of nodes is enough, and what is when hints are split', () => {
    const players = mostHeard(COSTS) * 8 * 4 + 1000
    expect(needOf(players, COSTS).nodes).toBeUndefined()
    expect(needOf(players, COSTS, { areHintsSplit: true }).nodes).toBeGreaterThan(2)
  })

  test('refuses to guess at what was not measured', () => {
    expect(() => costsOf({ ...MEASURED, runs: MEASURED.runs.slice(1) })).toThrow(
      'have to be measured',
    )
  })
})
