import type { PlayerId } from '@hokito/protocol'
import type { ByColor } from '@hokito/rules'
import { leastPairs } from './matching.ts'

/** A player in an arena who waits for a game, with the data that pairing uses. */
export interface Waiter {
  readonly player: PlayerId
  readonly score: number
  /** The latest opponent; undefined before the first game. */
  readonly last: PlayerId | undefined
  readonly waitedMs: number
}

/** Two players who meet. */
export type ArenaPair = readonly [PlayerId, PlayerId]

/**
 * The same two players meet twice in a row only if both have waited this long and no one else was
 * free.
 */
export const AGAIN_AFTER_MS = 15_000

/**
 * Pairs the waiting players. The criteria in order: no one meets the same player twice in a row if
 * avoidable; of an odd number, the player who has waited least keeps waiting; scores are as close
 * as possible. More than about thirty are paired in groups from the top, one group a step, so that
 * the caller can store the pairs and let other work run in between.
 * @param ranked all who wait, the best first
 */
export function* arenaPairs(ranked: readonly Waiter[]): Generator<readonly ArenaPair[], void> {
  for (let from = 0; from < ranked.length; ) {
    const to = endOf(from, ranked.length)
    yield pairGroup(ranked.slice(from, to))
    from = to
  }
}

/** How many games a player has played, and how many of them as Black. */
export interface ColorHistory {
  readonly player: PlayerId
  readonly blacks: number
  readonly games: number
}

/**
 * Returns who plays Black: the player who has done so less often, relative to playing White;
 * undefined if both are equal, and a draw by lot has to decide.
 */
export function blackOf(one: ColorHistory, other: ColorHistory): PlayerId | undefined {
  const difference = excessOf(one) - excessOf(other)
  if (difference === 0) return undefined
  return difference < 0 ? one.player : other.player
}

/** The seats of two players, given who is Black. */
export function seatsOf([one, other]: ArenaPair, black: PlayerId): ByColor<PlayerId> {
  return one === black ? { black: one, white: other } : { black: other, white: one }
}

// --- internal ---

/**
 * The number of players paired together; even, so that only the last group can leave a player over.
 */
const GROUP = 32

// Each outweighs the sum of all below it in the largest group: 24 pairs, scores up to 255 apart,
// waiting up to 1,000 seconds.
const SCORE = 2 ** 11
const SECOND = 2 ** 33
const AGAIN = 2 ** 44
const MOST = 2 ** 45
const MOST_APART = 255
const MOST_SECONDS = 1000

type Vertex = Waiter | undefined

function endOf(from: number, length: number): number {
  const to = from + GROUP
  // Avoids a last group too small to have a choice.
  return length - to < GROUP / 2 ? length : to
}

function pairGroup(group: readonly Waiter[]): readonly ArenaPair[] {
  // An odd group gets an imaginary opponent.
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

/** How many more games a player has played as Black than as White. */
function excessOf({ blacks, games }: ColorHistory): number {
  return 2 * blacks - games
}
