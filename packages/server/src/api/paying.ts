import type { Refusal, RefusalCode, TournamentRefusal } from '@hokito/protocol'
import type { Bearer } from '../accounts/access-tokens.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Outcome } from './operation.ts'

/** The limits on programs' actions. */
export interface PayingDependencies {
  readonly visitors: Pick<Visitors, 'players'>
  /** Is so much waiting for the disk that the server should accept nothing more? */
  readonly isOverloaded: () => boolean
}

/**
 * Charges an action to the player's rate limit, which sockets and programs share.
 * @returns why it may not be done now; undefined if it may
 */
export function payFor(
  { player }: Bearer,
  price: number,
  { visitors, isOverloaded }: PayingDependencies,
): Outcome | undefined {
  const waitMs = isOverloaded() ? RETRY_MS : visitors.players.take(player.id, price)
  if (waitMs === 0) return undefined
  return { kind: 'refused', code: 'tooMany', details: { retryAfterMs: Math.ceil(waitMs) } }
}

/** A refusal of the games or the lobby in the format of the API. */
export function refusedAs({ code, retryAfterMs }: Refused): Outcome {
  const details = retryAfterMs === undefined ? {} : { retryAfterMs }
  switch (code) {
    case 'unknownGame':
    case 'damagedGame':
      return { kind: 'refused', code: 'unknownGame' }
    case 'unknownTournament':
      return { kind: 'refused', code: 'unknownTournament' }
    case 'unknownChallenge':
      return { kind: 'refused', code: 'unknownChallenge' }
    case 'tooMany':
      return { kind: 'refused', code: 'tooMany', details: { retryAfterMs: RETRY_MS, ...details } }
    case 'closing':
      return { kind: 'refused', code: 'closing', details: { retryAfterMs: RETRY_MS } }
    default:
      return { kind: 'refused', code: 'refused', details: { reason: code, ...details } }
  }
}

// --- internal ---

interface Refused extends Pick<Refusal, 'retryAfterMs'> {
  readonly code: RefusalCode | TournamentRefusal
}

/** The retry delay if no better one is known. */
const RETRY_MS = 2000
