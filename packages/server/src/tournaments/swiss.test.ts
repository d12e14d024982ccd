import { type PlayerId, playerIdSchema } from '@hokito/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standingsOf } from './standings.ts'
import { costOf, type Entrant, placesApart, type SwissPair, swissPairs } from './swiss.ts'

const idOf = (n: number): PlayerId => playerIdSchema.parse(String(n).padStart(12, '0'))

function pairUp(ranked: readonly Entrant[]): readonly SwissPair[] {
  const steps = swissPairs(ranked)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The lowest cost of any pairing, found by trying them all. */
function leastCost(group: readonly (Entrant | undefined)[]): number {
  const best = (free: readonly number[]): number => {
    const [a, ...rest] = free
    const one = a === undefined ? undefined : group[a]
    if (a === undefined || one === undefined) return 0
    const costs = rest.map((b) => {
      const cost = costOf(one, group[b], placesApart(group, a, b))
      return cost + best(rest.filter((other) => other !== b))
    })
    return Math.min(...costs)
  }
  return best(group.map((_, index) => index))
}

function costOfPairs(group: readonly (Entrant | undefined)[], pairs: readonly SwissPair[]): number {
  const placeOf = (player: PlayerId | undefined) =>
    group.findIndex((entrant) => entrant?.player === player)
  return pairs.reduce((total, [one, other]) => {
    const [a, b] = [placeOf(one), placeOf(other)]
    const entrant = group[a]
    if (entrant === undefined) throw new Error('paired without having entered')
    return total + costOf(entrant, group[b], placesApart(group, a, b))
  }, 0)
}

/** Players in the middle of a tournament, with consistent histories. */
const entrants = (most: number) =>
  fc
    .record({
      count: fc.integer({ min: 2, max: most }),
      scores: fc.array(fc.nat(8), { minLength: most, maxLength: most }),
      byes: fc.array(fc.boolean(), { minLength: most, maxLength: most }),
      meetings: fc.array(fc.tuple(fc.nat(most - 1), fc.nat(most - 1)), { maxLength: 20 }),
    })
    .map(({ count, scores, byes, meetings }): readonly Entrant[] =>
      Array.from({ length: count }, (_, n) => ({
        player: idOf(n),
        score: scores[n] ?? 0,
        byes: byes[n] ? 1 : 0,
        met: meetings.flatMap(([a, b]) =>
          a === b || a >= count || b >= count ? [] : a === n ? [idOf(b)] : b === n ? [idOf(a)] : [],
        ),
      })).toSorted((a, b) => b.score - a.score),
    )

/** Plays a whole tournament, with the results that `isWon` decides. */
function playAll(count: number, rounds: number, isWon: (one: PlayerId, other: PlayerId) => number) {
  const seeded = Array.from({ length: count }, (_, n) => idOf(n))
  const results: Parameters<typeof standingsOf>[1][number][] = []
  const all: (readonly SwissPair[])[] = []
  for (let round = 0; round < rounds; round++) {
    const ranked = standingsOf(seeded, results).map(({ player, score }) => {
      const own = results.filter((result) => result.player === player)
      return {
        player,
        score,
        met: own.flatMap(({ opponent }) => opponent ?? []),
        byes: own.filter(({ opponent }) => opponent === undefined).length,
      }
    })
    const pairs = pairUp(ranked)
    all.push(pairs)
    for (const [player, opponent] of pairs) {
      if (opponent === undefined) results.push({ player, opponent, score: 2, points: 0 })
      else {
        const score = isWon(player, opponent)
        results.push({ player, opponent, score, points: score })
        results.push({ player: opponent, opponent: player, score: 2 - score, points: 2 - score })
      }
    }
  }
  return { seeded, results, all }
}

const keyOf = ([one, other]: SwissPair) => [one, other ?? 'bye'].toSorted().join(' ')

describe('a round of a Swiss tournament', () => {
  test('is the best of all pairings there are, up to eight players', () => {
    fc.assert(
      fc.property(entrants(8), (ranked) => {
        const group = ranked.length % 2 === 0 ? ranked : [...ranked, undefined]
        expect(costOfPairs(group, pairUp(ranked))).toBe(leastCost(group))
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  test('has every player exactly once, and one bye only if their number is odd', () => {
    fc.assert(
      fc.property(entrants(90), (ranked) => {
        const pairs = pairUp(ranked)
        const players = pairs.flat().filter((player) => player !== undefined)
        expect(players.toSorted()).toEqual(ranked.map(({ player }) => player).toSorted())
        const byes = pairs.filter(([, other]) => other === undefined)
        expect(byes).toHaveLength(ranked.length % 2)
      }),
      { seed: 7, numRuns: 20 },
    )
  })

  test('folds the list where nobody has played', () => {
    const ranked = Array.from({ length: 8 }, (_, n) => ({
      player: idOf(n),
      score: 0,
      met: [],
      byes: 0,
    }))
    expect(pairUp(ranked)).toEqual([0, 1, 2, 3].map((n) => [idOf(n), idOf(n + 4)]))
  })
})

describe('a whole Swiss tournament', () => {
  test.each([
    [7, 6],
    [8, 5],
    [33, 6],
    [64, 7],
    [150, 9],
  ])('of %i players in %i rounds has no pairing twice and no second bye', (count, rounds) => {
    const byChance = (one: PlayerId, other: PlayerId) => (Number(one) * 7 + Number(other)) % 3
    for (const isWon of [() => 2, byChance]) {
      const { all } = playAll(count, rounds, isWon)
      const keys = all.flat().map(keyOf)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  test('is won by the player who wins all matches', () => {
    const isWon = (one: PlayerId, other: PlayerId) => (one < other ? 2 : 0)
    const { seeded, results } = playAll(32, 5, isWon)
    expect(standingsOf(seeded, results)[0]).toMatchObject({ player: idOf(0), score: 10, place: 1 })
  })
})

describe('standings', () => {
  const [a, b, c] = [idOf(1), idOf(2), idOf(3)]
  const match = (
    player: PlayerId,
    opponent: PlayerId,
    score: number,
    points: readonly [number, number],
  ) => [
    { player, opponent, score, points: points[0] },
    { player: opponent, opponent: player, score: 2 - score, points: points[1] },
  ]

  test('are decided by points on the board where all else is level', () => {
    const results = [
      ...match(a, b, 1, [20, 20]),
      ...match(b, c, 1, [31, 31]),
      ...match(c, a, 1, [25, 25]),
    ]
    expect(standingsOf([a, b, c], results).map(({ player }) => player)).toEqual([c, b, a])
  })

  test('put first who has scored among those who are level', () => {
    const [d, e, f] = [idOf(4), idOf(5), idOf(6)]
    const results = [
      ...match(a, b, 2, [30, 20]),
      ...match(c, a, 2, [30, 20]),
      ...match(b, d, 2, [90, 0]),
      ...match(e, c, 2, [40, 10]),
      ...match(d, f, 2, [40, 10]),
    ]
    const all = standingsOf([b, a, c, d, e, f], results)
    expect(all.slice(0, 3)).toMatchObject([
      { player: a, score: 2, buchholz: 4, headToHead: 2, points: 50 },
      { player: c, score: 2, buchholz: 4, headToHead: 2, points: 40 },
      { player: b, score: 2, buchholz: 4, headToHead: 0, points: 110 },
    ])
  })

  test('do not depend on the order in which results are read', () => {
    const { seeded, results } = playAll(16, 4, (one, other) => (Number(one) + Number(other)) % 3)
    fc.assert(
      fc.property(fc.shuffledSubarray(results, { minLength: results.length }), (shuffled) => {
        expect(standingsOf(seeded, shuffled)).toEqual(standingsOf(seeded, results))
      }),
      { seed: 7, numRuns: 50 },
    )
  })

  test('count a bye as an opponent who scores one a round', () => {
    const results = [
      { player: a, opponent: undefined, score: 2, points: 0 },
      ...match(b, c, 2, [40, 2]),
    ]
    expect(standingsOf([a, b, c], results)).toMatchObject([
      { player: a, score: 2, buchholz: 1 },
      { player: b, score: 2, buchholz: 0 },
      { player: c, score: 0, buchholz: 2 },
    ])
  })
})
