/** What signs of life are given by. */
export interface SignsDependencies {
  /** Stores one; gives how long games had stood still, in milliseconds. */
  readonly give: (start?: { readonly graceMs: number }) => Promise<number>
}

/**
 * Sees to it that this node decides nothing without having said lately that it is there. While one node
 * has, no other gives games the time back in which there was none; and whoever was away for longer first
 * learns whether that was done.
 */
export class Signs {
  readonly #dependencies: SignsDependencies
  #givenAt = Number.NEGATIVE_INFINITY
  #giving: Promise<number> | undefined

  constructor(dependencies: SignsDependencies) {
    this.#dependencies = dependencies
  }

  /** Gives one, or waits for the one that is on its way. */
  give(start?: { readonly graceMs: number }): Promise<number> {
    this.#giving ??= this.#give(start).finally(() => {
      this.#giving = undefined
    })
    return this.#giving
  }

  /** Gives one where the last is not fresh any more; undefined where it is. */
  ensure(): Promise<void> | undefined {
    if (performance.now() - this.#givenAt < FRESH_MS) return undefined
    return this.give().then(() => undefined)
  }

  async #give(start?: { readonly graceMs: number }): Promise<number> {
    // From before it is written: it is no younger than that to whoever reads it.
    const givenAt = performance.now()
    const stoodMs = await this.#dependencies.give(start)
    this.#givenAt = givenAt
    return stoodMs
  }
}

// --- internal ---

/** Less than after how long a node counts as absent (`ABSENT_MS` in store/shared-database.ts). */
const FRESH_MS = 2500
