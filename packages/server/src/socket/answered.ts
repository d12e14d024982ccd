import type { Reply } from '@hokito/protocol'

/**
 * Answers by the id of the request: a request that is sent again gets the same answer, and is
 * carried out once.
 */
export class Answered {
  readonly #replies = new Map<string, Promise<Reply>>()

  /**
   * Runs a task, unless one with this key has run or is running. A failed task may be tried again.
   */
  once(key: string, task: () => Promise<Reply>): Promise<Reply> {
    const known = this.#replies.get(key)
    if (known !== undefined) return known
    const reply = task()
    this.#replies.set(key, reply)
    reply.then(
      ({ ok }) => {
        if (!ok) this.#replies.delete(key)
      },
      () => this.#replies.delete(key),
    )
    this.#dropOldest()
    return reply
  }

  #dropOldest(): void {
    for (const key of this.#replies.keys()) {
      if (this.#replies.size <= MOST_KEPT) return
      this.#replies.delete(key)
    }
  }
}

// --- internal ---

const MOST_KEPT = 10_000
