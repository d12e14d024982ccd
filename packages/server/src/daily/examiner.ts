import { createLevelPlayer, type LevelPlayer } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import type { DailyLevel, HttpRefusal } from '@hokito/protocol'
import { err, isSameMove, ok, type Result } from '@hokito/rules'
import type { PlayedDay } from './replay-try.ts'

/** Reproduces the computer's moves, in one thread that starts when first needed. */
export class Examiner {
  #starting: Promise<LevelPlayer> | undefined

  /**
   * Compares White's moves with the moves that the level plays.
   *
   * @throws Error when the engine fails; the next game gets a new engine
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
