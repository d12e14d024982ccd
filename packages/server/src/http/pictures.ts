import type { Painter, PaintTask } from '@hokito/picture/node'
import { LRUCache } from 'lru-cache'
import type { AddressKey } from '../limiting/addresses.ts'
import type { Visitors } from '../limiting/visitors.ts'

/** The address that requests a picture that may have to be painted, and its number of frames. */
export interface PictureOrder {
  readonly address: AddressKey
  readonly frames: number
}

/**
 * Painted pictures, cached for the next request. Painting takes some 45 ms of a processor a frame,
 * on a separate thread. All visitors together have a rate limit of new frames, an address pays for
 * each frame from its requests, and few may wait for the thread.
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

  /** A picture that is cached, or being painted for another request. */
  known(key: string): Buffer | Promise<Buffer> | undefined {
    const order = this.#ordered.get(key)
    return this.#kept.get(key) ?? (order && this.#visitors.longWork.inTurn(order))
  }

  /**
   * A picture, painted or from the cache; or in how many milliseconds it could be painted.
   * @param taskOf is called only if the picture has to be painted
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
/** The retry delay while too many wait for the painter. */
const BUSY_MS = 2000
/** How many requests a new frame costs: an address can have at most half of all frames. */
const FRAME_PRICE = 2
