import type { ClientMessage } from '@hokito/protocol'
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { pause } from '../device/pause.ts'
import type { Connection } from './connection.ts'
import type { Send } from './patience.ts'

/**
 * A message pressed while the server could not be reached: it waits until there is a connection.
 */
export interface KeptPress {
  /** The waiting message; undefined if there is none. */
  readonly kept: ReadonlySignal<ClientMessage | undefined>
  /**
   * Sends a message, and sends the same one again if no answer came, so that a command keeps its id
   * and counts once. Undefined if it was cancelled, or if another press replaced it.
   */
  readonly press: Send
  /**
   * Cancels the waiting message. If the server has received it after all, its messages will show
   * that.
   */
  cancel(): void
}

/** Keeps one press at a time, the last: only one person presses. */
export function createKeptPress({ send, status }: Pick<Connection, 'send' | 'status'>): KeptPress {
  const kept = signal<ClientMessage | undefined>(undefined)
  let latest: ClientMessage | undefined
  // On an outdated page `send` answers straight away, with the refusal `outdated`.
  const isHeard = () => status.value === 'online' || status.value === 'outdated'

  /** Waits for a connection. Is the message still wanted then? */
  function isWantedThen(message: ClientMessage): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        const isWanted = kept.value === message
        if (isWanted && !isHeard()) return
        resolve(isWanted)
        // On the first run there is nothing to stop yet.
        queueMicrotask(() => stop())
      })
    })
  }

  const press: Send = async (message) => {
    latest = message
    kept.value = undefined
    const answer = await send(message)
    if (answer !== undefined || latest !== message) return answer
    kept.value = message
    while (await isWantedThen(message)) {
      const later = await send(message)
      if (later !== undefined) {
        if (kept.peek() === message) kept.value = undefined
        return later
      }
      if (isHeard()) await pause(AGAIN_MS)
    }
    return undefined
  }

  return {
    kept,
    press,
    cancel: () => {
      kept.value = undefined
    },
  }
}

// --- internal ---

/** A pause, so that retries do not burden a server that is slow to answer. */
const AGAIN_MS = 2000
