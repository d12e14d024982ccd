import { createLevelPlayer, type LevelPlayer } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import type { Move, Position } from '@hokito/rules'

/**
 * Engines that think for the bots of the house, each on a thread of its own and one move after the other, so that
 * whatever they are asked, they take no more of the machine than these threads.
 */
export class Thinkers {
  readonly #threads: Thread[]
  readonly #waiting: (() => void)[] = []
  #isClosed = false

  constructor(threads: number) {
    this.#threads = Array.from({ length: threads }, () => ({ player: undefined, isBusy: false }))
  }

  /**
   * The move of a level; undefined where the game is over or the server stops.
   * @throws Error where the engine fails; the next move has a new one
   */
  async move(position: Position, level: number): Promise<Move | undefined> {
    const thread = await this.#take()
    try {
      if (this.#isClosed) return undefined
      thread.player ??= createLevelPlayer(startEngine())
      return await (await thread.player).move(position, level)
    } catch (error) {
      await drop(thread)
      if (this.#isClosed) return undefined
      throw error
    } finally {
      thread.isBusy = false
      this.#waiting.shift()?.()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const wake of this.#waiting.splice(0)) wake()
    await Promise.all(this.#threads.map(drop))
  }

  async #take(): Promise<Thread> {
    for (;;) {
      const free = this.#threads.find(({ isBusy }) => !isBusy) ?? this.#threads[0]
      if (free !== undefined && (!free.isBusy || this.#isClosed)) {
        free.isBusy = true
        return free
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }
}

// --- internal ---

interface Thread {
  /** Started when there is something to think about. */
  player: Promise<LevelPlayer> | undefined
  isBusy: boolean
}

async function drop(thread: Thread): Promise<void> {
  const player = await thread.player?.catch(() => undefined)
  thread.player = undefined
  await player?.close()
}
