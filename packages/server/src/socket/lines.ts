import type { PlayerId } from '@hokito/protocol'
import type { AddressKey } from '../limiting/addresses.ts'
import { Rate, times } from '../limiting/rate.ts'
import type { Limits } from '../limits.ts'
import type { PageSocket } from './connection.ts'

/**
 * Why a line was cut: it sends too many packets, asks on when refused, says what is no message, does not
 * take what it is sent, or is the one that takes least while all together are too slow.
 */
export type CutReason = 'packets' | 'refusals' | 'noMessage' | 'unsent' | 'unsentInAll'

/** What happens to a line is reported here. */
export type OnCut = (line: Line, reason: CutReason) => void

/**
 * Every open line, from the first byte after its handshake on: counts what comes in on it and what it
 * has not taken yet, and cuts it off where that is too much.
 */
export class Lines {
  readonly #limits: Limits
  readonly #onCut: OnCut
  readonly #lines = new Map<PageSocket['conn'], Line>()
  #unsent = 0

  constructor(limits: Limits, onCut: OnCut) {
    this.#limits = limits
    this.#onCut = onCut
  }

  /** Watches over a line that has just been opened from an address. */
  add(conn: PageSocket['conn'], address: AddressKey): void {
    const line = new Line(conn, address, this)
    this.#lines.set(conn, line)
    const rate = new Rate(times(this.#limits, PACKETS_A_UNIT), performance.now())
    conn.on('packet', () => {
      if (!rate.take(performance.now())) line.cut('packets')
    })
    conn.on('packetCreate', ({ data }) => line.hold(sizeOf(data)))
    conn.once('close', () => {
      line.drop()
      this.#lines.delete(conn)
    })
  }

  of(conn: PageSocket['conn']): Line | undefined {
    return this.#lines.get(conn)
  }

  /** A line may hold so much more, or holds less, than was known before. */
  count(line: Line, change: number): void {
    this.#unsent += change
    if (change <= 0) return
    if (line.unsent > this.#limits.unsentPerSocket) {
      line.look()
      if (line.unsent > this.#limits.unsentPerSocket) line.cut('unsent')
    }
    if (this.#unsent > this.#limits.unsentInAll) this.#makeRoom()
  }

  /** Ends all lines; those that do not take their leave are cut off soon. */
  close(): void {
    for (const line of this.#lines.values()) line.end()
  }

  reportCut(line: Line, reason: CutReason): void {
    this.#onCut(line, reason)
  }

  /** Leaves so much room that the lines need not all be looked at again soon. */
  #makeRoom(): void {
    for (const line of this.#lines.values()) line.look()
    while (this.#unsent > this.#limits.unsentInAll * ROOM_SHARE && this.#cutGreediest()) {
      // Each turn cuts one off; most often the first is enough.
    }
  }

  /** Says whether there was one to cut. */
  #cutGreediest(): boolean {
    let greediest: Line | undefined
    for (const line of this.#lines.values()) {
      if (line.unsent > (greediest?.unsent ?? 0)) greediest = line
    }
    greediest?.cut('unsentInAll')
    return greediest !== undefined
  }
}

/**
 * One line: what it has been sent and has not taken, in characters. To hear of each message when the
 * system has taken it would cost a tenth of a move; so that is only known to be no more than this, until
 * somebody looks.
 */
export class Line {
  readonly address: AddressKey
  readonly #conn: PageSocket['conn']
  readonly #lines: Lines
  #player: PlayerId | undefined
  #unsent = 0
  #isCut = false

  constructor(conn: PageSocket['conn'], address: AddressKey, lines: Lines) {
    this.#conn = conn
    this.address = address
    this.#lines = lines
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
    this.#lines.count(this, size)
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
    this.#lines.reportCut(this, reason)
  }

  /** Closes it in good manners, and without them a moment later. */
  end(): void {
    this.#conn.close(true)
    setTimeout(() => this.#terminate(), MANNERS_MS).unref()
  }

  #release(size: number): void {
    if (size <= 0) return
    this.#unsent -= size
    this.#lines.count(this, -size)
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

/** How full all lines together may still be after the greediest were cut off. */
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
