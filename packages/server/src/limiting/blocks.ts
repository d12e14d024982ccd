import { HOUR_MS, type PlayerId } from '@hokito/protocol'
import { LRUCache } from 'lru-cache'
import type { AddressKey } from './addresses.ts'

/** A player or address that can be blocked. */
export type Blocked = PlayerId | AddressKey

/**
 * Temporary blocks of players and addresses that kept sending after refusals. Each block lasts
 * twice as long as the one before. After an hour of quiet the durations start over.
 */
export class Blocks {
  readonly #blocks = new LRUCache<Blocked, Block>({ max: MOST_KEPT })

  /** Blocks a player or address from `now` on, in milliseconds. */
  block(who: Blocked, now: number): void {
    const known = this.#blocks.get(who)
    const times = known === undefined || now > known.until + FORGOTTEN_MS ? 0 : known.times
    const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** times)
    this.#blocks.set(who, { until: now + ms, times: times + 1 })
  }

  /** The remaining milliseconds of a block; 0 if there is none. */
  waitMs(who: Blocked, now: number): number {
    const { until } = this.#blocks.get(who) ?? { until: now }
    return Math.max(0, Math.ceil(until - now))
  }
}

// --- internal ---

const MOST_KEPT = 20_000
const FIRST_MS = 10_000
const LONGEST_MS = 600_000
const FORGOTTEN_MS = HOUR_MS

interface Block {
  readonly until: number
  readonly times: number
}
