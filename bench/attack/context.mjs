// @ts-check
/** Everything that a kind of attack has to work with. */
import { randomIndex, seededBytes } from '@hokito/rules'
import { Tally } from './tally.mjs'
import { comesTrue, wait } from './wait.mjs'

/**
 * @typedef {{
 *   url: string,
 *   kind: string,
 *   place: number,
 *   seconds: number,
 *   seed: number,
 *   game: string,
 *   holder?: { name: string, cookie: string },
 * }} Order `place` is the kind's place in the list; `game` is one that honest players are playing,
 *   or for requests that hold up the server, one that is over; `holder` has many games
 * @typedef {{
 *   name: string,
 *   fault: string,
 *   share?: number,
 *   run: (context: Context) => Promise<void>,
 * }} Kind `share`: how many times longer it must run than others to show anything
 */

export class Context {
  tally = new Tally()
  url
  game
  holder
  seconds
  #place
  #bytes
  /** @type {number | undefined} */
  #endsAt

  /** @param {Order} order */
  constructor({ url, place, seconds, seed, game, holder = { name: '', cookie: '' } }) {
    this.url = url
    this.game = game
    this.holder = holder
    this.seconds = seconds
    this.#place = place
    this.#bytes = seededBytes(seed * 100 + place)
  }

  /** The time starts with the first call, so preparation does not count. */
  get isOver() {
    this.#endsAt ??= performance.now() + this.seconds * 1000
    return performance.now() >= this.#endsAt
  }

  get port() {
    return Number(new URL(this.url).port)
  }

  /**
   * A loopback address that no other kind uses, so that no kind suffers for another's requests.
   * @param {number} n
   */
  address(n) {
    return `127.${10 + this.#place}.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`
  }

  /**
   * A seeded random whole number from 0 up to `end`, exclusive.
   * @param {number} end
   */
  below(end) {
    return randomIndex(end, this.#bytes)
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
   * An id that the protocol accepts as a command's id.
   * @returns {string}
   */
  id() {
    return `attack-${this.#place}-${process.pid}-${this.#ids++}`
  }

  #ids = 0

  /**
   * Calls `act` the given number of times a second until the time is over, as evenly as timers
   * allow.
   * @param {number} perSecond
   * @param {(n: number) => unknown} act
   */
  async atRate(perSecond, act) {
    const startedAt = performance.now()
    let done = 0
    while (!this.isOver) {
      const due = ((performance.now() - startedAt) / 1000) * perSecond
      // Missed calls are not made up for, so that the load never exceeds the stated rate.
      if (due - done > perSecond / 4) done = Math.floor(due - perSecond / 4)
      for (; done < due; done++) {
        await act(done)
      }
      await wait(TICK_MS)
    }
  }

  /**
   * Sends requests at a rate until the time is over, without waiting for their answers. At most
   * `most` are on their way, so that a server that answers none is not sent more without end.
   * @param {number} perSecond
   * @param {number} most
   * @param {(n: number) => Promise<import('./http.mjs').Answer | undefined>} request
   */
  async flood(perSecond, most, request) {
    let waiting = 0
    await this.atRate(perSecond, (n) => {
      if (waiting >= most) return
      this.tally.tried()
      waiting++
      void request(n).then((answer) => {
        waiting--
        if (answer !== undefined) this.tally.heardHttp(answer)
      })
    })
    await comesTrue(() => waiting === 0, LATEST_ANSWER_MS)
  }

  /** Waits for the end of the attack. */
  async rest() {
    while (!this.isOver) await wait(TICK_MS * 10)
  }
}

// --- internal ---

const TICK_MS = 5
const LATEST_ANSWER_MS = 10_000
