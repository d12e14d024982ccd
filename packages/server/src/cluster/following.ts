import type { NodeLine } from './redis-line.ts'

/** The topics that this node follows, each as long as a connection of this node uses it. */
export class Following {
  /** How many follow each topic here. */
  readonly #followers = new Map<string, number>()
  /** The topics whose hints arrive. */
  readonly #arriving = new Set<string>()
  /** Those who wait for the hints to a topic. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #line: Pick<NodeLine, 'follow' | 'unfollow'> | undefined
  #isDeaf = () => true

  /** Begins with the topics that are followed already. */
  start(line: Pick<NodeLine, 'follow' | 'unfollow'>, isDeaf: () => boolean): void {
    this.#line = line
    this.#isDeaf = isDeaf
    for (const topic of this.#followers.keys()) line.follow(topic)
  }

  /** Gets the hints to a topic until it is unfollowed as often as it was followed. */
  follow(topic: string): void {
    const followers = this.#followers.get(topic) ?? 0
    this.#followers.set(topic, followers + 1)
    if (followers === 0) this.#line?.follow(topic)
  }

  unfollow(topic: string): void {
    const followers = this.#followers.get(topic) ?? 0
    if (followers > 1) {
      this.#followers.set(topic, followers - 1)
    } else if (this.#followers.delete(topic)) {
      this.#arriving.delete(topic)
      this.#line?.unfollow(topic)
    }
  }

  /**
   * Follows a topic for a while. Resolves when its hints arrive, or soon if they do not: nobody
   * waits for a Redis that does not answer.
   */
  async followed(topic: string): Promise<void> {
    this.follow(topic)
    setTimeout(() => this.unfollow(topic), FOLLOWED_MS).unref()
    if (this.#arriving.has(topic) || this.#isDeaf()) return
    await new Promise<void>((resolve) => {
      this.#waiting.set(topic, [...(this.#waiting.get(topic) ?? []), resolve])
      setTimeout(() => this.#release(topic), MOST_AWAITED_MS).unref()
    })
  }

  /** From now on the hints to these topics arrive. */
  arrive(topics: Iterable<string>): void {
    for (const topic of topics) {
      if (this.#followers.has(topic)) this.#arriving.add(topic)
      this.#release(topic)
    }
  }

  arriveAll(): void {
    this.arrive([...this.#followers.keys()])
  }

  #release(topic: string): void {
    for (const resolve of this.#waiting.get(topic) ?? []) resolve()
    this.#waiting.delete(topic)
  }
}

// --- internal ---

/** Longer than a handshake, after which the player's connection follows the topic. */
const FOLLOWED_MS = 10_000
const MOST_AWAITED_MS = 300
