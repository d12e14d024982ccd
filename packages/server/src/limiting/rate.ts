/** Says whether something may be done once more: so many at once, and so many a second after that. */
export class Rate {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #at: number

  constructor(burst: number, perSecond: number, now: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
    this.#at = now
  }

  /** Takes one of what is left; false when nothing is. */
  take(now: number): boolean {
    const regained = (Math.max(0, now - this.#at) / 1000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + regained)
    this.#at = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
