// @ts-check
/**
 * A watcher that keeps reading a tournament from all nodes in turn, and records the pages shown.
 */
import { wait } from '../attack/wait.mjs'

/**
 * @typedef {{ names: readonly string[], games: readonly string[], scores?: readonly number[] }} ShownMatch
 * @typedef {{ place: number, name: string, score: number, buchholz?: number, headToHead?: number, points: number, games?: number, wins?: number, streak?: number }} ShownStanding
 * @typedef {{ node: string, isLast: boolean, round: number, matches: readonly ShownMatch[], standings: readonly ShownStanding[] }} Look
 *   `isLast`: after the end
 */

export class Looks {
  /** @type {Look[]} */
  seen = []
  #urls
  #id

  /**
   * @param {readonly string[]} urls
   * @param {string} id
   */
  constructor(urls, id) {
    this.#urls = urls
    this.#id = id
  }

  /**
   * Reads the current round, one page after another, until the tournament is over.
   * @param {() => boolean} isOver
   */
  async run(isOver) {
    let from = 1
    for (let turn = 0; !isOver(); turn++) {
      const url = this.#urls[turn % this.#urls.length] ?? ''
      const detail = await this.#ask(url, `?from=${from}`)
      if (detail !== undefined) {
        this.#note(url, detail, false)
        from = from + PAGE > detail.tournament.entered ? 1 : from + PAGE
      }
      await wait(LOOK_MS)
    }
  }

  /** Reads all rounds and all standings from every node, once the tournament is over. */
  async all() {
    // Nodes cache these pages for a second.
    await wait(KEPT_MS)
    for (const url of this.#urls) {
      const { tournament } = await this.#sure(url, '')
      for (let round = 1; round <= tournament.round; round++) {
        for (let from = 1; from <= tournament.entered; from += PAGE) {
          this.#note(url, await this.#sure(url, `?round=${round}&from=${from}`), true)
        }
      }
    }
  }

  /**
   * @param {string} node
   * @param {any} detail
   * @param {boolean} isLast
   */
  #note(node, { shownRound: round, matches, standings }, isLast) {
    this.seen.push({ node, isLast, round, matches, standings })
  }

  /**
   * @param {string} url
   * @param {string} query
   */
  async #sure(url, query) {
    for (let tries = 0; tries < TRIES; tries++) {
      const detail = await this.#ask(url, query)
      if (detail !== undefined) return detail
      await wait(LOOK_MS)
    }
    throw new Error(`${url} does not show the tournament`)
  }

  /**
   * @param {string} url
   * @param {string} query
   */
  async #ask(url, query) {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const answer = await fetch(`${url}/api/tournaments/${this.#id}${query}`, { signal })
      return answer.status === 200 ? /** @type {any} */ (await answer.json()) : undefined
    } catch {
      // The node is down, which is a valid answer.
      return undefined
    }
  }
}

// --- internal ---

const LOOK_MS = 400
const KEPT_MS = 1500
const ANSWER_MS = 3000
const TRIES = 30
const PAGE = 50
