import type { PlayerId } from '@hokito/protocol'
import type { RoundResult } from './standings.ts'

/** Two who play each other; the second is absent if the first sits out the round. */
export type RoundRobinPair = readonly [PlayerId, PlayerId | undefined]

/** The number of rounds that this many players need for all to meet. */
export function roundsOf(players: number): number {
  if (players < 2) return 0
  return players % 2 === 0 ? players - 1 : players
}

/**
 * Pairs a round so that everyone meets a new opponent, by the circle method: the first player
 * stays, the others move one place a round, and opposite players meet. After all rounds each two
 * players have met once.
 * @param seeded all who take part, in an order that stays the same
 * @param round from 1 to `roundsOf`
 */
export function roundRobinPairs(
  seeded: readonly PlayerId[],
  round: number,
): readonly RoundRobinPair[] {
  // With an odd number, the player opposite the empty place sits out.
  const [fixed, ...circle] = seeded.length % 2 === 0 ? seeded : [...seeded, undefined]
  const turn = (round - 1) % Math.max(1, circle.length)
  const turned = [fixed, ...circle.slice(turn), ...circle.slice(0, turn)]
  return turned.slice(0, turned.length / 2).flatMap((one, index): readonly RoundRobinPair[] => {
    const other = turned[turned.length - 1 - index]
    if (one !== undefined) return [[one, other]]
    return other === undefined ? [] : [[other, undefined]]
  })
}

/** A player's standing, with its tiebreaks. */
export interface RoundRobinStanding {
  readonly player: PlayerId
  /** From 1; no two players share a place. */
  readonly place: number
  readonly score: number
  /** Scored against players with the same score. */
  readonly headToHead: number
  /** The scores of all opponents, each weighted by the player's result against that opponent. */
  readonly sonnebornBerger: number
  /** Points on the board, in all games. */
  readonly points: number
}

/**
 * All who entered, the best first: by score, then score among those with equal scores, then
 * Sonneborn-Berger, then points on the board, then their order in the given list.
 * @param results of all rounds; a player who sat out has no result, or one worth nothing
 */
export function roundRobinStandings(
  seeded: readonly PlayerId[],
  results: readonly RoundResult[],
): readonly RoundRobinStanding[] {
  const own = new Map(seeded.map((player) => [player, [] as RoundResult[]]))
  for (const result of results) own.get(result.player)?.push(result)
  const scores = new Map(
    [...own].map(([player, all]) => [player, sumOf(all, ({ score }) => score)]),
  )
  const scoreOf = (player: PlayerId | undefined) => (player && scores.get(player)) ?? 0
  return seeded
    .map((player) => {
      const all = own.get(player) ?? []
      const score = scoreOf(player)
      const isLevel = ({ opponent }: RoundResult) => opponent && scoreOf(opponent) === score
      return {
        player,
        score,
        headToHead: sumOf(all, (result) => (isLevel(result) ? result.score : 0)),
        sonnebornBerger: sumOf(all, (result) => result.score * scoreOf(result.opponent)),
        points: sumOf(all, ({ points }) => points),
      }
    })
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.headToHead - a.headToHead ||
        b.sonnebornBerger - a.sonnebornBerger ||
        b.points - a.points,
    )
    .map((row, index) => ({ ...row, place: index + 1 }))
}

/**
 * Each player's score against each other player, in the given order; null against oneself, and for
 * unfinished matches.
 * @param results of all rounds
 */
export function crosstableOf(
  order: readonly PlayerId[],
  results: readonly RoundResult[],
): readonly (readonly (number | null)[])[] {
  const keyOf = (player: PlayerId, opponent: PlayerId) => `${player} ${opponent}`
  const scores = new Map(
    results.flatMap(({ player, opponent, score }) =>
      opponent === undefined ? [] : [[keyOf(player, opponent), score] as const],
    ),
  )
  return order.map((player) => order.map((opponent) => scores.get(keyOf(player, opponent)) ?? null))
}

// --- internal ---

function sumOf(results: readonly RoundResult[], what: (result: RoundResult) => number): number {
  return results.reduce((total, result) => total + what(result), 0)
}
