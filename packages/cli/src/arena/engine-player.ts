import { startEngine } from '@hokito/engine/node'
import { err, finalPosition, type GameOptions, ok } from '@hokito/rules'
import type { Player } from './player.ts'

/** This package's own engine as a player, in its own thread. */
export function startEnginePlayer(
  name: string,
  hashMiB: number | undefined,
  interrupted: AbortSignal,
): Player {
  const engine = startEngine()
  const configured = hashMiB === undefined ? undefined : engine.configure({ hashMiB })
  let options: GameOptions = { endRule: 'either', compensation: 0 }
  return {
    name,
    async newGame(agreed) {
      options = agreed
      await configured
      await engine.newGame()
      return ok(undefined)
    },
    async choose({ beginning, moves, limits }) {
      const position = finalPosition({ beginning, ...options, moves })
      if (!position.ok) throw new Error('a match asks about legal moves only')
      const { move } = await engine.search(position.value, limits, { signal: interrupted })
      return move === undefined ? err({ kind: 'broken', why: 'it found no move' }) : ok(move)
    },
    close: () => engine.close(),
  }
}
