import type { Refusal, RefusalCode, TournamentRefusal } from '@hokito/protocol'
import type { Bearer } from '../accounts/access-tokens.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Outcome } from './operation.ts'

/** What bounds what programs do. */
export interface PayingDependencies {
  readonly visitors: Pick<Visitors, 'players'>
  /** Does so much wait for the disk that nothing more should come? */
  readonly isOverloaded: () => boolean
}

/**
 * Takes what something costs from what the player may spend, by sockets and programs together.
 * @returns why it may not be done now; undefined where it may
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

/** What games and lobby refuse, as the API says it. */
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

/** When to come again, where nothing says how long it will take. */
const RETRY_MS = 2000
