import type { ClientMessage } from '@hokito/protocol'
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import type { Send } from './patience.ts'

/** What was pressed while the server could not hear it: it waits, and is sent as soon as there is a line. */
export interface KeptPress {
  /** What waits; undefined while nothing does. */
  readonly kept: ReadonlySignal<ClientMessage | undefined>
  /**
   * Sends a message, and once more where no answer came: the same, so that a command keeps its id and counts
   * once. Undefined where it was given up, or another was pressed in its place.
   */
  readonly press: Send
  /** Gives up what waits. If the server has taken it after all, the server tells. */
  cancel(): void
}

/** Keeps one press at a time, the last: it is one person who presses. */
export function createKeptPress({ send, status }: Pick<Connection, 'send' | 'status'>): KeptPress {
  const kept = signal<ClientMessage | undefined>(undefined)
  let latest: ClientMessage | undefined
  // A page that is too old is told so in place of an answer.
  const isHeard = () => status.value === 'online' || status.value === 'outdated'

  /** Waits for a line. Is the message still wanted then? */
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

/** A server that has not answered in time is not pressed harder. */
const AGAIN_MS = 2000

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
