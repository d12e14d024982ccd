import type { Move, Position } from '@hokito/rules'
import type { Engine } from './engine.ts'
import { levelOf } from './levels.ts'

/** A level's moves, which follow from the position alone. */
export interface LevelPlayer {
  /**
   * The move of a level from 1 to 10; undefined where the game is over or the signal stopped it.
   *
   * @throws RangeError for a number of no level
   */
  move(position: Position, level: number, signal?: AbortSignal): Promise<Move | undefined>
  /** Closes the engine too. */
  close(): Promise<void>
}

/**
 * Lets an engine of its own play so that every device and every server finds the same move at a position: levels are
 * bounded by nodes and depth and never by time, one thread searches, and each search begins with an empty table of
 * one size, so that nothing of an earlier one is left.
 */
export async function createLevelPlayer(engine: Engine): Promise<LevelPlayer> {
  await engine.configure({ threads: 1, hashMiB: HASH_MIB })
  return {
    async move(position, level, signal) {
      if (levelOf(level) === undefined) throw new RangeError(`there is no level ${level}`)
      // Both are queued before anybody else's call can come between them.
      const emptied = engine.newGame()
      const searched = engine.search(position, { level }, { ...(signal && { signal }) })
      const [, { move }] = await Promise.all([emptied, searched])
      return signal?.aborted === true ? undefined : move
    },
    close: () => engine.close(),
  }
}

/** The most positions that a level visits for one move: what finding it again costs. */
export function nodesOfLevel(level: number): number {
  return levelOf(level)?.nodes ?? 0
}

// --- internal ---

/** Large enough for the strongest level, and emptied in a moment on a phone. */
const HASH_MIB = 8
