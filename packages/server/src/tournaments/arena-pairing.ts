import type { PlayerId } from '@hokito/protocol'
import type { ByColor } from '@hokito/rules'
import { leastPairs } from './matching.ts'

/** Somebody in an arena who waits for a game, with all that pairing looks at. */
export interface Waiter {
  readonly player: PlayerId
  readonly score: number
  /** Whom this player has met last; undefined before the first game. */
  readonly last: PlayerId | undefined
  readonly waitedMs: number
}

/** Two who are to play. */
export type ArenaPair = readonly [PlayerId, PlayerId]

/** Two who have just met do so again only after each has waited this long, and nobody else was free. */
export const AGAIN_AFTER_MS = 15_000

/**
 * Pairs those who wait: nobody meets the same player twice in a row as long as that can be avoided, of an odd number
 * whoever has waited least goes on waiting, and then scores are as near as can be. More than some thirty are paired
 * from the top in groups, a group each step, for the caller to store what is paired and to let others run in between.
 * @param ranked all who wait, the best first
 */
export function* arenaPairs(ranked: readonly Waiter[]): Generator<readonly ArenaPair[], void> {
  for (let from = 0; from < ranked.length; ) {
    const to = endOf(from, ranked.length)
    yield pairGroup(ranked.slice(from, to))
    from = to
  }
}

/** Of how many games somebody has been Black how often. */
export interface ColorHistory {
  readonly player: PlayerId
  readonly blacks: number
  readonly games: number
}

/**
 * Who moves first: whoever has done so less often, compared with how often they have not; undefined where that is level,
 * and a lot has to decide.
 */
export function blackOf(one: ColorHistory, other: ColorHistory): PlayerId | undefined {
  const difference = excessOf(one) - excessOf(other)
  if (difference === 0) return undefined
  return difference < 0 ? one.player : other.player
}

/** The colours of two players, once it is known who is Black. */
export function seatsOf([one, other]: ArenaPair, black: PlayerId): ByColor<PlayerId> {
  return one === black ? { black: one, white: other } : { black: other, white: one }
}

// --- internal ---

/** As many are paired at once: an even number, so that only the last group can leave somebody over. */
const GROUP = 32

// Each outweighs all below it of the largest group: 24 pairs, scores up to 255 apart, waiting up to 1,000 seconds.
const SCORE = 2 ** 11
const SECOND = 2 ** 33
const AGAIN = 2 ** 44
const MOST = 2 ** 45
const MOST_APART = 255
const MOST_SECONDS = 1000

type Vertex = Waiter | undefined

function endOf(from: number, length: number): number {
  const to = from + GROUP
  // No last group so small that it has no choice.
  return length - to < GROUP / 2 ? length : to
}

function pairGroup(group: readonly Waiter[]): readonly ArenaPair[] {
  // With one of an odd number somebody is paired who is not there.
  const vertices: readonly Vertex[] = group.length % 2 === 0 ? group : [...group, undefined]
  const pairs = leastPairs(vertices.length, MOST, (a, b) => costOf(vertices[a], vertices[b], b - a))
  return pairs.flatMap(([a, b]): readonly ArenaPair[] => {
    const [one, other] = [vertices[a], vertices[b]]
    return one === undefined || other === undefined || isTooSoon(one, other)
      ? []
      : [[one.player, other.player]]
  })
}

function costOf(one: Vertex, other: Vertex, apart: number): number {
  if (one === undefined || other === undefined) {
    const waitedMs = (one ?? other)?.waitedMs ?? 0
    return Math.min(MOST_SECONDS, Math.floor(waitedMs / 1000)) * SECOND
  }
  const difference = Math.min(MOST_APART, Math.abs(one.score - other.score))
  return (haveJustMet(one, other) ? AGAIN : 0) + difference ** 2 * SCORE + apart
}

function haveJustMet(one: Waiter, other: Waiter): boolean {
  return one.last === other.player || other.last === one.player
}

function isTooSoon(one: Waiter, other: Waiter): boolean {
  return haveJustMet(one, other) && Math.min(one.waitedMs, other.waitedMs) < AGAIN_AFTER_MS
}

/** By how many games somebody has been Black more often than White. */
function excessOf({ blacks, games }: ColorHistory): number {
  return 2 * blacks - games
}
