import type { ClientMessage, Refusal, Refused, Reply } from '@hokito/protocol'
import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** The answer to a message; undefined if none came. */
export type Answer<M extends ClientMessage> = Reply<M['type']> | Refused | undefined

/** Sends a message. */
export type Send = <M extends ClientMessage>(message: M) => Promise<Answer<M>>

/** Sending that waits and retries when the server asks for it. */
export interface PatientSend {
  readonly send: Send
  /** Does a message wait to be sent again? */
  readonly isWaiting: ReadonlySignal<boolean>
}

/**
 * Retries a message that the server was too busy for, after the pause that the server asked for. It
 * is the same message, so a command keeps its id and counts once. A second refusal is the answer.
 * So is the first if the pause would be long or many messages already wait.
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

/**
 * Judges answers of the server that may be older than what the page knows; true if one is to be
 * believed all the same. A server may be late for a moment, but one restored from a backup stays
 * behind, so the second older answer in a row counts.
 */
export function createOlderAnswers(): (isOlder: boolean) => boolean {
  let wasOlder = false
  return (isOlder) => {
    const isBelieved = isOlder && wasOlder
    wasOlder = isOlder
    return isBelieved
  }
}

// --- internal ---

/** Nobody waits longer than this for an answer. */
const LONGEST_WAIT_MS = 15_000

/** More messages than a person causes in that time. */
const MOST_WAITING = 10

/** How long to wait before a retry; undefined if a retry would not help. */
function waitOf(
  answer: { readonly ok: boolean; readonly refusal?: Refusal } | undefined,
): number | undefined {
  const { code, retryAfterMs } = answer?.refusal ?? {}
  if (code !== 'tooMany' || retryAfterMs === undefined) return undefined
  return retryAfterMs <= LONGEST_WAIT_MS ? retryAfterMs : undefined
}
