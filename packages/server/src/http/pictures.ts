import type { Position } from '@hokito/rules'
import { LRUCache } from 'lru-cache'
import type { Rate } from '../limiting/rate.ts'
import { pictureOf } from './picture.ts'

/**
 * Pictures of positions, kept for those who ask for the same again. Drawing one takes ten milliseconds or
 * so, in which nothing else is done: all visitors together get so many new ones a second.
 */
export class Pictures {
  readonly #rate: Rate
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length,
  })

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** A picture, drawn or kept under its key; or in how many milliseconds it could be drawn. */
  of(key: string, position: Position): Buffer | number {
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const now = performance.now()
    if (!this.#rate.take(now)) return this.#rate.waitMs(now)
    const picture = pictureOf(position)
    this.#kept.set(key, picture)
    return picture
  }
}

// --- internal ---

const MOST_BYTES = 16_000_000
