// @ts-check
/**
 * A player or watcher that behaves as the site would: a session and one connection to some node. It
 * reconnects by itself after the pauses that a page makes, and sends the same command with the same
 * id again until it is answered. Everything sent and received goes into the history.
 */
import { advance, reconnectionPauseMs } from '@hokito/protocol'
import { signIn } from '../attack/http.mjs'
import { wait } from '../attack/wait.mjs'
import { Wire } from '../attack/wire.mjs'
import { answerOf } from './history.mjs'

/**
 * @typedef {import('@hokito/protocol').GameView} GameView
 * @typedef {import('../attack/wire.mjs').Reply} Reply
 * @typedef {{
 *   name: string,
 *   address: string,
 *   urls: readonly string[],
 *   chance: import('./chance.mjs').Chance,
 *   history: import('./history.mjs').History,
 *   isOver: () => boolean,
 *   cookie?: string,
 * }} Setting `cookie`: of an existing player, if this client is one
 */

export class Client {
  id = ''
  name
  chance
  isOver
  /** Games that have begun for this player and that it has not opened yet. */
  /** @type {{ game: string, challenge: string | undefined }[]} */
  started = []
  #setting
  #cookie = ''
  /** @type {Wire | undefined} */
  #wire
  #url = ''
  /** @type {Promise<Wire | undefined> | undefined} */
  #connecting
  /** @type {Map<string, GameView>} */
  #games = new Map()
  /** @type {Set<() => void>} */
  #waiting = new Set()
  #asked = 0
  /** How long to wait before the next attempt to connect. */
  #pauseMs = 0
  #failures = 0
  /** When to reconnect, if the node said so before it stopped. */
  /** @type {number | undefined} */
  #returnAfterMs

  /** @param {Setting} setting */
  constructor(setting) {
    this.#setting = setting
    this.name = setting.name
    this.chance = setting.chance
    this.isOver = setting.isOver
    this.#cookie = setting.cookie ?? ''
  }

  /** An id for a request that this client makes once. */
  newId() {
    return `${this.name}-${String(this.#asked++).padStart(6, '0')}`
  }

  /** The node of its latest connection. */
  get node() {
    return this.#url
  }

  /**
   * An open game, as this client knows it.
   * @param {string} game
   */
  view(game) {
    return this.#games.get(game)
  }

  /**
   * Sends a message until an answer decides it, on another node if the connection breaks. Undefined
   * after a minute without such an answer.
   * @param {any} message
   */
  settle(message) {
    return this.#settle(message, true)
  }

  /**
   * The same for a request that a page sends only once. If the connection breaks, the person has to
   * ask again.
   * @param {any} message
   */
  wish(message) {
    return this.#settle(message, false)
  }

  /**
   * @param {any} message
   * @param {boolean} isRepeated whether to send it again after a connection broke
   * @returns {Promise<Reply | undefined>}
   */
  async #settle(message, isRepeated) {
    const until = performance.now() + PATIENCE_MS
    while (performance.now() < until) {
      const wire = await this.#connected()
      const reply = wire && (await this.#ask(wire, this.#url, message))
      if (reply !== undefined && !UNDECIDED.has(reply.refusal?.code ?? '')) return reply
      if (wire !== undefined && reply === undefined && !isRepeated) return undefined
      await wait(Math.max(this.chance.between(...PAUSE_MS), reply?.refusal?.retryAfterMs ?? 0))
    }
    return undefined
  }

  /**
   * Sends a message once, on a separate connection to another node, as a second page of this player
   * would.
   * @param {any} message
   */
  async askElsewhere(message) {
    const others = this.#setting.urls.filter((url) => url !== this.#url)
    const url = this.chance.oneOf(others.length > 0 ? others : this.#setting.urls)
    const wire = await Wire.open(url, { address: this.#setting.address, cookie: this.#cookie })
    try {
      return wire.isOpen ? await this.#ask(wire, url, message) : undefined
    } finally {
      wire.close()
    }
  }

  /**
   * Opens a game and takes in its current state; false if that was not possible.
   * @param {string} game
   */
  async open(game) {
    const reply = await this.settle({ type: 'openGame', game })
    return reply?.ok === true
  }

  /**
   * Leaves a game.
   * @param {string} game
   */
  async leave(game) {
    this.#games.delete(game)
    this.#setting.history.add({ client: this.name, kind: 'left', game })
    if (this.#wire?.isOpen) await this.#ask(this.#wire, this.#url, { type: 'closeGame', game })
  }

  /** Closes the connection; the next one goes to any node. */
  leaveNode() {
    const wire = this.#wire
    this.#wire = undefined
    this.#pauseMs = 0
    wire?.close()
  }

  /**
   * Waits until a message arrives, or until the timeout.
   * @param {number} timeoutMs
   * @returns {Promise<void>}
   */
  hears(timeoutMs) {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        this.#waiting.delete(settle)
        resolve()
      }
      const timer = setTimeout(settle, timeoutMs)
      this.#waiting.add(settle)
    })
  }

  /**
   * @param {Wire} wire
   * @param {string} node
   * @param {any} message
   */
  async #ask(wire, node, message) {
    const { history } = this.#setting
    const number = history.nextNumber()
    history.add({ client: this.name, kind: 'sent', number, node, message })
    const reply = await wire.ask(message, ANSWER_MS)
    if (reply === undefined) {
      this.#lose(wire)
      history.add({ client: this.name, kind: 'unanswered', number })
      return undefined
    }
    history.add({ client: this.name, kind: 'answered', number, answer: answerOf(reply) })
    if (reply.game !== undefined) this.#see(reply.game, message.type === 'openGame')
    for (const update of reply.updates ?? []) this.#apply(update)
    return reply
  }

  #connected() {
    if (this.#wire?.isOpen) return Promise.resolve(this.#wire)
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  /** Notes that the connection is lost, unless the client closed it, and opens another. */
  #lose(/** @type {Wire} */ wire) {
    if (wire !== this.#wire) return
    const { history } = this.#setting
    this.#wire = undefined
    this.#pauseMs = this.#returnAfterMs ?? this.#nextPauseMs()
    this.#returnAfterMs = undefined
    history.add({
      client: this.name,
      kind: 'lost',
      node: this.#url,
      games: [...this.#games.keys()],
    })
    wire.close()
    void this.#comeBack()
  }

  /** @returns {Promise<void>} */
  async #comeBack() {
    while (!this.isOver() && this.#wire === undefined) await this.#connected()
  }

  #nextPauseMs() {
    return reconnectionPauseMs(this.#failures++, Math.random())
  }

  async #connect() {
    await wait(this.#pauseMs)
    const wire = await this.#openLine()
    this.#pauseMs = wire === undefined ? this.#nextPauseMs() : 0
    return wire
  }

  /** Signs in on any node that answers, as a load balancer would, and connects to it. */
  async #openLine() {
    const { address, urls, chance, history } = this.#setting
    const first = chance.below(urls.length)
    for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
      const session = await signIn(url, { address, cookie: this.#cookie })
      if ('isCut' in session && session.isCut) continue
      if (!('player' in session)) return undefined
      this.#cookie = session.cookie
      this.id = session.player.id
      history.add({ client: this.name, kind: 'session', player: this.id })
      const wire = await Wire.open(url, { address, cookie: this.#cookie })
      return wire.isOpen ? this.#use(wire, url) : undefined
    }
    return undefined
  }

  /**
   * @param {Wire} wire
   * @param {string} url
   */
  async #use(wire, url) {
    wire.onEvent = (event, message) => this.#hear(event, message)
    wire.onEnd = () => this.#lose(wire)
    this.#wire = wire
    this.#url = url
    this.#failures = 0
    for (const game of [...this.#games.keys()]) {
      await this.#ask(wire, url, { type: 'openGame', game })
    }
    return wire
  }

  /**
   * @param {string} event
   * @param {any} message
   */
  #hear(event, message) {
    const { history } = this.#setting
    if (event === 'update') {
      history.add({ client: this.name, kind: 'update', ...message })
      this.#apply(message)
    } else if (event === 'closing') {
      this.#returnAfterMs = message.reconnectAfterMs
    } else if (event === 'started') {
      const { game, challenge } = message
      history.add({ client: this.name, kind: 'started', game, challenge })
      this.started.push({ game, challenge })
      this.#tell()
    }
  }

  /**
   * @param {GameView} view
   * @param {boolean} isOpening
   */
  #see(view, isOpening) {
    const known = this.#games.get(view.id)
    if (known === undefined ? !isOpening : known.version > view.version) return
    this.#games.set(view.id, view)
    this.#tell()
  }

  /** @param {import('./history.mjs').Update} update */
  #apply({ game, version, event }) {
    const view = this.#games.get(game)
    if (view === undefined || version <= view.version) return
    if (version === view.version + 1) {
      this.#games.set(game, advance(view, event))
      this.#tell()
    } else if (this.#wire?.isOpen) {
      // An update was missed, so a page requests the whole game.
      void this.#ask(this.#wire, this.#url, { type: 'openGame', game })
    }
  }

  #tell() {
    for (const settle of [...this.#waiting]) settle()
  }
}

// --- internal ---

/** How long a page waits for an answer. */
const ANSWER_MS = 8000
const PATIENCE_MS = 60_000
/** @type {[number, number]} */
const PAUSE_MS = [100, 500]
/** Refusals that do not decide the request. */
const UNDECIDED = new Set(['internal', 'tooMany', 'closing', 'signedOut'])
