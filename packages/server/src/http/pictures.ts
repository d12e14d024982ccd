import type { Painter, PaintTask } from '@hokito/picture/node'
import { LRUCache } from 'lru-cache'
import type { Rate } from '../limiting/rate.ts'

/**
 * Painted pictures, kept for those who ask for the same again. Painting takes a processor 20 ms or so a frame, on a
 * thread of its own: all visitors together get so many new frames a second, and few may wait for that thread.
 */
export class Pictures {
  readonly #painter: Painter
  readonly #rate: Rate
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  readonly #ordered = new Map<string, Promise<Buffer>>()

  constructor(painter: Painter, rate: Rate) {
    this.#painter = painter
    this.#rate = rate
  }

  /** A picture, painted or kept under its key; or in how many milliseconds it could be painted. */
  async of(key: string, taskOf: () => PaintTask): Promise<Buffer | number> {
    const found = this.#kept.get(key) ?? this.#ordered.get(key)
    if (found !== undefined) return found
    const task = taskOf()
    const now = performance.now()
    const waitMs = this.#rate.waitMs(now, framesOf(task))
    if (waitMs > 0) return waitMs
    const painting = this.#painter.paint(task)
    if (painting === undefined) return BUSY_MS
    this.#rate.spend(framesOf(task))
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
/** When to come again where too many wait for the painter. */
const BUSY_MS = 2000

function framesOf(task: PaintTask): number {
  return task.kind === 'gif' ? task.svgs.length : 1
}
