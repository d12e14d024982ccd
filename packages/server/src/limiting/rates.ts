import { LRUCache } from 'lru-cache'
import { type Allowance, Rate } from './rate.ts'

/**
 * Rates by key, such as an address or a player. Their number is limited. The least recently used
 * rate is dropped first, and starts full again on its next use.
 */
export class Rates<Key extends string> {
  readonly #allowance: Allowance
  readonly #rates = new LRUCache<Key, Rate>({
    // A size of one each: `max` would allocate room for all of them in advance.
    maxSize: MOST_KEPT,
    sizeCalculation: () => 1,
  })

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  of(key: Key): Rate {
    const known = this.#rates.get(key)
    if (known !== undefined) return known
    const rate = new Rate(this.#allowance, performance.now())
    this.#rates.set(key, rate)
    return rate
  }

  /** Takes from a key's rate. Returns 0, or the milliseconds until a retry. */
  take(key: Key, count = 1): number {
    const rate = this.of(key)
    const now = performance.now()
    return rate.take(now, count) ? 0 : rate.waitMs(now, count)
  }
}

// --- internal ---

const MOST_KEPT = 20_000
