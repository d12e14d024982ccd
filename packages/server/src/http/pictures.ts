import type { Painter, PaintTask } from '@hokito/picture/node'
import { LRUCache } from 'lru-cache'
import type { AddressKey } from '../limiting/addresses.ts'
import type { Visitors } from '../limiting/visitors.ts'

/** Who wants a picture that may have to be painted, and how many frames it has. */
export interface PictureOrder {
  readonly address: AddressKey
  readonly frames: number
}

/**
 * Painted pictures, kept for those who ask for the same again. Painting takes a processor 20 ms or so a frame, on a
 * thread of its own: all visitors together get so many new frames a second, an address pays for each by its requests,
 * and few may wait for that thread.
 */
export class Pictures {
  readonly #painter: Painter
  readonly #visitors: Pick<Visitors, 'pictures' | 'requests' | 'longWork'>
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  readonly #ordered = new Map<string, Promise<Buffer>>()

  constructor(painter: Painter, visitors: Pick<Visitors, 'pictures' | 'requests' | 'longWork'>) {
    this.#painter = painter
    this.#visitors = visitors
  }

  /** A picture that is kept, or is being painted for somebody else. */
  known(key: string): Buffer | Promise<Buffer> | undefined {
    const order = this.#ordered.get(key)
    return this.#kept.get(key) ?? (order && this.#inTurn(order))
  }

  /**
   * A picture, painted or kept under its key; or in how many milliseconds it could be painted.
   * @param taskOf is called only where the picture is to be painted
   */
  async of(
    key: string,
    { address, frames }: PictureOrder,
    taskOf: () => PaintTask,
  ): Promise<Buffer | number> {
    const known = this.known(key)
    if (known !== undefined) return known
    const { pictures, requests } = this.#visitors
    if (this.#painter.isFull()) return BUSY_MS
    const waitMs = pictures.waitMs(performance.now(), frames)
    if (waitMs > 0) return waitMs
    const payMs = requests.take(address, FRAME_PRICE * frames)
    if (payMs > 0) return payMs
    const painting = this.#painter.paint(taskOf())
    if (painting === undefined) return BUSY_MS
    pictures.spend(frames)
    return this.#keep(key, painting)
  }

  /** Hundreds may wait for the same picture: they get it one after the other, and leave room for players. */
  async #inTurn(order: Promise<Buffer>): Promise<Buffer> {
    const task = this.#visitors.longWork.begin()
    const picture = await order
    await task.goOn()
    return picture
  }

  async #keep(key: string, painting: Promise<Uint8Array<ArrayBuffer>>): Promise<Buffer> {
    const order = painting.then((bytes) => Buffer.from(bytes.buffer))
    this.#ordered.set(key, order)
    try {
      const picture = await order
      this.#kept.set(key, picture)
      return picture
    } finally {
      this.#ordered.delete(key)
    }
  }
}

// --- internal ---

const MOST_BYTES = 16_000_000
/** When to come again where too many wait for the painter. */
const BUSY_MS = 2000
/** As how many requests a new frame counts: an address has half of the frames that all have, and no more. */
const FRAME_PRICE = 2
