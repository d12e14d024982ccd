export interface LeaseDependencies {
  /** Stores a heartbeat; returns how long games had stood still, in milliseconds. */
  readonly beat: (start?: { readonly graceMs: number }) => Promise<number>
}

/**
 * The lease of this node, which a heartbeat renews, at the latest before a decision. While one node
 * has a lease, no other gives games time back for an outage. A node that was away for longer first
 * learns whether that happened.
 */
export class Lease {
  readonly #dependencies: LeaseDependencies
  #renewedAt = Number.NEGATIVE_INFINITY
  #renewing: Promise<number> | undefined

  constructor(dependencies: LeaseDependencies) {
    this.#dependencies = dependencies
  }

  /** Stores a heartbeat, or waits for the one in progress. */
  renew(start?: { readonly graceMs: number }): Promise<number> {
    this.#renewing ??= this.#renew(start).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Stores a heartbeat unless the last one is recent; undefined if it is. */
  ensure(): Promise<void> | undefined {
    if (performance.now() - this.#renewedAt < FRESH_MS) return undefined
    return this.renew().then(() => undefined)
  }

  async #renew(start?: { readonly graceMs: number }): Promise<number> {
    // Taken before the write, as other nodes may count the heartbeat's age from then.
    const renewedAt = performance.now()
    const stoodMs = await this.#dependencies.beat(start)
    this.#renewedAt = renewedAt
    return stoodMs
  }
}

// --- internal ---

/**
 * Shorter than the time after which a node counts as absent (`ABSENT_MS` in
 * store/shared-database.ts).
 */
const FRESH_MS = 2500
