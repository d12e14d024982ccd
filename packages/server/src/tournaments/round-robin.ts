import type { PlayerId } from '@hokito/protocol'
import type { RoundResult } from './standings.ts'

/** Two who play each other; the second is absent for whoever has nobody to play in a round. */
export type RoundRobinPair = readonly [PlayerId, PlayerId | undefined]

/** How many rounds so many need for all to have met. */
export function roundsOf(players: number): number {
  if (players < 2) return 0
  return players % 2 === 0 ? players - 1 : players
}

/**
 * A round in which everybody meets somebody new, by the circle method: the first player stays, the others move on by one
 * place a round, and those who stand opposite meet. After all rounds everybody has met everybody once.
 * @param seeded all who take part, in an order that stays the same
 * @param round from 1 to `roundsOf`
 */
export function roundRobinPairs(
  seeded: readonly PlayerId[],
  round: number,
): readonly RoundRobinPair[] {
  // Of an odd number whoever stands opposite the place that is empty has nobody to play.
  const [fixed, ...circle] = seeded.length % 2 === 0 ? seeded : [...seeded, undefined]
  const turn = (round - 1) % Math.max(1, circle.length)
  const turned = [fixed, ...circle.slice(turn), ...circle.slice(0, turn)]
  return turned.slice(0, turned.length / 2).flatMap((one, index): readonly RoundRobinPair[] => {
    const other = turned[turned.length - 1 - index]
    if (one !== undefined) return [[one, other]]
    return other === undefined ? [] : [[other, undefined]]
  })
}

/** Where a player stands, and by what. */
export interface RoundRobinStanding {
  readonly player: PlayerId
  /** From 1; nobody shares a place. */
  readonly place: number
  readonly score: number
  /** Scored against those who are level in score. */
  readonly headToHead: number
  /** Each opponent's score, counted as often as was scored against that opponent. */
  readonly sonnebornBerger: number
  /** Points on the board, in all games. */
  readonly points: number
}

/**
 * All who entered, the best first: by score, then what was scored among those who are level, then Sonneborn-Berger, then
 * points on the board, then their order in the list that is given.
 * @param results of all rounds; whoever had nobody to play has none, or one that is worth nothing
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
 * What each has scored against each, by an order of all: null for oneself, and for matches that are not over.
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
