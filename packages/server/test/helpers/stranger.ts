import { type RequestOptions, request } from 'node:http'
import { SOCKET_PATH } from '@hokito/protocol'
import { WebSocket } from 'ws'
import { until } from './page.ts'

/**
 * The address of this machine that a stranger connects from: to the server each is a different
 * client. Only IPv4 has many of them, so test servers listen on 127.0.0.1. Which address
 * `localhost` stands for first differs between systems.
 */
export interface Origin {
  readonly localAddress?: string
  readonly headers?: Record<string, string>
}

/** An answer over HTTP. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/**
 * Sends an HTTP request from any address, with any headers, including ones that no browser would
 * send.
 */
export function ask(url: string, options: RequestOptions = {}, text = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    })
    sent.once('error', reject)
    sent.end(text)
  })
}

/** The cookie of a new guest from an address. */
export async function newGuest(url: string, origin: Origin = {}): Promise<string> {
  const { status, headers, body } = await ask(`${url}/api/session`, { method: 'POST', ...origin })
  if (status !== 200) throw new Error(`no session: ${status} ${body}`)
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

/** A hostile socket: it speaks Socket.IO by hand, and need not read or answer. */
export class Stranger {
  readonly heard: string[] = []
  readonly #socket: WebSocket
  #ids = 0

  constructor(url: string, cookie: string, { headers, ...origin }: Origin = {}) {
    const address = `${url.replace('http', 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`
    this.#socket = new WebSocket(address, { headers: { ...headers, cookie }, ...origin })
    this.#socket.on('message', (data) => this.heard.push(String(data)))
    // Errors show in isOpen.
    this.#socket.on('error', () => undefined)
  }

  /** A guest's socket that the server has admitted or refused. */
  static async open(url: string, cookie: string, origin: Origin = {}): Promise<Stranger> {
    const stranger = new Stranger(url, cookie, origin)
    await until(() => stranger.#socket.readyState !== WebSocket.CONNECTING, 'it is open or not')
    stranger.send('40')
    await until(() => stranger.isDecided, 'it is let in or not')
    return stranger
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  get isDecided(): boolean {
    return !this.isOpen || this.heard.some((text) => /^4[24]/.test(text))
  }

  /** Why the server refused it, if it said so. */
  get refusal(): { message: string; data: { retryAfterMs?: number } } | undefined {
    const text = this.heard.find((packet) => packet.startsWith('44'))
    return text && JSON.parse(text.slice(2))
  }

  get replyCount(): number {
    return this.heard.filter(isReply).length
  }

  /** All replies so far. */
  get replies(): readonly { ok: boolean; refusal?: { code: string; retryAfterMs?: number } }[] {
    return this.heard.filter(isReply).map((text) => JSON.parse(text.slice(text.indexOf('[')))[0])
  }

  send(packet: string): void {
    if (this.isOpen) this.#socket.send(packet)
  }

  /** Sends a message as a page would, without waiting. */
  tell(message: object): void {
    this.send(`42${this.#ids++}${JSON.stringify(['command', message])}`)
  }

  /** Stops reading. */
  stopReading(): void {
    this.#socket.pause()
  }

  close(): void {
    this.#socket.terminate()
  }
}

function isReply(packet: string): boolean {
  return /^43\d+\[/.test(packet)
}

/** The values of a server's metrics by name and labels, in Prometheus format. */
export async function readMetrics(url: string | undefined): Promise<Record<string, number>> {
  const { body } = await ask(`${url}/metrics`)
  return Object.fromEntries(
    body
      .split('\n')
      .filter((line) => line.startsWith('hokito_') || line.startsWith('process_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}
