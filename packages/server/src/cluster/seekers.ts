import type { PlayerId } from '@hokito/protocol'

/**
 * Open questions to the other nodes about connected players, until all have answered or the
 * timeout.
 */
export class Seekers {
  readonly #open = new Map<number, Question>()
  #latest = 0

  /**
   * Asks the other nodes, and returns the players they found.
   * @param others how many nodes should answer
   * @param ask sends the question with its number
   */
  async seek(others: number, ask: (id: number) => void): Promise<ReadonlySet<PlayerId>> {
    const found = new Set<PlayerId>()
    // With too many open questions, the answer covers this node only.
    if (others === 0 || this.#open.size >= MOST_OPEN) return found
    const id = ++this.#latest
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS)
      this.#open.set(id, {
        left: others,
        found,
        done: () => {
          clearTimeout(timer)
          resolve()
        },
      })
      ask(id)
    })
    this.#open.delete(id)
    return found
  }

  /** A node has answered. */
  hear(id: number, players: readonly PlayerId[]): void {
    const question = this.#open.get(id)
    if (question === undefined) return
    for (const player of players) question.found.add(player)
    if (--question.left <= 0) question.done()
  }
}

// --- internal ---

interface Question {
  left: number
  readonly found: Set<PlayerId>
  readonly done: () => void
}

const MOST_OPEN = 200
/** Nodes of a version that does not know the question never answer. */
const PATIENCE_MS = 400
