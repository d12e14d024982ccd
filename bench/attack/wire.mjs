// @ts-check
/**
 * A Socket.IO connection at the level of its text frames, so that a client can do things no library
 * would: connect from any address, stop reading, answer late, send invalid messages.
 */
import { MESSAGE_EVENT, SOCKET_PATH } from '@hokito/protocol'
import WebSocket from 'ws'

/**
 * @typedef {{
 *   ok: boolean,
 *   refusal?: { code: string, retryAfterMs?: number },
 *   game?: any,
 *   updates?: any[],
 *   challenge?: { id: string },
 *   challenges?: { id: string }[],
 *   started?: string,
 *   arrangement?: string,
 *   player?: { id: string, name: string },
 * }} Reply only the parts used here; another checkout's may have more
 * @typedef {{ cookie?: string, address?: string | undefined, headers?: Record<string, string> }} From
 */

export class Wire {
  /** @type {(event: string, message: any) => void} */
  onEvent = () => undefined
  /**
   * @type {() => void} called once when the connection is lost, before pending requests are settled
   */
  onEnd = () => undefined
  /** @type {(reply: Reply) => void} called for the answers to `tell` */
  onReply = () => undefined
  /** The code with which the server refused the connection. */
  refusal = ''
  isOpen = false
  #socket
  #asked = 0
  /** @type {Map<number, (reply: Reply | undefined) => void>} */
  #waiting = new Map()
  /** @type {(isOpen: boolean) => void} */
  #settle = () => undefined

  /**
   * @param {string} url
   * @param {From} from
   */
  constructor(url, { cookie = '', address, headers = {} }) {
    const place = `${url.replace('http', 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`
    this.#socket = new WebSocket(place, {
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      perMessageDeflate: false,
      handshakeTimeout: OPEN_MS,
      ...(address && { localAddress: address }),
    })
    this.#socket.on('message', (data) => this.#read(String(data)))
    this.#socket.on('error', (error) => {
      this.refusal ||= /\b\d{3}$/.exec(error.message)?.[0] ?? 'cut'
    })
    this.#socket.on('close', () => this.#end())
  }

  /**
   * Opens a connection; check `isOpen` and `refusal`. It never rejects.
   * @param {string} url
   * @param {From} from
   * @returns {Promise<Wire>}
   */
  static open(url, from) {
    return new Promise((resolve) => {
      const wire = new Wire(url, from)
      const timer = setTimeout(() => wire.close(), OPEN_MS)
      wire.#settle = () => {
        clearTimeout(timer)
        resolve(wire)
      }
    })
  }

  /**
   * Sends a message and waits for its reply; undefined if none came.
   * @param {object} message
   * @param {number} [timeoutMs]
   * @returns {Promise<Reply | undefined>}
   */
  ask(message, timeoutMs = 5000) {
    return new Promise((resolve) => {
      const number = this.#send(message)
      const timer = setTimeout(() => this.#waiting.get(number)?.(undefined), timeoutMs)
      this.#waiting.set(number, (reply) => {
        clearTimeout(timer)
        this.#waiting.delete(number)
        resolve(reply)
      })
      if (!this.isOpen) this.#waiting.get(number)?.(undefined)
    })
  }

  /**
   * Sends a message without waiting; `onReply` gets the reply.
   * @param {unknown} message
   */
  tell(message) {
    this.#send(message)
  }

  /**
   * Sends a text frame unchanged.
   * @param {string | Buffer} text
   */
  raw(text) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text, () => undefined)
  }

  /** Reads nothing more from the network, but stays connected. */
  stopReading() {
    this.#socket.pause()
  }

  /** Bytes that were sent and that the system has not yet taken. */
  get backlog() {
    return this.#socket.bufferedAmount
  }

  close() {
    this.#socket.terminate()
  }

  /** @param {unknown} message */
  #send(message) {
    const number = this.#asked++
    this.raw(`42${number}${JSON.stringify([MESSAGE_EVENT, message])}`)
    return number
  }

  /** @param {string} text */
  #read(text) {
    if (text.startsWith('0')) return this.raw('40')
    if (text === '2') return this.raw('3')
    // Answers for other namespaces are ignored, because only attackers use them.
    const [, kind, number = '', body = ''] = /^4([0-4])(\d*)([[{].*|)$/s.exec(text) ?? []
    if (kind === '0') {
      this.isOpen = true
      this.#settle(true)
    } else if (kind === '2') {
      const [event, message] = JSON.parse(body)
      // The lag measurement is the only event that expects an answer.
      if (number !== '') this.raw(`43${number}[]`)
      else this.onEvent(event, message)
    } else if (kind === '3') {
      const [reply] = JSON.parse(body)
      const waiting = this.#waiting.get(Number(number))
      if (waiting === undefined) this.onReply(reply)
      else waiting(reply)
    } else if (kind === '4') {
      this.refusal = JSON.parse(body).message
      this.close()
    }
  }

  #end() {
    this.isOpen = false
    this.onEnd()
    for (const answer of [...this.#waiting.values()]) answer(undefined)
    this.#settle(false)
  }
}

// --- internal ---

const OPEN_MS = 5000
