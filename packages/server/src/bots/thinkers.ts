import { createLevelPlayer, type LevelPlayer } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import type { Move, Position } from '@hokito/rules'

/**
 * Engines that think for the house bots, each on its own thread and one move at a time. They use no
 * more of the machine than these threads, whatever the load.
 */
export class Thinkers {
  readonly #threads: Thread[]
  readonly #waiting: (() => void)[] = []
  #isClosed = false

  constructor(threads: number) {
    this.#threads = Array.from({ length: threads }, () => ({ player: undefined, isBusy: false }))
  }

  /**
   * The move of a level; undefined if the game is over or the server is stopping.
   * @throws Error when the engine fails; the next move gets a new engine
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
  /** Started when first needed. */
  player: Promise<LevelPlayer> | undefined
  isBusy: boolean
}

async function drop(thread: Thread): Promise<void> {
  const player = await thread.player?.catch(() => undefined)
  thread.player = undefined
  await player?.close()
}
