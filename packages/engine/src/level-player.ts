import type { Move, Position } from '@hokito/rules'
import type { Engine } from './engine.ts'
import { levelOf } from './levels.ts'

/** Plays the moves of a level, which depend only on the position. */
export interface LevelPlayer {
  /**
   * The move of a level from 1 to 10; undefined if the game is over or the signal stopped it.
   *
   * @throws RangeError for a number of no level
   */
  move(position: Position, level: number, signal?: AbortSignal): Promise<Move | undefined>
  /** Also closes the engine. */
  close(): Promise<void>
}

/**
 * Makes an engine, used by nothing else, play so that every device and every server finds the same
 * move in a position. Levels are limited by nodes and depth and never by time, one thread searches,
 * and each search begins with an empty table of a fixed size, so that nothing remains of an earlier
 * search.
 */
export async function createLevelPlayer(engine: Engine): Promise<LevelPlayer> {
  await engine.configure({ threads: 1, hashMiB: HASH_MIB })
  return {
    async move(position, level, signal) {
      if (levelOf(level) === undefined) throw new RangeError(`there is no level ${level}`)
      // Both calls are queued before another caller's can come between them.
      const emptied = engine.newGame()
      const searched = engine.search(position, { level }, { ...(signal && { signal }) })
      const [, { move }] = await Promise.all([emptied, searched])
      return signal?.aborted === true ? undefined : move
    },
    close: () => engine.close(),
  }
}

/**
 * The most positions that a level visits for one move, which is also the cost of checking that
 * move.
 */
export function nodesOfLevel(level: number): number {
  return levelOf(level)?.nodes ?? 0
}

// --- internal ---

/** Large enough for the strongest level, and quick to clear on a phone. */
const HASH_MIB = 8
