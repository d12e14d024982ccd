import { MOST_IN_ROUND_ROBIN, type PlayerId, playerIdSchema } from '@hokito/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crosstableOf, roundRobinPairs, roundRobinStandings, roundsOf } from './round-robin.ts'

const idOf = (n: number): PlayerId => playerIdSchema.parse(String(n).padStart(12, '0'))
const seeds = (count: number) => Array.from({ length: count }, (_, n) => idOf(n))
const allRounds = (players: readonly PlayerId[]) =>
  Array.from({ length: roundsOf(players.length) }, (_, index) =>
    roundRobinPairs(players, index + 1),
  )

const match = (
  player: PlayerId,
  opponent: PlayerId,
  score: number,
  points: readonly [number, number] = [0, 0],
) => [
  { player, opponent, score, points: points[0] },
  { player: opponent, opponent: player, score: 2 - score, points: points[1] },
]

describe('a round robin', () => {
  const sizes = Array.from({ length: MOST_IN_ROUND_ROBIN - 1 }, (_, index) => index + 2)

  test.each(sizes)('of %i lets everyone meet everyone exactly once', (count) => {
    const players = seeds(count)
    const rounds = allRounds(players)
    for (const pairs of rounds) {
      const inRound = pairs.flat().filter((player) => player !== undefined)
      expect(inRound.toSorted()).toEqual(players.toSorted())
    }
    const met = rounds.flat().flatMap(([one, other]) => (other ? [[one, other].toSorted()] : []))
    expect(met).toHaveLength((count * (count - 1)) / 2)
    expect(new Set(met.map(String)).size).toBe(met.length)
  })

  test.each(sizes.filter((count) => count % 2 === 1))(
    'of %i leaves everyone without an opponent exactly once',
    (count) => {
      const free = allRounds(seeds(count)).flatMap((pairs) =>
        pairs.flatMap(([one, other]) => (other === undefined ? [one] : [])),
      )
      expect(free.toSorted()).toEqual(seeds(count))
    },
  )
})

describe('its standings', () => {
  const [a, b, c, d] = [idOf(1), idOf(2), idOf(3), idOf(4)]

  test('put first who has won against those who are level', () => {
    const results = [
      ...match(a, b, 2, [1, 0]),
      ...match(c, a, 2, [1, 0]),
      ...match(a, d, 2, [1, 0]),
      ...match(b, c, 2, [90, 0]),
      ...match(b, d, 2, [90, 0]),
      ...match(c, d, 1, [10, 10]),
    ]
    expect(roundRobinStandings([b, a, c, d], results)).toMatchObject([
      { player: a, place: 1, score: 4, headToHead: 2, sonnebornBerger: 2 * 4 + 2 * 1 },
      { player: b, place: 2, score: 4, headToHead: 0, points: 180 },
      { player: c, score: 3 },
      { player: d, score: 1 },
    ])
  })

  test('go by Sonneborn-Berger where that does not decide, then by points, then by the list', () => {
    const circle = (x: number, y: number) => [
      ...match(a, b, 2, [x, y]),
      ...match(b, c, 2, [x, y]),
      ...match(c, a, 2, [x, y]),
    ]
    expect(roundRobinStandings([c, a, b], circle(5, 3)).map(({ player }) => player)).toEqual([
      ...[c, a, b],
    ])
    const pointed = [
      ...match(a, b, 2, [5, 3]),
      ...match(b, c, 2, [9, 3]),
      ...match(c, a, 2, [5, 3]),
    ]
    expect(roundRobinStandings([c, a, b], pointed)[0]).toMatchObject({ player: b, points: 12 })
    const e = idOf(5)
    // Level between themselves: one has beaten a successful player, the other an unsuccessful one.
    const byOpponents = [
      ...match(a, b, 1),
      ...match(b, d, 2, [90, 0]),
      ...match(a, e, 2),
      ...match(e, d, 2),
    ]
    expect(roundRobinStandings([b, a, d, e], byOpponents)).toMatchObject([
      { player: a, score: 3, headToHead: 1, sonnebornBerger: 3 + 2 * 2 },
      { player: b, score: 3, headToHead: 1, sonnebornBerger: 3 },
      { player: e },
      { player: d },
    ])
  })

  test('do not depend on the order in which results are read', () => {
    const players = seeds(7)
    const results = allRounds(players)
      .flat()
      .flatMap(([one, other]) =>
        other === undefined ? [] : match(one, other, (Number(one) + 2 * Number(other)) % 3),
      )
    fc.assert(
      fc.property(fc.shuffledSubarray(results, { minLength: results.length }), (shuffled) => {
        expect(roundRobinStandings(players, shuffled)).toEqual(
          roundRobinStandings(players, results),
        )
      }),
      { seed: 7, numRuns: 50 },
    )
  })

  test('come with a table of who has scored what against whom', () => {
    const results = [
      ...match(a, b, 2),
      ...match(a, c, 1),
      { player: b, opponent: undefined, score: 0, points: 0 },
    ]
    expect(crosstableOf([a, c, b], results)).toEqual([
      [null, 1, 2],
      [1, null, null],
      [0, null, null],
    ])
  })
})
