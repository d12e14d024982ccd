import type { PlayerId } from '@hokito/protocol'
import type { Limits } from '../ground/limits.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import { Rate, times } from '../limiting/rate.ts'
import type { PageSocket } from './connection.ts'

/**
 * Why a transport was cut: it sends too many packets, asks on when refused, says what is no message, does not
 * take what it is sent, or is the one that takes least while all together are too slow.
 */
export type CutReason = 'packets' | 'refusals' | 'noMessage' | 'unsent' | 'unsentInAll'

/** What happens to a transport is reported here. */
export type OnCut = (transport: Transport, reason: CutReason) => void

/**
 * Every open transport, from the first byte after its handshake on: counts what comes in on it and what it
 * has not taken yet, and cuts it off where that is too much.
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

  /** Watches over a transport that has just been opened from an address. */
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

  /** A transport may hold so much more, or holds less, than was known before. */
  count(transport: Transport, change: number): void {
    this.#unsent += change
    if (change <= 0) return
    if (transport.unsent > this.#limits.unsentPerSocket) {
      transport.look()
      if (transport.unsent > this.#limits.unsentPerSocket) transport.cut('unsent')
    }
    if (this.#unsent > this.#limits.unsentInAll) this.#makeRoom()
  }

  /** Ends all transports; those that do not take their leave are cut off soon. */
  close(): void {
    for (const transport of this.#transports.values()) transport.end()
  }

  reportCut(transport: Transport, reason: CutReason): void {
    this.#onCut(transport, reason)
  }

  /** Leaves so much room that the transports need not all be looked at again soon. */
  #makeRoom(): void {
    for (const transport of this.#transports.values()) transport.look()
    while (this.#unsent > this.#limits.unsentInAll * ROOM_SHARE && this.#cutGreediest()) {
      // Each turn cuts one off; most often the first is enough.
    }
  }

  /** Says whether there was one to cut. */
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
 * One transport: what it has been sent and has not taken, in characters. To hear of each message when the
 * system has taken it would cost a tenth of a move; so that is only known to be no more than this, until
 * somebody looks.
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

  /** Whose it is, once that is known. */
  get player(): PlayerId | undefined {
    return this.#player
  }

  belongTo(player: PlayerId): void {
    this.#player = player
  }

  /** So much more was given to Engine.IO. */
  hold(size: number): void {
    if (this.#isCut) return
    this.#unsent += size
    this.#transports.count(this, size)
  }

  /** Finds out how much of what was sent Engine.IO and the WebSocket still hold. */
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

  /** Closes it without waiting for the other end, which may never take or say anything. */
  cut(reason: CutReason): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#conn.close(true)
    // Closing alone leaves the connection to the other end's goodwill.
    this.#terminate()
    this.drop()
    this.#transports.reportCut(this, reason)
  }

  /** Closes it in good manners, and without them a moment later. */
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

/** Each message has a price of one at least, and comes with few packets that have none. */
const PACKETS_A_UNIT = 5

/** How full all transports together may still be after the greediest were cut off. */
const ROOM_SHARE = 0.9

/** What a packet takes in memory beside its text. */
const PACKET_OVERHEAD = 200

const MANNERS_MS = 1000

/** What Engine.IO keeps to itself, as far as it is needed here. */
interface Inside {
  /** Packets that the WebSocket has not been given yet. */
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  readonly transport: {
    readonly socket: {
      /** Bytes that the system has not taken yet. */
      readonly bufferedAmount: number
      terminate(): void
    }
  }
}

function sizeOf(data: unknown): number {
  const length = typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0
  return PACKET_OVERHEAD + length
}
