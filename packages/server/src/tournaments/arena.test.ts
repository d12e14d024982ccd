import { type PlayerId, playerIdSchema } from '@hokito/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AGAIN_AFTER_MS,
  type ArenaPair,
  arenaPairs,
  blackOf,
  seatsOf,
  type Waiter,
} from './arena-pairing.ts'
import { arenaStandings, NO_TALLY, tallied } from './arena-score.ts'

const idOf = (n: number): PlayerId => playerIdSchema.parse(String(n).padStart(12, '0'))

const pairUp = (ranked: readonly Waiter[]): readonly ArenaPair[] => [...arenaPairs(ranked)].flat()

/** Waiting players, the best first, each with any latest opponent or none. */
const waiters = (most: number, longestMs: number) =>
  fc
    .array(
      fc.record({
        score: fc.nat(40),
        last: fc.option(fc.nat(most - 1), { nil: undefined }),
        waitedMs: fc.nat(longestMs),
      }),
      { maxLength: most },
    )
    .map((all): readonly Waiter[] =>
      all
        .map(({ last, ...one }, n) => ({
          ...one,
          player: idOf(n),
          last: last === undefined || last === n ? undefined : idOf(last),
        }))
        .toSorted((a, b) => b.score - a.score),
    )

const haveJustMet = (one: Waiter, other: Waiter) =>
  one.last === other.player || other.last === one.player

/** The most pairs in which no one meets their latest opponent again, found by trying all ways. */
function mostFresh(free: readonly Waiter[]): number {
  const [one, ...rest] = free
  if (one === undefined) return 0
  const without = mostFresh(rest)
  return rest.reduce((best, other) => {
    if (haveJustMet(one, other)) return best
    return Math.max(best, 1 + mostFresh(rest.filter((waiter) => waiter !== other)))
  }, without)
}

function pairsOf(ranked: readonly Waiter[]): readonly (readonly [Waiter, Waiter])[] {
  const waiterOf = (player: PlayerId) => {
    const found = ranked.find((waiter) => waiter.player === player)
    if (found === undefined) throw new Error('paired without waiting')
    return found
  }
  return pairUp(ranked).map(([one, other]) => [waiterOf(one), waiterOf(other)])
}

describe('a pairing of an arena', () => {
  test('has nobody twice, and only those who wait', () => {
    fc.assert(
      fc.property(waiters(150, 60_000), (ranked) => {
        const players = pairsOf(ranked).flatMap(([one, other]) => [one.player, other.player])
        expect(new Set(players).size).toBe(players.length)
      }),
      { seed: 7, numRuns: 30 },
    )
  })

  test('lets nobody meet the same player twice in a row where that can be avoided', () => {
    fc.assert(
      fc.property(waiters(8, 60_000), (ranked) => {
        const fresh = pairsOf(ranked).filter(([one, other]) => !haveJustMet(one, other))
        expect(fresh).toHaveLength(mostFresh(ranked))
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  test('lets two meet again only after both have waited for others', () => {
    fc.assert(
      fc.property(waiters(8, 2 * AGAIN_AFTER_MS), (ranked) => {
        for (const [one, other] of pairsOf(ranked)) {
          const waitedMs = Math.min(one.waitedMs, other.waitedMs)
          expect(haveJustMet(one, other) && waitedMs < AGAIN_AFTER_MS).toBe(false)
        }
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  test('leaves nobody over but one of an odd number, where nobody has just met', () => {
    fc.assert(
      fc.property(waiters(150, 60_000), (all) => {
        const ranked = all.map((waiter) => ({ ...waiter, last: undefined }))
        expect(pairUp(ranked)).toHaveLength(Math.floor(ranked.length / 2))
      }),
      { seed: 7, numRuns: 30 },
    )
  })

  test('leaves over who has waited least', () => {
    const ranked = [9000, 2000, 8000].map((waitedMs, n) => ({
      ...{ player: idOf(n), score: n === 1 ? 4 : 20, last: undefined, waitedMs },
    }))
    expect(pairUp(ranked)).toEqual([[idOf(0), idOf(2)]])
  })

  test('brings those together whose scores are near', () => {
    const ranked = [20, 18, 4, 2].map((score, n) => ({
      ...{ player: idOf(n), score, last: undefined, waitedMs: 5000 },
    }))
    expect(pairUp(ranked)).toEqual([
      [idOf(0), idOf(1)],
      [idOf(2), idOf(3)],
    ])
  })

  test('lets the two who are alone meet again once they have waited', () => {
    const two = (waitedMs: number) => [
      { player: idOf(0), score: 2, last: idOf(1), waitedMs },
      { player: idOf(1), score: 0, last: idOf(0), waitedMs },
    ]
    expect(pairUp(two(AGAIN_AFTER_MS - 1))).toEqual([])
    expect(pairUp(two(AGAIN_AFTER_MS))).toEqual([[idOf(0), idOf(1)]])
  })

  test('is made in groups, none of which could hold up the server', () => {
    const ranked = Array.from({ length: 1000 }, (_, n) => ({
      ...{ player: idOf(n), score: 0, last: undefined, waitedMs: 5000 },
    }))
    const groups = [...arenaPairs(ranked)]
    expect(Math.max(...groups.map((group) => group.length))).toBeLessThanOrEqual(24)
    expect(groups.flat()).toHaveLength(500)
  })
})

describe('colours', () => {
  const one = { player: idOf(1), blacks: 1, games: 3 }

  test('let the one move first who has done so less often', () => {
    const other = { player: idOf(2), blacks: 2, games: 3 }
    expect(blackOf(one, other)).toBe(one.player)
    expect(blackOf(other, one)).toBe(one.player)
    expect(blackOf(one, { ...other, blacks: 0, games: 0 })).toBe(one.player)
    expect(seatsOf([other.player, one.player], one.player)).toEqual({
      black: one.player,
      white: other.player,
    })
  })

  test('are drawn by lot where both have moved first as often', () => {
    expect(blackOf(one, { player: idOf(2), blacks: 1, games: 3 })).toBeUndefined()
    expect(blackOf(one, { player: idOf(2), blacks: 0, games: 1 })).toBeUndefined()
  })

  test('even out in any order of opponents', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.boolean())), (meetings) => {
        const all = Array.from({ length: 6 }, (_, n) => ({ player: idOf(n), blacks: 0, games: 0 }))
        for (const [a, b, lot] of meetings) {
          const [first, second] = [all[a], all[b]]
          if (first === undefined || second === undefined || a === b) continue
          const black = blackOf(first, second) ?? (lot ? first : second).player
          for (const player of [first, second]) {
            player.games++
            if (player.player === black) player.blacks++
          }
        }
        // However one-sided the pairings: each game evens out its two players.
        const excess = all.map(({ blacks, games }) => 2 * blacks - games)
        expect(Math.max(...excess) - Math.min(...excess)).toBeLessThanOrEqual(all.length)
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})

describe('the score of an arena', () => {
  test.each([
    ['', 0, 0],
    ['w', 2, 1],
    ['ww', 4, 2],
    ['www', 8, 3],
    ['wwww', 12, 4],
    ['wwl', 4, 0],
    ['wwlw', 6, 1],
    ['wwd', 5, 0],
    ['wwdw', 7, 1],
    ['wwwdwww', 17, 3],
    ['wdw', 5, 1],
    ['ddd', 3, 0],
    ['lll', 0, 0],
    ['wwwlwwwd', 17, 0],
  ])('of %j is %i, with a streak of %i', (games, score, streak) => {
    const worth: Record<string, number> = { w: 2, d: 1, l: 0 }
    const tally = [...games].reduce(
      (sum, game) => tallied(sum, { score: worth[game] ?? 0, points: 10 }),
      NO_TALLY,
    )
    expect(tally).toMatchObject({ score, streak, points: 10 * games.length, games: games.length })
    expect(tally.wins).toBe([...games].filter((game) => game === 'w').length)
  })

  test('decides, then games won, then points, then who came first', () => {
    const entrant = (n: number, more: object) => ({
      ...NO_TALLY,
      player: idOf(n),
      at: 100,
      ...more,
    })
    const all = [
      entrant(1, { score: 4, wins: 1 }),
      entrant(2, { score: 4, wins: 2, points: 5 }),
      entrant(3, { score: 4, wins: 2, points: 7 }),
      entrant(4, { score: 5 }),
      entrant(5, { score: 4, wins: 2, points: 7, at: 99 }),
      entrant(6, { score: 4, wins: 1 }),
    ]
    const order = arenaStandings(all).map(({ player, place }) => [player, place])
    expect(order).toEqual([4, 5, 3, 2, 1, 6].map((n, index) => [idOf(n), index + 1]))
  })
})
