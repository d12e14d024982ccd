import type { ApiEvent } from '@hokito/protocol/api'
import { ApiError } from './api-error.ts'
import type { HokitoClient } from './client.ts'
import { pause } from './pause.ts'

/** Options for following an account. */
export interface FollowOptions {
  readonly signal: AbortSignal
  /** Called when the connection is lost, with the pause before the next attempt in milliseconds. */
  readonly onLost?: (error: unknown, retryMs: number) => void
  /** Called each time the connection opens, so that the account counts as online. */
  readonly onOpen?: () => void
}

/**
 * Events of a client's account, until the signal aborts. It reconnects after each loss. Each
 * connection begins with all running games and open challenges, so no event is missed.
 * @throws ApiError if a retry cannot help, for example because the token does not allow it
 */
export async function* follow(
  client: HokitoClient,
  { signal, onLost, onOpen }: FollowOptions,
): AsyncGenerator<ApiEvent> {
  for (let losses = 0; !signal.aborted; losses++) {
    let cause: unknown
    try {
      const opened = () => {
        losses = 0
        onOpen?.()
      }
      yield* client.events(signal, opened)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && !error.isPassing) throw error
      cause = error
    }
    const retryMs = waitOf(cause, losses)
    onLost?.(cause, retryMs)
    await pause(retryMs, signal)
  }
}

// --- internal ---

const SOON_MS = 500
const LATEST_MS = 60_000

/** Doubles after each loss. A random factor keeps programs from reconnecting at the same moment. */
function waitOf(error: unknown, losses: number): number {
  const asked = error instanceof ApiError ? (error.refusal?.retryAfterMs ?? 0) : 0
  const grown = Math.min(LATEST_MS, SOON_MS * 2 ** losses)
  return Math.max(asked, Math.round(grown * (0.5 + Math.random())))
}
