import type { PlayerId } from '@hokito/protocol'
import { leastPairs } from './matching.ts'

/** Somebody who is to be paired, with all that pairing looks at. */
export interface Entrant {
  readonly player: PlayerId
  /** Points so far: whole numbers. */
  readonly score: number
  /** Whom this player has met, with repetitions where that could not be avoided. */
  readonly met: readonly PlayerId[]
  /** How many rounds this player has had a bye. */
  readonly byes: number
}

/** Two who play each other, the one who stands higher first; the last of an odd number has a bye. */
export type SwissPair = readonly [PlayerId, PlayerId | undefined]

/**
 * Pairs a round: nobody has a second bye and no two meet again as long as that can be avoided, then scores are as near
 * as can be, then those of one score meet as in a folded list, the first of the upper half the first of the lower half.
 * These are our own rules and not FIDE's. Up to 32 players they give the best pairing there is; more are paired from
 * the top in groups, as one for all would hold up the server. Each step pairs one group, for the caller to let others
 * run in between.
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
  // At the end nobody is left below to avoid it with: those above are paired anew together with them.
  const all = last === -1 ? pairs : mend(vertices, pairs)
  return all.map(({ one, other }) => [one.player, other?.player])
}

/** What a pair weighs against pairing it: a second bye most, then meeting again, then scores, then places. */
export function costOf(one: Entrant, other: Entrant | undefined, apart: number): number {
  if (other === undefined) return one.byes * SECOND_BYE + one.score ** 2 * SCORES + apart
  const meetings = one.met.filter((player) => player === other.player).length
  return meetings * AGAIN + (one.score - other.score) ** 2 * SCORES + apart
}

/** How far two places are from those that would meet in a folded list of one score; a bye, from the last place. */
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

/** As many are paired at once: some thirty milliseconds of work. */
const GROUP = 32
/** Where a group cannot be paired without meeting again, so many more are added, a few times. */
const MORE = 16
const LARGEST_GROUP = 64

// Each outweighs all below it of the largest group: 32 pairs, scores up to 60 apart, places up to 64.
const SCORES = 2 ** 12
const AGAIN = 2 ** 29
const SECOND_BYE = 2 ** 38
const MOST = 2 ** 46

/** An entrant, or nobody, with whom one of an odd number is paired. */
type Vertex = Entrant | undefined

interface Paired {
  readonly one: Entrant
  readonly other: Vertex
}

function endOf(from: number, length: number): number {
  const to = from + GROUP
  // No last group so small that it has no choice.
  return length - to < GROUP / 2 ? Math.min(length, from + LARGEST_GROUP) : to
}

function pairGroup(vertices: readonly Vertex[], from: number, end: number) {
  for (let to = end; ; to = Math.min(vertices.length, to + MORE)) {
    const pairs = bestPairs(vertices.slice(from, to))
    const isLast = to === vertices.length || to - from >= LARGEST_GROUP
    if (isLast || !pairs.some(isAvoidable)) return { pairs, to }
  }
}

/** Pairs the last ones again together with as many above them as may be paired at once. */
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
