import type { PlayerId } from '@hokito/protocol'

/** The result of one player's round: one match of two games, or a bye. */
export interface RoundResult {
  readonly player: PlayerId
  /** Absent for a bye. */
  readonly opponent: PlayerId | undefined
  /** 2 for a match won, 1 for one drawn, 0 for one lost; a bye is worth 2. */
  readonly score: number
  /** Points on the board, of both games. */
  readonly points: number
}

/** A player's standing, with its tiebreaks. */
export interface Standing {
  readonly player: PlayerId
  /** From 1; no two players share a place. */
  readonly place: number
  readonly score: number
  /** The sum of all opponents' scores; a bye counts as an opponent who scores one a round. */
  readonly buchholz: number
  /** Scored against players with the same score and Buchholz. */
  readonly headToHead: number
  /** Points on the board, in all games. */
  readonly points: number
}

/** The score of a bye: as much as a match won. */
export const BYE_SCORE = 2

/**
 * All who entered, the best first: by score, then Buchholz, then score among those still level,
 * then points on the board, then their order in the given list.
 * @param seeded all who entered, the strongest first
 * @param results of all rounds; nothing else counts
 */
export function standingsOf(
  seeded: readonly PlayerId[],
  results: readonly RoundResult[],
): readonly Standing[] {
  const byPlayer = groupedBy(results, ({ player }) => player)
  const ofPlayer = (player: PlayerId) => byPlayer.get(player) ?? []
  const scores = new Map(seeded.map((player) => [player, sum(ofPlayer(player), 'score')]))
  const rounds = Math.max(0, ...seeded.map((player) => ofPlayer(player).length))
  const rows = seeded.map((player) => {
    const faced = ofPlayer(player).map(({ opponent }) =>
      opponent === undefined ? rounds : (scores.get(opponent) ?? 0),
    )
    const buchholz = faced.reduce((total, score) => total + score, 0)
    return {
      player,
      score: scores.get(player) ?? 0,
      buchholz,
      points: sum(ofPlayer(player), 'points'),
    }
  })
  const level = groupedBy(rows, ({ score, buchholz }) => `${score} ${buchholz}`)
  const peers = new Map(
    [...level.values()].flatMap((group) => {
      const players = new Set(group.map(({ player }) => player))
      return group.map(({ player }) => [player, players] as const)
    }),
  )
  return rows
    .map((row) => ({ ...row, headToHead: among(peers.get(row.player), ofPlayer(row.player)) }))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.buchholz - a.buchholz ||
        b.headToHead - a.headToHead ||
        b.points - a.points,
    )
    .map((row, index) => ({ ...row, place: index + 1 }))
}

// --- internal ---

function groupedBy<K, T>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

function sum(results: readonly RoundResult[], what: 'score' | 'points'): number {
  return results.reduce((total, result) => total + result[what], 0)
}

function among(peers: ReadonlySet<PlayerId> | undefined, results: readonly RoundResult[]): number {
  const met = results.filter(({ opponent }) => opponent !== undefined && peers?.has(opponent))
  return sum(met, 'score')
}
