// @ts-check
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASSUMED, costsOf, needOf, nodeMsOf } from './model.mjs'

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
    { ...RUN, nodes: 1, seconds: 20, moves: 5000, nodeMs: 0.5 },
    { ...RUN, nodes: 1, seconds: 20, moves: 10_000, nodeMs: 0.3 },
    { ...RUN, nodes: 2, seconds: 20, moves: 4000, nodeMs: 0.9 },
    { ...RUN, nodes: 2, seconds: 20, moves: 8000, nodeMs: 0.6 },
  ],
  idleMs: 15,
  bytesKept: { games: 800, events: 270 },
  socketBytes: 30_000,
}
const COSTS = costsOf(MEASURED)

describe('the capacity model', () => {
  test('gives the runs back from which it was made', () => {
    for (const { nodes, nodeMs, moves, seconds } of MEASURED.runs)
      expect(nodeMsOf(COSTS, nodes, moves / seconds)).toBeCloseTo(nodeMs)
  })

  test('needs one node for a club, and has no use for Redis there', () => {
    expect(needOf(1000, COSTS)).toMatchObject({ nodes: 1, redisMegabytesPerSecond: 0 })
  })

  test('gives every node time enough, and not one more than that takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (players) => {
        const { nodes = 0, movesPerSecond } = needOf(players, COSTS)
        const shareWith = (/** @type {number} */ count) =>
          (movesPerSecond * nodeMsOf(COSTS, count, movesPerSecond)) / count / 1000
        expect(shareWith(nodes)).toBeLessThanOrEqual(0.5 + 1e-9)
        if (nodes > 2) expect(shareWith(nodes - 1)).toBeGreaterThan(0.5)
      }),
    )
  })

  test('needs as many nodes for each player however many there are, and divides the games in time', () => {
    const [some, many] = [300_000, 3_000_000].map((players) => needOf(players, COSTS))
    if (some === undefined || many === undefined) expect.fail()
    expect(Math.abs(many.nodes - 10 * some.nodes)).toBeLessThanOrEqual(10)
    for (const { databases, postgresCores, commitsPerSecond } of [some, many]) {
      expect(postgresCores / databases).toBeLessThanOrEqual(ASSUMED.postgresCores)
      expect(commitsPerSecond / databases).toBeLessThanOrEqual(ASSUMED.commitsPerSecond)
    }
  })

  test('refuses to guess at what was not measured', () => {
    expect(() => costsOf({ ...MEASURED, runs: MEASURED.runs.slice(2) })).toThrow(
      'have to be measured',
    )
  })
})
