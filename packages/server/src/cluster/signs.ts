export interface SignsDependencies {
  /** Stores a heartbeat; returns how long games had stood still, in milliseconds. */
  readonly give: (start?: { readonly graceMs: number }) => Promise<number>
}

/**
 * Renews this node's lease by a heartbeat before a decision, unless the last heartbeat is recent.
 * While one node has a lease, no other gives games time back for an outage. A node that was away
 * for longer first learns whether that happened.
 */
export class Signs {
  readonly #dependencies: SignsDependencies
  #givenAt = Number.NEGATIVE_INFINITY
  #giving: Promise<number> | undefined

  constructor(dependencies: SignsDependencies) {
    this.#dependencies = dependencies
  }

  /** Stores a heartbeat, or waits for the one in progress. */
  give(start?: { readonly graceMs: number }): Promise<number> {
    this.#giving ??= this.#give(start).finally(() => {
      this.#giving = undefined
    })
    return this.#giving
  }

  /** Stores a heartbeat unless the last one is recent; undefined if it is. */
  ensure(): Promise<void> | undefined {
    if (performance.now() - this.#givenAt < FRESH_MS) return undefined
    return this.give().then(() => undefined)
  }

  async #give(start?: { readonly graceMs: number }): Promise<number> {
    // Taken before the write, as other nodes may count the heartbeat's age from then.
    const givenAt = performance.now()
    const stoodMs = await this.#dependencies.give(start)
    this.#givenAt = givenAt
    return stoodMs
  }
}

// --- internal ---

/**
 * Shorter than the time after which a node counts as absent (`ABSENT_MS` in
 * store/shared-database.ts).
 */
const FRESH_MS = 2500
