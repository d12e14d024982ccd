import type { Refusal, RefusalCode, TournamentRefusal } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import type { Bearer } from '../accounts/access-tokens.ts'
import type { ApiRefused } from '../http/outcome.ts'
import type { Visitors } from '../limiting/visitors.ts'

/** The limits on programs' actions. */
export interface PayingDependencies {
  readonly visitors: Pick<Visitors, 'players'>
  /** Is so much waiting for the disk that the server should accept nothing more? */
  readonly isOverloaded: () => boolean
}

/** Charges an action to the player's rate limit, which sockets and programs share. */
export function payFor(price: number) {
  return (
    { bearer: { player } }: { readonly bearer: Bearer },
    { visitors, isOverloaded }: PayingDependencies,
  ): number => (isOverloaded() ? RETRY_MS : visitors.players.take(player.id, price))
}

/** A refusal of the games or the lobby in the format of the API. */
export function refusedAs({ code, retryAfterMs }: Refused): ApiRefused {
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

/** The answer to an action that gives nothing back. */
export function doneOrRefused(
  done: Result<unknown, RefusalCode | TournamentRefusal>,
): ApiRefused | { readonly kind: 'json'; readonly value: object } {
  return done.ok ? { kind: 'json', value: {} } : refusedAs({ code: done.error })
}

// --- internal ---

interface Refused extends Pick<Refusal, 'retryAfterMs'> {
  readonly code: RefusalCode | TournamentRefusal
}

/** The retry delay if no better one is known. */
const RETRY_MS = 2000
