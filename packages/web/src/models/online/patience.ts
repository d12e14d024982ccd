import type { ClientMessage, Refusal, Refused, Reply } from '@hokito/protocol'
import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** What a message is answered with; undefined when no answer came. */
export type Answer<M extends ClientMessage> = Reply<M['type']> | Refused | undefined

/** Sends a message. */
export type Send = <M extends ClientMessage>(message: M) => Promise<Answer<M>>

/** Sending that waits when the server asks for it. */
export interface PatientSend {
  readonly send: Send
  /** Is something waiting to be sent again? */
  readonly isWaiting: ReadonlySignal<boolean>
}

/**
 * Sends what the server had no time for once more, when the server said it would have: the same message,
 * so that a command keeps its id and counts once. A second refusal is the answer, and so is the first
 * where the wait would be long or much waits already.
 */
export function patiently(send: Send, pause: (ms: number) => Promise<void>): PatientSend {
  const waiting = signal(0)
  return {
    isWaiting: computed(() => waiting.value > 0),
    send: async <M extends ClientMessage>(message: M): Promise<Answer<M>> => {
      const reply = await send(message)
      const waitMs = waitOf(reply)
      if (waitMs === undefined || waiting.peek() >= MOST_WAITING) return reply
      waiting.value++
      try {
        await pause(waitMs)
        return await send(message)
      } finally {
        waiting.value--
      }
    },
  }
}

// --- internal ---

/** Longer than this nobody looks at a page for an answer. */
const LONGEST_WAIT_MS = 15_000

/** More than a person asks for in that time. */
const MOST_WAITING = 10

/** How long to wait before asking again; undefined where asking again would not help. */
function waitOf(
  answer: { readonly ok: boolean; readonly refusal?: Refusal } | undefined,
): number | undefined {
  const { code, retryAfterMs } = answer?.refusal ?? {}
  if (code !== 'tooMany' || retryAfterMs === undefined) return undefined
  return retryAfterMs <= LONGEST_WAIT_MS ? retryAfterMs : undefined
}
