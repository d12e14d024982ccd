import type { PlayerId } from '@hokito/protocol'
import { LRUCache } from 'lru-cache'
import type { AddressKey } from './addresses.ts'

/** Who can be kept out. */
export type Blocked = PlayerId | AddressKey

/**
 * Who is kept out for a while: players and addresses that went on asking when they were refused. Each
 * time it lasts twice as long; whoever keeps quiet for an hour begins anew.
 */
export class Blocks {
  readonly #blocks = new LRUCache<Blocked, Block>({ max: MOST_KEPT })

  /** Keeps somebody out from `now`, in milliseconds, on. */
  block(who: Blocked, now: number): void {
    const known = this.#blocks.get(who)
    const times = known === undefined || now > known.until + FORGOTTEN_MS ? 0 : known.times
    const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** times)
    this.#blocks.set(who, { until: now + ms, times: times + 1 })
  }

  /** For how many milliseconds somebody is still kept out; 0 when they may come in. */
  waitMs(who: Blocked, now: number): number {
    const { until } = this.#blocks.get(who) ?? { until: now }
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
