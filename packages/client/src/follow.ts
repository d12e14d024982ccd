import type { ApiEvent } from '@hokito/protocol/api'
import { ApiError } from './api-error.ts'
import type { HokitoClient } from './client.ts'
import { pause } from './pause.ts'

/** How to follow an account. */
export interface FollowOptions {
  readonly signal: AbortSignal
  /** The line is lost, and tried again in so many milliseconds. */
  readonly onLost?: (error: unknown, retryMs: number) => void
  /** It is open, for the first time or again: the account is there. */
  readonly onOpen?: () => void
}

/**
 * What happens to the account of a client, through however many lines, until the signal ends. After each loss all that
 * runs and is open comes again, so nothing is missed.
 * @throws ApiError for what will not pass: a token that is not good for it
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

/** Twice as long after each loss, and not all programs at the same moment. */
function waitOf(error: unknown, losses: number): number {
  const asked = error instanceof ApiError ? (error.refusal?.retryAfterMs ?? 0) : 0
  const grown = Math.min(LATEST_MS, SOON_MS * 2 ** losses)
  return Math.max(asked, Math.round(grown * (0.5 + Math.random())))
}
