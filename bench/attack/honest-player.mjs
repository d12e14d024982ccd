// @ts-check
/**
 * A player who behaves as the site would: one connection, reconnected when it is cut, and one open
 * game.
 */
import { legalMoves, parseDeal, play, start } from '@hokito/rules'
import { signIn } from './http.mjs'
import { wait } from './wait.mjs'
import { Wire } from './wire.mjs'

/** @typedef {import('@hokito/rules').Move} Move */

export class HonestPlayer {
  id = ''
  name = ''
  game = ''
  version = 0
  /** @type {readonly Move[]} moves of the open game that this player has received */
  moves = []
  /** @type {any} the open game as the server last sent it in full */
  view = undefined
  /** How often the connection was lost. */
  cuts = 0
  /** @type {(sentence: string) => void} */
  onFault
  #cookie = ''
  #address
  /** @type {Wire | undefined} */
  #wire
  /** @type {Set<() => void>} */
  #watching = new Set()

  /**
   * @param {string} url
   * @param {string | undefined} address
   * @param {(sentence: string) => void} onFault
   */
  constructor(url, address, onFault) {
    this.url = url
    this.#address = address
    this.onFault = onFault
  }

  get address() {
    return this.#address
  }

  /**
   * Sends a message, connecting first if necessary; undefined if no answer came.
   * @param {object} message
   */
  async ask(message) {
    const wire = await this.#connected()
    return wire?.ask(message, ANSWER_MS)
  }

  /**
   * Opens a game, and no other, and reads its current state. Returns false if the server cannot be
   * reached.
   * @param {string} game
   */
  async open(game) {
    if (game !== this.game && this.game !== '') {
      await this.ask({ type: 'closeGame', game: this.game })
    }
    const reply = await this.ask({ type: 'openGame', game })
    if (reply?.game === undefined) return false
    this.see(reply.game)
    return true
  }

  /**
   * Takes in a whole game. Every move received earlier must still be in it.
   * @param {any} view
   */
  see(view) {
    if (view.id === this.game) {
      if (view.version < this.version) return
      const isKept = this.moves.every((move, ply) => isSame(move, view.moves[ply]))
      if (!isKept) this.onFault(`game ${view.id} lost moves that ${this.name} had seen`)
    }
    this.game = view.id
    this.version = view.version
    this.moves = view.moves
    this.view = view
    this.#changed()
  }

  /** @param {{ game: string, version: number, event: any }} update */
  apply({ game, version, event }) {
    if (game !== this.game || version <= this.version) return
    if (version > this.version + 1) {
      void this.open(game)
      return
    }
    this.version = version
    if (event.kind === 'moved') this.moves = [...this.moves, { from: event.from, to: event.to }]
    this.#changed()
  }

  /** A move that the rules allow in the open game. */
  legalMove() {
    const { deal, terms } = this.view
    const parsed = parseDeal(deal)
    if (!parsed.ok) throw new Error('the game has a deal')
    const position = this.moves.reduce(play, start(parsed.value, terms.endRule))
    return legalMoves(position)[0]
  }

  /**
   * Waits until `count` moves have been received. Returns false if that did not happen in time.
   * @param {number} count
   * @param {number} timeoutMs
   * @returns {Promise<boolean>}
   */
  hears(count, timeoutMs) {
    if (this.moves.length >= count) return Promise.resolve(true)
    return new Promise((resolve) => {
      const settle = (/** @type {boolean} */ isHeard) => {
        clearTimeout(timer)
        this.#watching.delete(look)
        resolve(isHeard)
      }
      const look = () => {
        if (this.moves.length >= count) settle(true)
      }
      const timer = setTimeout(() => settle(false), timeoutMs)
      this.#watching.add(look)
    })
  }

  close() {
    this.#wire?.close()
  }

  async #connected() {
    if (this.#wire?.isOpen) return this.#wire
    if (this.#wire !== undefined) this.cuts++
    const session = await signIn(this.url, { address: this.#address, cookie: this.#cookie })
    if (!('player' in session)) {
      await wait(RETRY_MS)
      return undefined
    }
    if (this.id !== '' && session.player.id !== this.id) {
      this.onFault(`${this.name} came back as somebody else`)
    }
    this.#cookie = session.cookie
    this.id = session.player.id
    this.name = session.player.name
    const wire = await Wire.open(this.url, { address: this.#address, cookie: this.#cookie })
    wire.onEvent = (event, message) => {
      if (event === 'update') this.apply(message)
    }
    this.#wire = wire
    if (!wire.isOpen) {
      await wait(RETRY_MS)
      return undefined
    }
    if (this.game !== '') {
      const reply = await wire.ask({ type: 'openGame', game: this.game }, ANSWER_MS)
      if (reply?.game !== undefined) this.see(reply.game)
    }
    return wire
  }

  #changed() {
    for (const look of [...this.#watching]) look()
  }
}

// --- internal ---

const ANSWER_MS = 5000
const RETRY_MS = 200

/**
 * @param {Move} a
 * @param {Move | undefined} b
 */
function isSame(a, b) {
  return a.from === b?.from && a.to === b.to
}
