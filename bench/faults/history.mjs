// @ts-check
/**
 * All messages that clients sent and received, one line of JSON each, in the order in which the
 * process that runs all clients saw them. `at` is milliseconds since 1970 by this process, to a
 * thousandth; two entries of one client may be equal.
 */
import { appendFileSync } from 'node:fs'

/**
 * @typedef {{ from: number, to: number }} Move
 * @typedef {{
 *   version: number,
 *   seats: { black: string, white: string },
 *   deal: string | undefined,
 *   moves: readonly Move[],
 *   ending: any,
 *   next: string | undefined,
 * }} Seen a game as a client received it in full
 * @typedef {{ game: string, version: number, event: any }} Update
 * @typedef {{
 *   ok: boolean,
 *   code?: string | undefined,
 *   updates?: readonly Update[] | undefined,
 *   game?: string | undefined,
 *   seen?: Seen | undefined,
 *   challenge?: string | undefined,
 *   started?: string | undefined,
 * }} Answer the parts of a reply that are kept; `game` and `seen` belong together
 * @typedef {{ at: number, client: string }} By
 * @typedef {By & { kind: 'session', player: string }} SessionEntry the client learns who it is
 * @typedef {By & { kind: 'sent', number: number, node: string, message: any }} SentEntry
 * @typedef {By & { kind: 'answered', number: number, answer: Answer }} AnsweredEntry
 * @typedef {By & { kind: 'unanswered', number: number }} UnansweredEntry
 * @typedef {By & { kind: 'update' } & Update} UpdateEntry
 * @typedef {By & { kind: 'started', game: string, challenge: string | undefined }} StartedEntry
 * @typedef {By & { kind: 'lost', node: string, games: readonly string[] }} LostEntry the connection
 *   to a node is lost, and with it the open games
 * @typedef {By & { kind: 'left', game: string }} LeftEntry the client has closed a game
 * @typedef {SessionEntry | SentEntry | AnsweredEntry | UnansweredEntry | UpdateEntry | StartedEntry | LostEntry
 *   | LeftEntry} Entry
 * @typedef {Entry extends infer E ? E extends Entry ? Omit<E, 'at'> : never : never} NewEntry
 */

export class History {
  /** @type {Entry[]} */
  entries = []
  #file
  /** @type {string[]} */
  #unwritten = []
  #numbers = 0

  /** @param {string} file */
  constructor(file) {
    this.#file = file
  }

  /**
   * Is there no room for more? Then the campaign must end, because nothing more can be recorded for
   * the judge.
   */
  get isFull() {
    return this.entries.length >= MOST_ENTRIES
  }

  /** A number that links a sent message to its answer. */
  nextNumber() {
    return this.#numbers++
  }

  /** @param {NewEntry} entry */
  add(entry) {
    const dated = /** @type {Entry} */ ({ at: now(), ...entry })
    this.entries.push(dated)
    this.#unwritten.push(JSON.stringify(dated))
    if (this.#unwritten.length >= WRITTEN_TOGETHER) this.flush()
  }

  /** Writes the entries that are not written yet. */
  flush() {
    if (this.#unwritten.length > 0) appendFileSync(this.#file, `${this.#unwritten.join('\n')}\n`)
    this.#unwritten = []
  }
}

/**
 * The parts of a reply that are kept.
 * @param {any} reply
 * @returns {Answer}
 */
export function answerOf(reply) {
  const view = reply.game
  return {
    ok: reply.ok,
    code: reply.refusal?.code,
    updates: reply.updates,
    game: view?.id,
    seen: view && seenOf(view),
    challenge: reply.challenge?.id,
    started: reply.started ?? reply.taken?.id,
  }
}

// --- internal ---

/** About as much as this process can hold: an hour of sixty clients. */
const MOST_ENTRIES = 2_000_000
const WRITTEN_TOGETHER = 500

function now() {
  return Math.round((performance.timeOrigin + performance.now()) * 1000) / 1000
}

/**
 * @param {any} view
 * @returns {Seen}
 */
function seenOf({ version, seats, deal, moves, ending, next }) {
  return {
    version,
    seats: { black: seats.black.id, white: seats.white.id },
    deal,
    moves,
    ending,
    next,
  }
}
