import { createLevelPlayer, type LevelPlayer } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import type { DailyLevel, HttpRefusal } from '@hokito/protocol'
import { err, isSameMove, ok, type Result } from '@hokito/rules'
import type { PlayedDay } from './replay-try.ts'

/** Finds the computer's moves again, in one thread that is started when there is something to find. */
export class Examiner {
  #starting: Promise<LevelPlayer> | undefined

  /**
   * Compares what White played with what the level plays.
   *
   * @throws Error where the engine fails; the next game has a new one
   */
  async examine(played: PlayedDay, level: DailyLevel): Promise<Result<void, HttpRefusal>> {
    this.#starting ??= createLevelPlayer(startEngine())
    try {
      return await compare(await this.#starting, played, level)
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    const player = await this.#starting?.catch(() => undefined)
    this.#starting = undefined
    await player?.close()
  }
}

// --- internal ---

async function compare(
  player: LevelPlayer,
  { moves, positions }: PlayedDay,
  level: DailyLevel,
): Promise<Result<void, HttpRefusal>> {
  for (const [ply, move] of moves.entries()) {
    const position = positions[ply]
    if (position?.turn !== 'white') continue
    const own = await player.move(position, level)
    if (own === undefined || !isSameMove(own, move)) return err({ code: 'otherMoves', ply })
  }
  return ok(undefined)
}
