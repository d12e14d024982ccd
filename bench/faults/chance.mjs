// @ts-check
/** All random choices of a campaign, from its seed. */
import { randomIndex, seededBytes } from '@hokito/rules'

export class Chance {
  #bytes

  /**
   * @param {number} seed
   * @param {number} [stream] a different one for each user, so that no draws depend on how often
   * others draw
   */
  constructor(seed, stream = 0) {
    this.#bytes = seededBytes(seed * 10_007 + stream)
  }

  /**
   * A random whole number from 0 up to `end`, exclusive.
   * @param {number} end
   */
  below(end) {
    return randomIndex(end, this.#bytes)
  }

  /**
   * A random whole number, both ends included.
   * @param {number} least
   * @param {number} most
   */
  between(least, most) {
    return least + this.below(most - least + 1)
  }

  /**
   * @param {number} share from 0, never, to 1, always
   */
  happens(share) {
    return this.below(10_000) < share * 10_000
  }

  /**
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  oneOf(list) {
    return /** @type {T} */ (list[this.below(list.length)])
  }

  /**
   * Random lower-case hexadecimal digits.
   * @param {number} count
   */
  hex(count) {
    return Buffer.from(this.#bytes(count)).toString('hex')
  }
}
