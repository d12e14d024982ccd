import {
  type ColorChoice,
  type GameId,
  type PlayerId,
  proofGameOf,
  type Terms,
} from '@hokito/protocol'
import type { Game } from './game.ts'

/** What chance had shown in a game that was called off. It stays for the next game of the same two. */
export interface Left {
  /** Who left; undefined where that is nobody's doing. */
  readonly leaver: PlayerId | undefined
  readonly black: PlayerId
  readonly white: PlayerId
  readonly setup: Terms['setup']['kind']
  /** Undefined where the deal was not made yet, or given: then the colours alone stay. */
  readonly deal: string | undefined
  /** The game in which the deal is proved, or else this game. */
  readonly origin: GameId
  readonly at: number
}

/** What two players have left over for their next game. */
export interface Kept extends Pick<Left, 'black' | 'deal' | 'origin'> {
  /** The key of the game that was called off. */
  readonly game: number
}

/** Is anything hidden before a game on these terms begins: what chance deals, or what the other side places? */
export function isLeftToChance(terms: Terms, color: ColorChoice): boolean {
  return terms.setup.kind !== 'given' || color === 'random'
}

/** What stays of a game that has just ended; undefined unless it was called off with something seen. */
export function leftOf({ view }: Game): Left | undefined {
  const { ending, endedAt: at, seats, terms, leftBy } = view
  if (ending?.kind !== 'aborted' || at === undefined) return undefined
  const deal = terms.setup.kind === 'given' ? undefined : view.deal
  if (deal === undefined && view.lot === undefined) return undefined
  return {
    leaver: leftBy && seats[leftBy].id,
    black: seats.black.id,
    white: seats.white.id,
    setup: terms.setup.kind,
    deal,
    origin: proofGameOf(view) ?? view.id,
    at,
  }
}

/** How long what was left stays, and counts. */
export const MEMORY_MS = 86_400_000

/**
 * How long somebody has to wait before chance deals to them again, in milliseconds; 0 for not at all.
 * @param leavings the instants at which they have left games, in any order
 */
export function waitMs(leavings: readonly number[], now: number): number {
  const counting = leavings.filter((at) => at > now - MEMORY_MS).toSorted((a, b) => a - b)
  const last = counting.at(-1)
  if (last === undefined) return 0
  // One after another, so that many games left at once cost as much as the same number in turn.
  const until = counting.reduce((end, at, n) => Math.max(end, at) + waitAfter(n + 1), 0)
  return Math.max(0, Math.min(until, last + MEMORY_MS) - now)
}

// --- internal ---

const MINUTE_MS = 60_000

/** The first time is free: a wrong press, a bell at the door. */
const WAITS_MS = [0, 1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)

function waitAfter(times: number): number {
  return WAITS_MS[Math.min(times, WAITS_MS.length) - 1] ?? 0
}
