import type { PlayerId } from '@hokito/protocol'

/** Questions to the other nodes who is connected to them, until all have answered or it has taken too long. */
export class Seekers {
  readonly #open = new Map<number, Question>()
  #latest = 0

  /**
   * Asks so many other nodes, and gives whom they have found.
   * @param ask sends the question under its number
   */
  async seek(others: number, ask: (id: number) => void): Promise<ReadonlySet<PlayerId>> {
    const found = new Set<PlayerId>()
    // Whoever asks in a crowd is told of this node alone.
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
/** A node of a version that does not know the question never answers. */
const PATIENCE_MS = 400
