import type { PlayerId } from '@hokito/protocol'
import { leastPairs } from './matching.ts'

/** A player to be paired, with the data that pairing uses. */
export interface Entrant {
  readonly player: PlayerId
  /** Points so far: integers. */
  readonly score: number
  /** The opponents so far, repeated if a repetition could not be avoided. */
  readonly met: readonly PlayerId[]
  /** The number of rounds in which this player had a bye. */
  readonly byes: number
}

/**
 * Two who play each other, the higher in the standings first; the last of an odd number has a bye.
 */
export type SwissPair = readonly [PlayerId, PlayerId | undefined]

/**
 * Pairs a round. The criteria in order: no second bye and no repeated opponent if avoidable; scores
 * as close as possible; players with equal scores meet as in a folded list, the first of the upper
 * half with the first of the lower half. These are our own rules, not FIDE's. Up to 32 players the
 * pairing is optimal. More are paired in groups from the top, as pairing all together would hold up
 * the server. Each step pairs one group, so that the caller can let other work run in between.
 * @param ranked all who play, by their standing
 */
export function* swissPairs(
  ranked: readonly Entrant[],
): Generator<undefined, readonly SwissPair[], undefined> {
  const vertices: readonly Vertex[] = ranked.length % 2 === 0 ? ranked : [...ranked, undefined]
  const pairs: Paired[] = []
  for (let from = 0; from < vertices.length; ) {
    const to = endOf(from, vertices.length)
    const done = pairGroup(vertices, from, to)
    pairs.push(...done.pairs)
    from = done.to
    yield
  }
  const last = pairs.findIndex(isAvoidable)
  // The last group has no one below it to avoid a repetition with, so it is paired again with
  // players above it.
  const all = last === -1 ? pairs : mend(vertices, pairs)
  return all.map(({ one, other }) => [one.player, other?.player])
}

/**
 * The cost of a pair: a second bye costs most, then a repeated opponent, then scores, then places.
 */
export function costOf(one: Entrant, other: Entrant | undefined, apart: number): number {
  if (other === undefined) return one.byes * SECOND_BYE + one.score ** 2 * SCORES + apart
  const meetings = one.met.filter((player) => player === other.player).length
  return meetings * AGAIN + (one.score - other.score) ** 2 * SCORES + apart
}

/**
 * How far two places are from those that would meet in a folded list of one score; for a bye, from
 * the last place.
 */
export function placesApart(group: readonly (Entrant | undefined)[], a: number, b: number): number {
  const [one, other] = [group[a], group[b]]
  if (one === undefined || other === undefined) {
    return group.length - 1 - Math.max(one ? a : 0, other ? b : 0)
  }
  if (one.score !== other.score) return Math.abs(a - b)
  const size = group.filter((entrant) => entrant?.score === one.score).length
  return Math.abs(Math.abs(a - b) - Math.floor(size / 2))
}

// --- internal ---

/** The number of players paired together: some thirty milliseconds of work. */
const GROUP = 32
/** If a group cannot be paired without a repetition, it is extended by this many, a few times. */
const MORE = 16
const LARGEST_GROUP = 64

// Each outweighs the sum of all below it in the largest group: 32 pairs, scores up to 60 apart,
// places up to 64.
const SCORES = 2 ** 12
const AGAIN = 2 ** 29
const SECOND_BYE = 2 ** 38
const MOST = 2 ** 46

/** An entrant, or the imaginary opponent of an odd group. */
type Vertex = Entrant | undefined

interface Paired {
  readonly one: Entrant
  readonly other: Vertex
}

function endOf(from: number, length: number): number {
  const to = from + GROUP
  // Avoids a last group too small to have a choice.
  return length - to < GROUP / 2 ? Math.min(length, from + LARGEST_GROUP) : to
}

function pairGroup(vertices: readonly Vertex[], from: number, end: number) {
  for (let to = end; ; to = Math.min(vertices.length, to + MORE)) {
    const pairs = bestPairs(vertices.slice(from, to))
    const isLast = to === vertices.length || to - from >= LARGEST_GROUP
    if (isLast || !pairs.some(isAvoidable)) return { pairs, to }
  }
}

/** Pairs the last players again, with as many above them as may be paired together. */
function mend(vertices: readonly Vertex[], pairs: readonly Paired[]): readonly Paired[] {
  const kept = Math.max(0, pairs.length - LARGEST_GROUP / 2)
  const loose = new Set<Vertex>(pairs.slice(kept).flatMap(({ one, other }) => [one, other]))
  const again = bestPairs(vertices.filter((vertex) => loose.has(vertex)))
  return costOfAll(again) < costOfAll(pairs.slice(kept))
    ? [...pairs.slice(0, kept), ...again]
    : pairs
}

function bestPairs(group: readonly Vertex[]): readonly Paired[] {
  const pairs = leastPairs(group.length, MOST, (a, b) => {
    const one = group[a]
    return one === undefined ? MOST : costOf(one, group[b], placesApart(group, a, b))
  })
  return pairs.flatMap(([a, b]) => {
    const one = group[a]
    return one === undefined ? [] : [{ one, other: group[b] }]
  })
}

function isAvoidable({ one, other }: Paired): boolean {
  return costOf(one, other, 0) >= AGAIN
}

function costOfAll(pairs: readonly Paired[]): number {
  return pairs.reduce((sum, { one, other }) => sum + costOf(one, other, 0), 0)
}
