/**
 * The round trip to one page, as the server measures it: the mean of the latest samples. A page
 * that delays its answers gains no more than the clock's table allows any page.
 */
export class Lag {
  readonly #samples: number[] = []

  add(milliseconds: number): void {
    this.#samples.push(Math.max(0, milliseconds))
    if (this.#samples.length > KEPT) this.#samples.shift()
  }

  /** Nothing is deducted before the first sample. */
  get ms(): number {
    if (this.#samples.length === 0) return 0
    return this.#samples.reduce((sum, sample) => sum + sample, 0) / this.#samples.length
  }
}

// --- internal ---

const KEPT = 5
