import {
  type ColorChoice,
  DAY_MS,
  type GameId,
  MINUTE_MS,
  type PlayerId,
  proofGameOf,
  type Terms,
} from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import type { Game } from './game.ts'

/**
 * What a game revealed of its deal and colours before it was aborted. The next game of the same two
 * players reuses it.
 */
export interface Left {
  /** The player who left; undefined if neither did. */
  readonly leaver: PlayerId | undefined
  readonly black: PlayerId
  readonly white: PlayerId
  readonly setup: Terms['setup']['kind']
  /**
   * Undefined if the deal was not made yet, or was given by the terms. Then only the colours are
   * reused.
   */
  readonly deal: string | undefined
  /** The game in which the deal is proved; otherwise this game. */
  readonly origin: GameId
  readonly at: number
}

/** A left deal or colours that two players reuse in their next game. */
export interface Kept extends Pick<Left, 'black' | 'deal' | 'origin'> {
  /** The key of the aborted game. */
  readonly game: number
}

/**
 * Does a game on these terms begin with hidden information, from chance or from the other side's
 * placing?
 */
export function isLeftToChance(terms: Terms, color: ColorChoice): boolean {
  return terms.setup.kind !== 'given' || color === 'random'
}

/**
 * The information revealed by a game that has just ended; undefined unless it was aborted after
 * something was revealed.
 */
export function leftOf({ view }: Game): Left | undefined {
  const { ending, endedAt: at, seats, terms, leftBy, division } = view
  if (ending?.kind !== 'aborted' || at === undefined) return undefined
  const deal = terms.setup.kind === 'given' ? undefined : view.deal
  const first = division?.by ?? 'black'
  if (deal === undefined && view.lot === undefined) return undefined
  return {
    leaver: leftBy && seats[leftBy].id,
    // The player who divided it divides it again.
    black: seats[first].id,
    white: seats[opposite(first)].id,
    setup: terms.setup.kind,
    deal,
    origin: proofGameOf(view) ?? view.id,
    at,
  }
}

/** How long a left deal stays available, and a leaving counts. */
export const MEMORY_MS = DAY_MS

/**
 * How long a player has to wait before the next random deal, in milliseconds; 0 if not at all.
 * @param leavings the instants at which they left games, in any order
 */
export function waitMs(leavings: readonly number[], now: number): number {
  const counting = leavings.filter((at) => at > now - MEMORY_MS).toSorted((a, b) => a - b)
  const last = counting.at(-1)
  if (last === undefined) return 0
  // The waits add up, so that leaving many games together costs as much as leaving them in turn.
  const until = counting.reduce((end, at, n) => Math.max(end, at) + waitAfter(n + 1), 0)
  return Math.max(0, Math.min(until, last + MEMORY_MS) - now)
}

// --- internal ---

/** The first time is free: it may be a wrong click, or the doorbell. */
const WAITS_MS = [0, 1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)

function waitAfter(times: number): number {
  return WAITS_MS[Math.min(times, WAITS_MS.length) - 1] ?? 0
}
