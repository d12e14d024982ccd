import { LRUCache } from 'lru-cache'

/**
 * Who is kept out for a while: players and addresses that went on asking when they were refused. Each
 * time it lasts twice as long; whoever keeps quiet for an hour begins anew.
 */
export class Blocks {
  readonly #blocks = new LRUCache<string, Block>({ max: MOST_KEPT })

  /** Keeps a key out from `now`, in milliseconds, on. */
  block(key: string, now: number): void {
    const known = this.#blocks.get(key)
    const times = known === undefined || now > known.until + FORGOTTEN_MS ? 0 : known.times
    const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** times)
    this.#blocks.set(key, { until: now + ms, times: times + 1 })
  }

  /** For how many milliseconds a key is still kept out; 0 when it may come in. */
  waitMs(key: string, now: number): number {
    const { until } = this.#blocks.get(key) ?? { until: now }
    return Math.max(0, Math.ceil(until - now))
  }
}

// --- internal ---

const MOST_KEPT = 20_000
const FIRST_MS = 10_000
const LONGEST_MS = 600_000
const FORGOTTEN_MS = 3_600_000

interface Block {
  readonly until: number
  readonly times: number
}
