// @ts-check
/** Counts the attackers' tries and the answers to them. */

/**
 * @typedef {{
 *   tries: number,
 *   answers: Record<string, number>,
 *   harms: string[],
 *   failures: string[],
 *   notes: string[],
 * }} Counts
 */

export class Tally {
  #tries = 0
  /** @type {Map<string, number>} */
  #answers = new Map()
  /** @type {Set<string>} */
  #harms = new Set()
  /** @type {Set<string>} */
  #failures = new Set()
  /** @type {string[]} */
  #notes = []

  /** @param {number} [count] */
  tried(count = 1) {
    this.#tries += count
  }

  /**
   * Counts an answer by its code.
   * @param {string} code
   */
  heard(code) {
    this.#answers.set(code, (this.#answers.get(code) ?? 0) + 1)
  }

  /**
   * Counts an answer over HTTP. A 5xx status is a harm, except a 503 that says when to retry: that
   * is a refusal.
   * @param {import('./http.mjs').Answer} answer
   */
  heardHttp({ status, headers, isCut }) {
    this.heard(isCut ? 'cut' : `HTTP ${status}`)
    // oEmbed requires 501 for an unknown format.
    const isRefusal = status === 501 || (status === 503 && headers['retry-after'] !== undefined)
    if (status >= 500 && !isRefusal) this.#harms.add(`HTTP ${status}`)
  }

  /**
   * Counts the reply to a message; undefined if none came.
   * @param {import('./wire.mjs').Reply | undefined} reply
   */
  heardReply(reply) {
    if (reply === undefined) return this.heard('none')
    const code = reply.ok ? 'ok' : (reply.refusal?.code ?? 'unnamed')
    this.heard(code)
    if (code === 'internal') this.#harms.add('answered `internal`')
  }

  /** @param {string} sentence says what the server did and must not do */
  fail(sentence) {
    this.#failures.add(sentence)
  }

  /** @param {string} sentence */
  note(sentence) {
    this.#notes.push(sentence)
  }

  /** @returns {Counts} */
  counts() {
    const sorted = [...this.#answers].sort(([, a], [, b]) => b - a)
    return {
      tries: this.#tries,
      answers: Object.fromEntries(sorted),
      harms: [...this.#harms],
      failures: [...this.#failures],
      notes: this.#notes,
    }
  }
}
