import type { PlayerId } from '@hokito/protocol'
import type { Limits } from '../ground/limits.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import { Rate, times } from '../limiting/rate.ts'
import type { PageSocket } from './connection.ts'

/**
 * Why a transport was cut off: it sent too many packets, continued after refusals, sent invalid
 * messages, did not read its data, or was the slowest reader while all together were too slow.
 */
export type CutReason = 'packets' | 'refusals' | 'noMessage' | 'unsent' | 'unsentInAll'

/** Called when a transport is cut off. */
export type OnCut = (transport: Transport, reason: CutReason) => void

/**
 * Every open transport, from the first byte after its handshake. Counts the packets it sends and
 * the data it has not read yet, and cuts it off if that is too much.
 */
export class Transports {
  readonly #limits: Limits
  readonly #onCut: OnCut
  readonly #transports = new Map<PageSocket['conn'], Transport>()
  #unsent = 0

  constructor(limits: Limits, onCut: OnCut) {
    this.#limits = limits
    this.#onCut = onCut
  }

  /** Watches a transport that an address has just opened. */
  add(conn: PageSocket['conn'], address: AddressKey): void {
    const transport = new Transport(conn, address, this)
    this.#transports.set(conn, transport)
    const rate = new Rate(times(this.#limits, PACKETS_A_UNIT), performance.now())
    conn.on('packet', () => {
      if (!rate.take(performance.now())) transport.cut('packets')
    })
    conn.on('packetCreate', ({ data }) => transport.hold(sizeOf(data)))
    conn.once('close', () => {
      transport.drop()
      this.#transports.delete(conn)
    })
  }

  of(conn: PageSocket['conn']): Transport | undefined {
    return this.#transports.get(conn)
  }

  /** The amount that a transport may hold has changed. */
  count(transport: Transport, change: number): void {
    this.#unsent += change
    if (change <= 0) return
    if (transport.unsent > this.#limits.unsentPerSocket) {
      transport.look()
      if (transport.unsent > this.#limits.unsentPerSocket) transport.cut('unsent')
    }
    if (this.#unsent > this.#limits.unsentInAll) this.#makeRoom()
  }

  /** Closes all transports gracefully, then terminates them after a second. */
  close(): void {
    for (const transport of this.#transports.values()) transport.end()
  }

  reportCut(transport: Transport, reason: CutReason): void {
    this.#onCut(transport, reason)
  }

  /** Frees enough that the transports need not all be measured again soon. */
  #makeRoom(): void {
    for (const transport of this.#transports.values()) transport.look()
    while (this.#unsent > this.#limits.unsentInAll * ROOM_SHARE && this.#cutGreediest()) {
      // Each turn cuts one off; most often the first is enough.
    }
  }

  /** Returns whether there was one to cut. */
  #cutGreediest(): boolean {
    let greediest: Transport | undefined
    for (const transport of this.#transports.values()) {
      if (transport.unsent > (greediest?.unsent ?? 0)) greediest = transport
    }
    greediest?.cut('unsentInAll')
    return greediest !== undefined
  }
}

/**
 * One transport, and the data sent to it that it has not read, in characters. Learning when the
 * system has taken each message would cost a tenth of a move. So the count is only an upper bound
 * until it is measured.
 */
export class Transport {
  readonly address: AddressKey
  readonly #conn: PageSocket['conn']
  readonly #transports: Transports
  #player: PlayerId | undefined
  #unsent = 0
  #isCut = false

  constructor(conn: PageSocket['conn'], address: AddressKey, transports: Transports) {
    this.#conn = conn
    this.address = address
    this.#transports = transports
  }

  get unsent(): number {
    return this.#unsent
  }

  /** Its player, once known. */
  get player(): PlayerId | undefined {
    return this.#player
  }

  belongTo(player: PlayerId): void {
    this.#player = player
  }

  /** More data was given to Engine.IO. */
  hold(size: number): void {
    if (this.#isCut) return
    this.#unsent += size
    this.#transports.count(this, size)
  }

  /** Measures how much of the sent data Engine.IO and the WebSocket still hold. */
  look(): void {
    if (this.#isCut) return
    let left = this.#inside.transport.socket.bufferedAmount
    for (const { data } of this.#inside.writeBuffer) left += sizeOf(data)
    this.#release(this.#unsent - left)
  }

  /** It holds nothing any more, as it is closed. */
  drop(): void {
    this.#release(this.#unsent)
  }

  /** Closes it without waiting for the other end, which may never read or answer. */
  cut(reason: CutReason): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#conn.close(true)
    // A close alone would depend on the other end's cooperation.
    this.#terminate()
    this.drop()
    this.#transports.reportCut(this, reason)
  }

  /** Closes gracefully, then terminates after a second. */
  end(): void {
    this.#conn.close(true)
    setTimeout(() => this.#terminate(), MANNERS_MS).unref()
  }

  #release(size: number): void {
    if (size <= 0) return
    this.#unsent -= size
    this.#transports.count(this, -size)
  }

  #terminate(): void {
    this.#inside.transport.socket.terminate()
  }

  get #inside(): Inside {
    return this.#conn as unknown as Inside
  }
}

// --- internal ---

/** Each message costs at least one, and comes with few packets that cost nothing. */
const PACKETS_A_UNIT = 5

/** The share of the limit that may remain in use after cutting. */
const ROOM_SHARE = 0.9

/** The memory of a packet besides its text. */
const PACKET_OVERHEAD = 200

const MANNERS_MS = 1000

/** Private fields of Engine.IO, as far as they are needed here. */
interface Inside {
  /** Packets not given to the WebSocket yet. */
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  readonly transport: {
    readonly socket: {
      /** Bytes not taken by the system yet. */
      readonly bufferedAmount: number
      terminate(): void
    }
  }
}

function sizeOf(data: unknown): number {
  const length = typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0
  return PACKET_OVERHEAD + length
}
