import type { AddressKey } from './addresses.ts'
import { Counts } from './counts.ts'

/** Work that is too long for one turn of the event loop, such as reading every game of a player. */
export interface LongTask {
  /**
   * Await this between two short steps. If the task has held the event loop long enough, this waits
   * until all other work has had a turn.
   * @returns false once nobody waits for the result; the task then ends
   */
  readonly goOn: () => Promise<boolean>
}

/**
 * How many tasks visitors may have at a time. Each holds a page of ids and some 16 games that the
 * visitor has not received yet. A class downloads its games from one address; those who are refused
 * retry a few seconds later.
 */
export const LONG_TASKS = { ofAddress: 2, inAll: 16 } as const

/**
 * All long work of this process. SQLite answers within the call, so a loop over its rows blocks the
 * event loop unless it pauses. In each turn of the event loop, one task works for a few
 * milliseconds, however many there are. Tasks for visitors are limited for each address and in
 * total.
 */
export class LongWork {
  readonly #waiting: (() => void)[] = []
  readonly #ofAddress = new Counts<AddressKey>()
  #admitted = 0

  /** Begins a task of the server's own. */
  begin(signal?: AbortSignal): LongTask {
    let since = performance.now()
    return {
      goOn: async () => {
        if (performance.now() - since >= SLICE_MS && signal?.aborted !== true) {
          await this.#turn()
          since = performance.now()
        }
        return signal?.aborted !== true
      },
    }
  }

  /**
   * Waits for something that hundreds may wait for, such as the same game or picture. They go on
   * one after the other, so that players' requests run in between.
   */
  async inTurn<T>(awaited: Promise<T>): Promise<T> {
    const task = this.begin()
    const result = await awaited
    await task.goOn()
    return result
  }

  /**
   * Begins a task for a visitor, which counts until its signal ends.
   * @returns the milliseconds until a retry if there are too many
   */
  admit(address: AddressKey, signal: AbortSignal): LongTask | number {
    const isFull = this.#admitted >= LONG_TASKS.inAll
    if (isFull || this.#ofAddress.of(address) >= LONG_TASKS.ofAddress) return BUSY_MS
    if (!signal.aborted) {
      this.#admitted++
      this.#ofAddress.add(address)
      signal.addEventListener('abort', () => this.#release(address), { once: true })
    }
    return this.begin(signal)
  }

  #release(address: AddressKey): void {
    this.#admitted--
    this.#ofAddress.remove(address)
  }

  /** Resolves in a turn of the event loop that no other task uses. */
  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(this.#next)
    })
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(this.#next)
  }
}

// --- internal ---

/**
 * How long a task works in one turn. A step, such as reading a game, takes up to 3 ms and may begin
 * just before the end.
 */
const SLICE_MS = 2
const BUSY_MS = 5000
